/** The head of every page: current caller and sign-out. */

import {
  fetchCaller,
  forgetCredentials,
  hasCredentials,
  isSignedIn,
  onCallerChanged,
} from './credentials.ts';
import { requireElement } from './page-elements.ts';

/** Missing on the sign-in page. */
const change = document.querySelector<HTMLButtonElement>('#change-key');
const forget = requireElement<HTMLButtonElement>('#forget-key');

async function showCaller(): Promise<void> {
  forget.hidden = !hasCredentials();
  // The page contains the translated texts.
  forget.textContent = (isSignedIn() ? forget.dataset.signOut : forget.dataset.forget) ?? '';
  if (!change) return;
  change.textContent = 'API key …';
  if (!hasCredentials()) return;
  const { name } = await fetchCaller();
  if (name && hasCredentials())
    change.textContent = `${isSignedIn() ? 'Signed in' : 'API key'}: ${name} …`;
}

export function startCallerDisplay(): void {
  forget.onclick = () => void forgetCredentials();
  onCallerChanged(() => {
    // Removes all data that was read with the credentials.
    if (hasCredentials()) void showCaller();
    else location.reload();
  });
  void showCaller();
}
