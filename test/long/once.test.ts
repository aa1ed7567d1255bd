/** Every write of either door, sent 200 times at once with one key, through two services. */
import '../walks/idempotency.test.ts';
