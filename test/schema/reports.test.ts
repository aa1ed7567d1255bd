import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { ask, askFor } from '../support/graphql.ts';
import { useFilledWorkspaces } from '../support/records.ts';

const api = useTestApi();
useFilledWorkspaces(api, { ours: 30, theirs: 3 });

const period = 'from: "2026-01-01", to: "2026-12-31"';

test.each([
  [
    'receivablesByAge',
    '',
    'currency invoices notDue days1To30 days31To60 days61To90 over90Days total',
  ],
  ['revenueByMonth', `(${period})`, 'month currency amount payments'],
  ['unbilledTimeByClient', '(first: 20)', 'minutes entries'],
  ['trackedTimeByProject', `(${period}, first: 20)`, 'minutes entries'],
  ['trackedTimeByPerson', `(${period}, first: 20)`, 'minutes entries'],
  ['pipelineByStage', '', 'opportunities value'],
])('%s takes one statement', async (figure, args, fields) => {
  const { data, statements } = await askFor(
    api.ours.context,
    `{ figures { ${figure}${args} { ${fields} } } }`,
  );
  expect(data.figures[figure].length).toBeGreaterThan(0);
  expect(statements).toHaveLength(1);
});

test.each([
  ['unbilledTimeByClient', '', 'client { name contacts { edges { node { email } } } }'],
  ['trackedTimeByProject', `${period}, `, 'project { name client { name } }'],
  [
    'trackedTimeByPerson',
    `${period}, `,
    'user { email timeEntries(first: 1) { edges { node { notes } } } }',
  ],
])(
  '%s takes one more for the records of its groups, however many',
  async (figure, args, record) => {
    for (const first of [1, 20]) {
      const source = `{ figures { ${figure}(${args}first: ${first}) { minutes ${record} } } }`;
      const { data, statements } = await askFor(api.ours.context, source);
      expect(data.figures[figure]).toHaveLength(first);
      const [field = ''] = record.split(' ');
      for (const group of data.figures[figure]) expect(group[field]).toBeTruthy();
      expect(statements).toHaveLength(2);
    }
  },
);

test('pipelineByStage names its stages', async () => {
  const { data, statements } = await askFor(
    api.ours.context,
    '{ figures { pipelineByStage { stage { label } value } } }',
  );
  const labels = data.figures.pipelineByStage.map(
    ({ stage }: { stage: { label: string } }) => stage.label,
  );
  expect(labels).toContain('Lead');
  expect(statements).toHaveLength(2);
});

test('a period that ends before it starts is told like any other input at fault', async () => {
  const source = '{ figures { revenueByMonth(from: "2026-02-01", to: "2026-01-01") { amount } } }';
  const { errors } = await ask(api.ours.context, source);
  expect(errors?.[0]?.originalError).toMatchObject({ code: 'invalid_input' });
});
