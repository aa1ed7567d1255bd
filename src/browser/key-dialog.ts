/** The dialog for an API key or sign-in. */

import {
  apiKeyHeaders,
  fetchCaller,
  hasCredentials,
  isKeyStoredOnDevice,
  onCallerChanged,
  requestSignInCode,
  signIn,
  signInWithProvider,
  storeKey,
  verifySecondFactor,
} from './credentials.ts';
import { requireElement } from './page-elements.ts';
import { startCallerDisplay } from './page-head.ts';

const dialog = requireElement<HTMLDialogElement>('#key-dialog');
const form = requireElement<HTMLFormElement>('#key-form');
const input = requireElement<HTMLInputElement>('#key');
const remember = requireElement<HTMLInputElement>('#remember');
const problem = requireElement<HTMLElement>('#key-problem');
const submit = requireElement<HTMLButtonElement>('#key-submit');
const cancel = requireElement<HTMLButtonElement>('#key-cancel');
const person = requireElement<HTMLFormElement>('#person-form');
const email = requireElement<HTMLInputElement>('#person-email');
const code = requireElement<HTMLInputElement>('#person-code');
const codePlace = requireElement<HTMLElement>('#person-code-place');
const codeLabel = requireElement<HTMLElement>('#person-code-place label');
const next = requireElement<HTMLButtonElement>('#person-submit');
const personProblem = requireElement<HTMLElement>('#person-problem');
/** Only with an OpenID Connect provider. */
const provider = document.querySelector<HTMLButtonElement>('#provider-submit');
const change = requireElement<HTMLButtonElement>('#change-key');

/** Resolves with whether the user entered valid credentials. */
export function askForKey(reason?: string): Promise<boolean> {
  if (dialog.open) return Promise.resolve(false);
  problem.textContent = reason ?? '';
  remember.checked = isKeyStoredOnDevice();
  input.value = '';
  const mayCancel = hasCredentials() || document.body.dataset.withoutKey !== undefined;
  cancel.hidden = !mayCancel;
  // A dialog that cannot be cancelled is not modal, so that the navigation stays usable.
  if (mayCancel) dialog.showModal();
  else dialog.show();
  const wasKnown = hasCredentials();
  return new Promise((resolve) => {
    let isLeft = false;
    const leave = (entered: boolean) => {
      if (isLeft) return;
      isLeft = true;
      dialog.close();
      resolve(entered);
    };
    // Another tab may respond late with its key.
    onCallerChanged(() => {
      if (!wasKnown && hasCredentials()) leave(true);
    });
    cancel.onclick = () => leave(false);
    dialog.oncancel = (event) => {
      event.preventDefault();
      if (mayCancel) leave(false);
    };
    form.onsubmit = async (event) => {
      event.preventDefault();
      if (await isTaken()) leave(true);
    };
    person.onsubmit = async (event) => {
      event.preventDefault();
      if (await isLetIn()) leave(true);
    };
  });
}

let step: 'email' | 'code' | 'secondFactor' = 'email';

/** Runs the next step. Returns whether sign-in is complete. */
async function isLetIn(): Promise<boolean> {
  next.disabled = true;
  personProblem.textContent = '';
  const refusal = await answerTo(step);
  next.disabled = false;
  if (refusal === undefined && step !== 'email') return true;
  if (refusal === undefined || refusal === 'secondFactor') {
    const isMailed = refusal === undefined;
    step = isMailed ? 'code' : 'secondFactor';
    codePlace.hidden = false;
    codeLabel.textContent = isMailed ? 'Code from the e-mail' : 'Code from your authenticator app';
    next.textContent = 'Sign in';
    code.value = '';
    code.focus();
    return false;
  }
  personProblem.textContent = refusal;
  return false;
}

async function leaveForProvider(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  personProblem.textContent = '';
  personProblem.textContent = (await signInWithProvider()) ?? '';
  button.disabled = false;
}

function answerTo(current: typeof step): Promise<string | undefined> {
  if (current === 'email') return requestSignInCode(email.value.trim());
  return current === 'code'
    ? signIn(email.value.trim(), code.value)
    : verifySecondFactor(code.value);
}

/** Stores a valid key, otherwise shows the error. */
async function isTaken(): Promise<boolean> {
  const key = input.value.trim();
  submit.disabled = true;
  problem.textContent = '';
  const { refusal } =
    key === '' ? { refusal: 'Enter a key.' } : await fetchCaller(apiKeyHeaders(key));
  submit.disabled = false;
  problem.textContent = refusal ?? '';
  input.toggleAttribute('aria-invalid', refusal !== undefined);
  if (refusal === undefined) storeKey(key, remember.checked);
  else input.select();
  return refusal === undefined;
}

export function startPageHead(afterDialog: () => void = () => undefined): void {
  change.onclick = async () => {
    await askForKey();
    afterDialog();
  };
  change.disabled = false;
  if (provider) provider.onclick = () => void leaveForProvider(provider);
  startCallerDisplay();
}
