/** Taking the whole workspace along, for its owners. */

import { ask, Refusal, trying } from './graphql-client.ts';
import { faults } from './forms.ts';
import { button, make, time } from './page-elements.ts';

interface Exported {
  message?: string;
  url?: string;
  expiresAt?: string;
}

const mutation = `mutation { exportWorkspace { ${faults} ... on ExportWorkspaceSuccess { url expiresAt } } }`;

/** A button that makes a link, and then is that link until it was followed. */
export function exportPart(): HTMLElement {
  const place = make('div');
  const press = button('Make a link to download it', () =>
    trying(async () => {
      const { exportWorkspace } = await ask<{ exportWorkspace: Exported }>(mutation);
      const { expiresAt, message, url } = exportWorkspace;
      if (!url || !expiresAt) throw new Refusal(message ?? 'There was no answer.');
      const box = linkBox(url, expiresAt, () => {
        place.replaceChildren(press);
        press.focus();
      });
      place.replaceChildren(box);
      box.querySelector('a')?.focus();
    }),
  );
  place.append(press);
  return place;
}

function linkBox(url: string, expiresAt: string, followed: () => void): HTMLElement {
  const box = make('div', '', 'secret');
  const link = make('a', 'Download the workspace');
  // At the address by which the page was opened, whatever others are given.
  link.href = new URL(url).pathname;
  // It counts once: the browser has it by the time it is gone.
  link.onclick = () => void setTimeout(followed);
  const note = `The link counts once, and until ${time(expiresAt)}.`;
  box.append(link, make('p', note, 'soft'));
  return box;
}
