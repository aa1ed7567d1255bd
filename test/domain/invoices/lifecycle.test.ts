import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { invoiceActions, lifecycle } from '../../../src/domain/invoices/lifecycle.ts';
import { invoiceStatuses } from '../../../src/domain/invoices/records.ts';

const page = readFileSync(new URL('../../../docs/invoice-lifecycle.md', import.meta.url), 'utf8');

/** A table's rows as they are in a document, without what aligns them. */
function cellsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[ -]+\|/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

test('the documentation shows the table that the verbs ask', () => {
  const rows = invoiceActions.map((action) => {
    const { condition, transitions } = lifecycle[action];
    const cells = invoiceStatuses.map((status) => {
      const to = transitions[status];
      if (to === undefined) return '';
      return to.length === 0 ? 'gone' : to.join(' or ');
    });
    return [`\`${action}\``, ...cells, condition ? `only if ${condition.words}` : ''];
  });
  expect(cellsOf(page)).toEqual([['Action', ...invoiceStatuses, 'Condition'], ...rows]);
});

test('the documentation says what each action is', () => {
  for (const action of invoiceActions) expect(page).toContain(lifecycle[action].meaning);
});
