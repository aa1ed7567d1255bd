/** What axe finds in the settings, in each colour at each size. */
import '../pages/admin.test.ts';
