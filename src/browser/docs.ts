/** Starts the reference of the action surface, whose requests carry the key that is known to all pages. */

import { findOutWhoAsks, refusedKey, sendCredentials } from './credentials.ts';
import { askForKey, startHead } from './key-dialog.ts';
import { element } from './page-elements.ts';

declare global {
  var Scalar: { createApiReference(selector: string, configuration: object): void };
}

sendCredentials(() => void askForKey(refusedKey), false);
startHead();
void findOutWhoAsks();
globalThis.Scalar.createApiReference(
  '#reference',
  JSON.parse(element('#page-data').textContent ?? ''),
);
