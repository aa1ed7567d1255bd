import { fetchCaller, isSignedIn, restoreCaller } from './credentials.ts';
import { requireElement } from './page-elements.ts';

if (await restoreCaller()) {
  const { name, errorMessage } = await fetchCaller();
  const place = requireElement('#caller');
  if (errorMessage === undefined)
    place.textContent = isSignedIn()
      ? `You are signed in${name ? ` to ${name}` : ''}.`
      : `This browser uses an API key${name ? ` of ${name}` : ''}.`;
}
