import { returnedRecord } from './mutations.ts';
import type { ReadModel, Row } from './read-model.ts';
import { keyOf } from './read-model.ts';
import { minutes } from './read-model-fields.ts';
import { inOrder } from './read-model-values.ts';
import type { Case } from './read-operations.ts';

/** Fields at the root that find records by themselves: which they find, a second time and in another way. */

interface Operation {
  kind?: 'mutation';
  /** With the selected fields of each record in its position. */
  source: (selection: string) => string;
  /** The result, in which a record is replaced by a placeholder until it is selected. */
  expected: (record: (row: Row) => Promise<object>) => Promise<unknown>;
}

const lower = (value: unknown) => String(value ?? '').toLowerCase();

/** The search terms: all, many, a single record, none. */
const queries = [
  '',
  'Client',
  'cLIENT 1',
  'contact-3@',
  'first',
  'First 2 Last',
  'LAST 4',
  '%',
  'nobody',
];

function search(model: ReadModel, { at, page }: Case): Operation {
  const query = queries[at % queries.length] ?? '';
  const startsSo = (...values: unknown[]) =>
    values.some((value) => value !== null && lower(value).startsWith(lower(query)));
  const isMeant = ({ archived, clientId, email, phone, firstName, lastName }: Row, id: unknown) =>
    clientId === id &&
    archived === false &&
    (startsSo(email, phone) ||
      lower(`${firstName ?? ''} ${lastName ?? ''}`).includes(lower(query)));
  const found = model
    .rows('Client')
    .filter(({ archived }) => archived === false)
    .filter(
      ({ id, name, phone }) =>
        startsSo(name, phone) || model.rows('Contact').some((contact) => isMeant(contact, id)),
    );
  const clients = inOrder(found, 'name');
  const first = Math.max(1, page.size);
  return {
    source: (selection) =>
      `searchClients(query: ${JSON.stringify(query)}, first: ${first}) ${selection}`,
    expected: (record) => Promise.all(clients.slice(0, first).map(record)),
  };
}

/** Totals of time, by the type of their record: the column, and the selected field. */
const timeTotals: Readonly<Record<string, { column: string; figure: string; field: string }>> = {
  Client: { column: 'clientId', figure: 'unbilledTimeByClient', field: 'client' },
  Project: { column: 'projectId', figure: 'trackedTimeByProject', field: 'project' },
  User: { column: 'userId', figure: 'trackedTimeByPerson', field: 'user' },
};

function figure(model: ReadModel, { type, page }: Case): Operation {
  const known = timeTotals[type.name];
  if (!known) return pipeline(model);
  const { column, field } = known;
  const isUnbilled = field === 'client';
  const entries = model
    .rows('TimeEntry')
    .filter(({ billable, invoiceId }) => !isUnbilled || (billable === true && invoiceId === null));
  const groups = [...new Set(entries.map((entry) => entry[column]))]
    .map((id) => ({ id, of: entries.filter((entry) => entry[column] === id) }))
    .map(({ id, of }) => ({ id, minutes: minutes(of), entries: of.length }))
    .sort(
      (one, other) => other.minutes - one.minutes || (String(one.id) > String(other.id) ? 1 : -1),
    );
  const first = Math.max(1, page.size);
  const period = isUnbilled ? '' : 'from: "2020-01-01", to: "2030-01-01", ';
  return {
    source: (selection) =>
      `figures { ${known.figure}(${period}first: ${first}) { minutes entries ${field} ${selection} } }`,
    expected: async (record) => ({
      [known.figure]: await Promise.all(
        groups.slice(0, first).map(async ({ id, ...sums }) => {
          const row = model.find(type.name, id);
          return { ...sums, [field]: row ? await record(row) : null };
        }),
      ),
    }),
  };
}

function pipeline(model: ReadModel): Operation {
  const isOpen = ({ stageType }: Row) => !String(stageType).startsWith('CLOSED_');
  const stages = inOrder(model.rows('PipelineStage').filter(isOpen), 'position');
  const countOf = (id: unknown) =>
    model.rows('Opportunity').filter((one) => one.statusId === id && one.archived === false).length;
  return {
    source: (selection) => `figures { pipelineByStage { opportunities stage ${selection} } }`,
    expected: async (record) => ({
      pipelineByStage: await Promise.all(
        stages.map(async (row) => ({ opportunities: countOf(row.id), stage: await record(row) })),
      ),
    }),
  };
}

/** An update that changes nothing returns the record as it is by then. */
function update(model: ReadModel, { type, at }: Case): Operation {
  // An invoice's time stays as it is.
  const isFree = ({ invoiceId }: Row) => type.name !== 'TimeEntry' || invoiceId === null;
  const rows = model.rows(type.name).filter(isFree);
  const id = rows[at % rows.length]?.id;
  const name = `update${type.name}`;
  const field = returnedRecord(name)?.field ?? '';
  return {
    kind: 'mutation',
    source: (selection) =>
      `${name}(input: { id: "${keyOf(type.name, id)}" }) { __typename ... on Update${type.name}Success { ${field} ${selection} } }`,
    expected: async (record) => {
      await model.read(type.name);
      const row = model.find(type.name, id) as Row;
      return { __typename: `Update${type.name}Success`, [field]: await record(row) };
    },
  };
}

/** An operation whose root finds records by itself; nothing where it is another one. */
export function returnedOperation(model: ReadModel, input: Case): Operation | undefined {
  const made = { search, figure, mutation: update } as const;
  return input.root in made ? made[input.root as keyof typeof made](model, input) : undefined;
}
