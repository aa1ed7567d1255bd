/** The sign-in page on a desk and a phone. */
import '../pages/sign-in.test.ts';
