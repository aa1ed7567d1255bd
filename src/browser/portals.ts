import { createElement } from './page-elements.ts';
import { translate } from './translations.ts';

export interface Portal {
  name: string;
  clientName: string;
}

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
