import { bar, element } from './dom.ts';
import { money, plural, words } from './format.ts';
import type { Change, Dashboard } from './service.ts';

const ages = [
  ['notDue', 'Not due'],
  ['days1To30', '1–30 days'],
  ['days31To60', '31–60 days'],
  ['days61To90', '61–90 days'],
  ['over90Days', 'Over 90 days'],
] as const;

const nothing = (text: string) => [element('p', 'nothing', text)];

/** What the key may not see is null, with an error beside it that the page tells. */

/** What is owed, each currency by itself: amounts in different currencies are never added up. */
export function receivables({ figures }: Dashboard): HTMLElement[] {
  const rows = figures.receivablesByAge ?? [];
  if (rows.length === 0) return nothing('Nobody owes anything.');
  return rows.map((row) => {
    const share = (age: (typeof ages)[number][0]) => Number(row[age]) / Number(row.total);
    return element(
      'article',
      'currency',
      element('strong', '', money(row.total, row.currency)),
      element('small', '', ` ${plural(row.invoices, 'open invoice', 'open invoices')}`),
      element('div', 'bar', ...ages.map(([age]) => bar(share(age), age))),
      element(
        'dl',
        '',
        ...ages.map(([age, label]) =>
          element(
            'div',
            age,
            element('dt', '', label),
            element('dd', '', money(row[age], row.currency)),
          ),
        ),
      ),
    );
  });
}

export function pipeline({ figures }: Dashboard): HTMLElement[] {
  const stages = figures.pipelineByStage ?? [];
  if (stages.length === 0) return nothing('Nothing to be won.');
  const most = Math.max(...stages.map(({ value }) => Number(value)), 1);
  return stages.map(({ currency, stage, opportunities, value }) =>
    element(
      'article',
      'stage',
      element('span', '', stage?.label ?? ''),
      element('small', '', plural(opportunities, 'opportunity', 'opportunities')),
      element('strong', '', money(value, currency)),
      element('div', 'bar', bar(Number(value) / most, 'value', stage?.hexColor)),
    ),
  );
}

const verbs = { CREATED: 'new', UPDATED: 'changed', DELETED: 'gone' };

/** What a person calls the record; what has no name, by what it belongs to. */
function nameOf({ node, id }: Change): string {
  switch (node?.__typename) {
    case 'Client':
    case 'Project':
    case 'Deliverable':
    case 'Opportunity':
      return node.name;
    case 'Invoice':
      return node.invoiceNumberFormatted;
    case 'Payment':
      return node.invoice.invoiceNumberFormatted;
    case 'TimeEntry':
      return node.project?.name ?? node.client?.name ?? id;
    default:
      return id;
  }
}

export function change(told: Change): HTMLElement {
  return element(
    'li',
    told.kind.toLowerCase(),
    element('time', '', new Date().toLocaleTimeString()),
    element('b', '', words(told.type)),
    element('span', '', nameOf(told)),
    element('em', '', verbs[told.kind]),
  );
}
