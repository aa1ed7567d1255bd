import type { GraphQLInputObjectType, GraphQLObjectType } from 'graphql';
import { getNamedType, isInputObjectType, isLeafType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import type { Arranged } from '../support/arranged-records.ts';
import { arrange, validBody } from '../support/arranged-records.ts';
import { pngFile } from '../support/images.ts';
import { watchLog } from '../support/logged-changes.ts';
import { argumentsFor, inputFieldsOf, mutations } from '../support/mutation-samples.ts';
import { mutate, mutated, returnedRecord, successType } from '../support/mutations.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import { byOperation, callRoute, isUpdate, routes } from '../support/routes.ts';

/**
 * A record that is sent back unchanged changes nothing: no version, no timestamp, no log entry. Every update in either
 * API is sent until the record contains its values, and then once more.
 */

const api = useTestApi({ overSocket: true });

type Values = Record<string, unknown>;

/** Expects that a command changes no version in the workspace, and logs nothing. */
async function expectNothingDone<T>(by: TestWorkspace, work: () => Promise<T>): Promise<T> {
  const sinceThen = await watchLog(api.database.pool, by.accountId);
  const done = await work();
  const { happened, names } = await sinceThen();
  expect([happened, names], JSON.stringify(done)).toEqual([{}, []]);
  return done;
}

describe('REST', () => {
  const world = {} as Arranged;
  let own: TestWorkspace;
  beforeAll(async () => {
    own = await api.addWorkspace();
    Object.assign(world, await arrange(api, own, 'Own'));
  });

  test.each(byOperation(routes.filter(isUpdate)))('%s', async (_operation, route) => {
    const send = async (body: Values) => {
      const answer = await callRoute(api, route, { key: own.key, body });
      expect(answer.status, answer.text).toBe(200);
      return answer;
    };
    const settled = await send(validBody(route, world));
    const again = await expectNothingDone(own, () => send({ ...settled.body }));
    expect([again.text, again.headers.get('etag')]).toEqual([
      settled.text,
      settled.headers.get('etag'),
    ]);
    if (route.operationId.startsWith('patch')) {
      await expectNothingDone(own, () => send({ id: settled.body.id }));
    }
  });

  test('an event of the calendar that is sent again as it is', async () => {
    const hours = { startTime: '2026-04-02T14:00:00Z', endTime: '2026-04-02T15:00:00Z' };
    const event = { eventId: 'own-event', ...hours, description: 'Once more' };
    const send = () => own.post('calendar/createOrUpdate', event);
    const first = await send();
    const second = await expectNothingDone(own, send);
    expect([first.status, second.text]).toEqual([200, first.text]);
  });
});

describe('GraphQL', () => {
  const { ours } = useFilledWorkspaces(api, { ours: 3, theirs: 2 });

  beforeAll(async () => {
    const data = { invoiceId: null, invoiceLineId: null };
    await api.database.prisma.timeEntry.updateMany({ data });
    await api.database.prisma.expense.updateMany({ data });
  });

  /** The common fields of an input and a record with values of their own, including their parts. */
  function ownFields(input: GraphQLInputObjectType, record: GraphQLObjectType): string[] {
    const displayed = record.getFields();
    return Object.values(input.getFields()).flatMap(({ name, type: value }) => {
      const [type, part] = [
        displayed[name] && getNamedType(displayed[name].type),
        getNamedType(value),
      ];
      if (!type || displayed[name]?.args.length) return [];
      if (isLeafType(type)) return [name];
      if (!isInputObjectType(part) || !isObjectType(type)) return [];
      return [`${name} { ${ownFields(part, type).join(' ')} }`];
    });
  }

  function fieldsOf(name: string): string[] {
    const [argument] = mutations.find((one) => one.name === name)?.args ?? [];
    const input = argument && getNamedType(argument.type);
    const record = returnedRecord(name)?.type;
    if (!record || !isInputObjectType(input)) return [];
    return ownFields(input, record).filter((field) => field !== 'id');
  }

  async function inputOf(name: string): Promise<Values> {
    const input = argumentsFor(name, ours).input as Values;
    if (!name.endsWith('Invoice')) return input;
    // Only a draft is changed.
    const draft = argumentsFor('createSimpleInvoice', ours).input as Values;
    return { ...input, id: (await mutated(api.ours, 'createSimpleInvoice', draft)).id };
  }

  const text = mutations
    .map(({ name }) => name)
    .filter((name) =>
      /^(update|replace|archive|unarchive|deactivate|reactivate|set)[A-Z]/.test(name),
    );

  test.each(text)('%s', async (name) => {
    const input = await inputOf(name);
    if (name === 'setWorkspaceLogo') {
      input.image = pngFile({ width: 16, height: 16 }).toString('base64');
    }
    const takes = inputFieldsOf(name);
    if (takes.includes('assigneeIds')) input.assigneeIds = [ours.id('User', 0)];
    // What only one record can be takes something from the others, once.
    for (const field of takes) {
      if (/^(defaultContact|isDefault([A-Z]\w+)?)$/.test(field)) input[field] = true;
    }
    const fields = fieldsOf(name);
    const send = async (values: Values) => {
      const done = await mutate(
        api.ours,
        name,
        { ...input, ...values },
        returnedRecord(name) ? ['version', ...fields].join(' ') : '',
      );
      expect(done.__typename, JSON.stringify(done)).toBe(successType(name).name);
      return done;
    };
    const settled = await send({});
    const values = Object.fromEntries(
      fields.map((field) => field.split(' ')[0] as string).map((field) => [field, settled[field]]),
    );
    const asItIs = await send(values);
    const again = await expectNothingDone(api.ours, () => send(values));
    expect(again).toEqual(asItIs);
    // Missing fields are kept.
    if (name.startsWith('update')) {
      expect(asItIs.version).toBe(settled.version);
      await expectNothingDone(api.ours, () => send({}));
    }
  });

  /** Parts of a record outside its own row: a change of them alone. */
  const partsAlone: [name: string, before: Values, after: Values][] = [
    ['updateDeliverable', { assigneeIds: [] }, { assigneeEmails: ['owner@ours.example'] }],
    [
      'updateTaxRule',
      { components: [{ name: 'A', rate: '5' }] },
      { components: [{ name: 'B', rate: '5' }] },
    ],
    [
      'updateProjectTemplate',
      { deliverables: [{ name: 'A' }] },
      { deliverables: [{ name: 'A', priority: 2 }] },
    ],
    [
      'updateInvoice',
      { lineItems: [{ unitPrice: '5', description: 'A' }] },
      { lineItems: [{ unitPrice: '5', description: 'B' }] },
    ],
  ];

  test.each(partsAlone)(
    '%s: a change of its parts alone raises the version by one',
    async (name, before, after) => {
      const input = await inputOf(name);
      const { version } = await mutated(api.ours, name, { ...input, ...before }, 'version');
      const movement = await mutated(api.ours, name, { ...input, ...after }, 'version updatedAt');
      expect(movement.version).toBe(version + 1);
      const late = { ...input, ...before, expectedVersion: version };
      expect(await mutate(api.ours, name, late)).toMatchObject({ code: 'version_mismatch' });
    },
  );
});
