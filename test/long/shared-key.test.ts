/** What axe finds in the outbox, on a desk and a phone. */
import '../pages/shared-key.test.ts';
