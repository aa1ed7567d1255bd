// Every list in both directions.
import '../exhaustive/paging.test.ts';
