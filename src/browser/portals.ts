/** The client portals of who is signed in. */

import { make } from './page-elements.ts';

/** A contact of a client as whom somebody may enter a portal. */
export interface Portal {
  name: string;
  clientName: string;
}

/** The portals that somebody may enter, and what a contact can do there. */
export function portalsPart(portals: Portal[]): HTMLElement[] {
  if (portals.length === 0) return [];
  const list = make('ul');
  for (const { clientName, name } of portals) {
    const item = make('li');
    item.append(make('b', clientName), make('span', `at ${name}`));
    list.append(item);
  }
  const text =
    'As a contact of a client you see its projects, as far as they are shown to you, and its issued invoices, and approve what is left to you. Open the portal that you were sent a link to: you are signed in there too, or sign in there the same way.';
  const part = make('section');
  part.setAttribute('aria-label', 'Client portals');
  part.append(make('h2', 'Client portals'), make('p', text, 'soft'), list);
  return [part];
}
