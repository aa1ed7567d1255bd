/** Every write of both APIs, with and without an idempotency key. */
import '../write/failed-statements.test.ts';
