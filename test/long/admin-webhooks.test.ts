/** What axe finds in the webhook settings, in each colour at each size. */
import '../pages/admin-webhooks.test.ts';
