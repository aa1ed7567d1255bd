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
const rememberInput = requireElement<HTMLInputElement>('#remember');
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
/** Null without an OpenID Connect provider. */
const provider = document.querySelector<HTMLButtonElement>('#provider-submit');
const change = requireElement<HTMLButtonElement>('#change-key');

/** Resolves with whether the user entered valid credentials. */
export function askForKey(reason?: string): Promise<boolean> {
  if (dialog.open) return Promise.resolve(false);
  problem.textContent = reason ?? '';
  rememberInput.checked = isKeyStoredOnDevice();
  input.value = '';
  const mayCancel = hasCredentials() || document.body.dataset.withoutKey !== undefined;
  cancel.hidden = !mayCancel;
  // A dialog that cannot be cancelled is not modal, so that the navigation stays usable.
  if (mayCancel) dialog.showModal();
  else dialog.show();
  const hadCredentials = hasCredentials();
  return new Promise((resolve) => {
    let isClosed = false;
    const close = (entered: boolean) => {
      if (isClosed) return;
      isClosed = true;
      dialog.close();
      resolve(entered);
    };
    // Another tab may respond late with its key.
    onCallerChanged(() => {
      if (!hadCredentials && hasCredentials()) close(true);
    });
    cancel.onclick = () => close(false);
    dialog.oncancel = (event) => {
      event.preventDefault();
      if (mayCancel) close(false);
    };
    form.onsubmit = async (event) => {
      event.preventDefault();
      if (await storeValidKey()) close(true);
    };
    person.onsubmit = async (event) => {
      event.preventDefault();
      if (await continueSignIn()) close(true);
    };
  });
}

let step: 'email' | 'code' | 'secondFactor' = 'email';

/** Runs the next step. Returns whether sign-in is complete. */
async function continueSignIn(): Promise<boolean> {
  next.disabled = true;
  personProblem.textContent = '';
  const errorMessage = await submitStep(step);
  next.disabled = false;
  if (errorMessage === undefined && step !== 'email') return true;
  if (errorMessage === undefined || errorMessage === 'secondFactor') {
    const isMailed = errorMessage === undefined;
    step = isMailed ? 'code' : 'secondFactor';
    codePlace.hidden = false;
    codeLabel.textContent = isMailed ? 'Code from the e-mail' : 'Code from your authenticator app';
    next.textContent = 'Sign in';
    code.value = '';
    code.focus();
    return false;
  }
  personProblem.textContent = errorMessage;
  return false;
}

async function leaveForProvider(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  personProblem.textContent = '';
  personProblem.textContent = (await signInWithProvider()) ?? '';
  button.disabled = false;
}

function submitStep(current: typeof step): Promise<string | undefined> {
  if (current === 'email') return requestSignInCode(email.value.trim());
  return current === 'code'
    ? signIn(email.value.trim(), code.value)
    : verifySecondFactor(code.value);
}

async function storeValidKey(): Promise<boolean> {
  const key = input.value.trim();
  submit.disabled = true;
  problem.textContent = '';
  const { errorMessage } =
    key === '' ? { errorMessage: 'Enter a key.' } : await fetchCaller(apiKeyHeaders(key));
  submit.disabled = false;
  problem.textContent = errorMessage ?? '';
  input.toggleAttribute('aria-invalid', errorMessage !== undefined);
  if (errorMessage === undefined) storeKey(key, rememberInput.checked);
  else input.select();
  return errorMessage === undefined;
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
