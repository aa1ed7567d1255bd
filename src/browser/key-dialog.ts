/** The dialog in which a key is entered once for all pages. */

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
/** There where the configuration names an OpenID Connect provider. */
const provider = document.querySelector<HTMLButtonElement>('#provider-submit');
const change = requireElement<HTMLButtonElement>('#change-key');

/** Shows the dialog until a key is entered that is let in, or it is left; answers whether there is a new key. */
export function askForKey(reason?: string): Promise<boolean> {
  if (dialog.open) return Promise.resolve(false);
  problem.textContent = reason ?? '';
  remember.checked = isKeyStoredOnDevice();
  input.value = '';
  const mayCancel = hasCredentials() || document.body.dataset.withoutKey !== undefined;
  cancel.hidden = !mayCancel;
  // Where nothing can be done without a key, the other pages can still be gone to.
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
    // Another tab may answer late, when this one has asked already.
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

/** What comes next of a person: the mailed code, then that of an app where there is a second factor. */
let step: 'email' | 'code' | 'secondFactor' = 'email';

/** Goes on with signing in; answers whether that is done. */
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

/** Whether what was entered is a key that is let in; it is kept then, and otherwise said why not. */
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

/** Starts the head of a page: says whose key is known, takes another one, and forgets it. */
export function startPageHead(afterDialog: () => void = () => undefined): void {
  change.onclick = async () => {
    await askForKey();
    afterDialog();
  };
  change.disabled = false;
  if (provider) provider.onclick = () => void leaveForProvider(provider);
  startCallerDisplay();
}
