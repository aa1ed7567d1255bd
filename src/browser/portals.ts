/** The client portals of who is signed in. */

import { createElement } from './page-elements.ts';
import { translate } from './translations.ts';

/** A contact of a client as whom somebody may enter a portal. */
export interface Portal {
  name: string;
  clientName: string;
}

/** The portals that somebody may enter, and what a contact can do there. */
export function portalsSection(portals: Portal[]): HTMLElement[] {
  if (portals.length === 0) return [];
  const list = createElement('ul');
  for (const { clientName, name } of portals) {
    const item = createElement('li');
    item.append(
      createElement('b', clientName),
      createElement('span', translate('portalAt', { name })),
    );
    list.append(item);
  }
  const part = createElement('section');
  part.setAttribute('aria-label', translate('portals'));
  part.append(
    createElement('h2', translate('portals')),
    createElement('p', translate('portalText'), 'soft'),
    list,
  );
  return [part];
}
