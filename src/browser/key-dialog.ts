/** The head of every page, and the dialog in which a key is entered once for all of them. */

import {
  askWhoIs,
  forgetKey,
  headersOfKey,
  isKnown,
  isOnThisDevice,
  keepKey,
  onCallerChanged,
} from './credentials.ts';
import { element } from './page-elements.ts';

const dialog = element<HTMLDialogElement>('#key-dialog');
const form = element<HTMLFormElement>('#key-form');
const input = element<HTMLInputElement>('#key');
const remember = element<HTMLInputElement>('#remember');
const problem = element<HTMLElement>('#key-problem');
const submit = element<HTMLButtonElement>('#key-submit');
const cancel = element<HTMLButtonElement>('#key-cancel');
const change = element<HTMLButtonElement>('#change-key');
const forget = element<HTMLButtonElement>('#forget-key');

/** Shows the dialog until a key is entered that is let in, or it is left; answers whether there is a new key. */
export function askForKey(reason?: string): Promise<boolean> {
  if (dialog.open) return Promise.resolve(false);
  problem.textContent = reason ?? '';
  remember.checked = isOnThisDevice();
  input.value = '';
  const mayCancel = isKnown() || document.body.dataset.withoutKey !== undefined;
  cancel.hidden = !mayCancel;
  // Where nothing can be done without a key, the other pages can still be gone to.
  if (mayCancel) dialog.showModal();
  else dialog.show();
  return new Promise((resolve) => {
    const leave = (entered: boolean) => {
      dialog.close();
      resolve(entered);
    };
    cancel.onclick = () => leave(false);
    dialog.oncancel = (event) => {
      event.preventDefault();
      if (mayCancel) leave(false);
    };
    form.onsubmit = async (event) => {
      event.preventDefault();
      if (await isTaken()) leave(true);
    };
  });
}

/** Whether what was entered is a key that is let in; it is kept then, and otherwise said why not. */
async function isTaken(): Promise<boolean> {
  const key = input.value.trim();
  submit.disabled = true;
  problem.textContent = '';
  const { refusal } = key === '' ? { refusal: 'Enter a key.' } : await askWhoIs(headersOfKey(key));
  submit.disabled = false;
  problem.textContent = refusal ?? '';
  input.toggleAttribute('aria-invalid', refusal !== undefined);
  if (refusal === undefined) keepKey(key, remember.checked);
  else input.select();
  return refusal === undefined;
}

/** Says whose key is known. */
async function showCaller(): Promise<void> {
  forget.hidden = !isKnown();
  change.textContent = 'API key …';
  if (!isKnown()) return;
  const { name } = await askWhoIs();
  if (name && isKnown()) change.textContent = `API key: ${name} …`;
}

/** Starts the head of a page: says whose key is known, takes another one, and forgets it. */
export function startHead(afterDialog: () => void = () => undefined): void {
  change.onclick = async () => {
    await askForKey();
    afterDialog();
  };
  forget.onclick = forgetKey;
  onCallerChanged(() => {
    // Where the key was forgotten, nothing stays of what was read with it.
    if (isKnown()) void showCaller();
    else location.reload();
  });
  void showCaller();
}
