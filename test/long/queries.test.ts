// The statements of every list and relation for 1, 10 and 100 records.
import '../exhaustive/queries.test.ts';
