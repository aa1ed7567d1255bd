/** The client portals of who is signed in. */

import { make } from './page-elements.ts';
import { said } from './translations.ts';

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
    item.append(make('b', clientName), make('span', said('portalAt', { name })));
    list.append(item);
  }
  const part = make('section');
  part.setAttribute('aria-label', said('portals'));
  part.append(make('h2', said('portals')), make('p', said('portalText'), 'soft'), list);
  return [part];
}
