/** Every write in either API, sent 200 times at once with one key, to two processes of the program on one database. */
import '../exhaustive/idempotency.test.ts';
