/** The head of every page: whose key is known, and how it is forgotten. */

import { askWhoIs, forgetKey, isKnown, isSignedIn, onCallerChanged } from './credentials.ts';
import { element } from './page-elements.ts';

/** Not there where people sign in: what is done there is done as a person. */
const change = document.querySelector<HTMLButtonElement>('#change-key');
const forget = element<HTMLButtonElement>('#forget-key');

/** Says whose key is known. */
async function showCaller(): Promise<void> {
  forget.hidden = !isKnown();
  // The button brings its words, in the language of the page.
  forget.textContent = (isSignedIn() ? forget.dataset.signOut : forget.dataset.forget) ?? '';
  if (!change) return;
  change.textContent = 'API key …';
  if (!isKnown()) return;
  const { name } = await askWhoIs();
  if (name && isKnown())
    change.textContent = `${isSignedIn() ? 'Signed in' : 'API key'}: ${name} …`;
}

/** Says whose key is known, now and whenever that changes, and has it forgotten. */
export function startCaller(): void {
  forget.onclick = () => void forgetKey();
  onCallerChanged(() => {
    // Where the key was forgotten, nothing stays of what was read with it.
    if (isKnown()) void showCaller();
    else location.reload();
  });
  void showCaller();
}
