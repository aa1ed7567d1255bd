import { attachCredentialsToFetch, invalidKeyMessage, restoreCaller } from './credentials.ts';
import { askForKey, startPageHead } from './key-dialog.ts';
import { requireElement } from './page-elements.ts';

declare global {
  var Scalar: { createApiReference(selector: string, configuration: object): void };
}

attachCredentialsToFetch(() => void askForKey(invalidKeyMessage), false);
startPageHead();
void restoreCaller();
globalThis.Scalar.createApiReference(
  '#reference',
  JSON.parse(requireElement('#page-data').textContent ?? ''),
);
