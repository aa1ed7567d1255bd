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
])('%s takes one statement', async (metric, args, fields) => {
  const { data, statements } = await askFor(
    api.ours.context,
    `{ figures { ${metric}${args} { ${fields} } } }`,
  );
  expect(data.figures[metric].length).toBeGreaterThan(0);
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
  async (sample, args, record) => {
    for (const first of [1, 20]) {
      const source = `{ figures { ${sample}(${args}first: ${first}) { minutes ${record} } } }`;
      const { data, statements } = await askFor(api.ours.context, source);
      expect(data.figures[sample]).toHaveLength(first);
      const [field = ''] = record.split(' ');
      for (const group of data.figures[sample]) expect(group[field]).toBeTruthy();
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

test('a period that ends before it starts is reported like any invalid input', async () => {
  const source = '{ figures { revenueByMonth(from: "2026-02-01", to: "2026-01-01") { amount } } }';
  const { errors } = await ask(api.ours.context, source);
  expect(errors?.[0]?.originalError).toMatchObject({ code: 'invalid_input' });
});

test('the pipeline never adds different currencies', async () => {
  const workspace = await api.addWorkspace({ currency: 'EUR' });
  const clients = { Ours: null, Francs: 'CHF', Pounds: 'GBP' };
  for (const [name, currency] of Object.entries(clients)) {
    await workspace.post('clients/create', { name, currency });
    for (const value of [100, 20]) {
      await workspace.post('opportunities/create', { name: 'Deal', clientName: name, value });
    }
  }
  await workspace.post('opportunities/create', { name: 'Of nobody yet', value: 7 });
  const { body } = await workspace.gql(
    '{ figures { pipelineByStage { stage { label } currency opportunities value } } }',
  );
  const [first, ...rest] = body.data.figures.pipelineByStage;
  const { label } = first.stage;
  const of = (currency: string, opportunities: number, value: string) => ({
    ...{ stage: { label }, currency, opportunities, value },
  });
  const own = body.data.figures.pipelineByStage.filter(
    ({ stage }: { stage: { label: string } }) => stage.label === label,
  );
  expect(own).toEqual([of('CHF', 2, '120'), of('EUR', 3, '127'), of('GBP', 2, '120')]);
  expect(rest.slice(2)).toMatchObject(rest.slice(2).map(() => ({ currency: 'EUR', value: '0' })));
});
