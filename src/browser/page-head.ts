/** The head of every page: whose key is known, and how it is forgotten. */

import {
  fetchCaller,
  forgetCredentials,
  hasCredentials,
  isSignedIn,
  onCallerChanged,
} from './credentials.ts';
import { requireElement } from './page-elements.ts';

/** Not there where people sign in: what is done there is done as a person. */
const change = document.querySelector<HTMLButtonElement>('#change-key');
const forget = requireElement<HTMLButtonElement>('#forget-key');

/** Says whose key is known. */
async function showCaller(): Promise<void> {
  forget.hidden = !hasCredentials();
  // The button brings its words, in the language of the page.
  forget.textContent = (isSignedIn() ? forget.dataset.signOut : forget.dataset.forget) ?? '';
  if (!change) return;
  change.textContent = 'API key …';
  if (!hasCredentials()) return;
  const { name } = await fetchCaller();
  if (name && hasCredentials())
    change.textContent = `${isSignedIn() ? 'Signed in' : 'API key'}: ${name} …`;
}

/** Says whose key is known, now and whenever that changes, and has it forgotten. */
export function startCallerDisplay(): void {
  forget.onclick = () => void forgetCredentials();
  onCallerChanged(() => {
    // Where the key was forgotten, nothing stays of what was read with it.
    if (hasCredentials()) void showCaller();
    else location.reload();
  });
  void showCaller();
}
