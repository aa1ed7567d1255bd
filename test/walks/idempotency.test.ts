import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createProjectType } from '../../src/domain/project-types.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import type { Answer, TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import type { Arranged } from '../support/arranged.ts';
import { arrange, validBody } from '../support/arranged.ts';
import { pngFile } from '../support/images.ts';
import { argumentsFor, mutations } from '../support/mutation-samples.ts';
import { answeredRecord, mutated, sourceOf, successType } from '../support/mutations.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import { byOperation, callRoute, changingRoutes } from '../support/routes.ts';
import { snapshot } from '../support/snapshot.ts';

/** Every write of either door, sent twice with one key: one effect, and the same answer, byte for byte. */

const api = useTestApi({ sendsMail: true });

/** Sends a write twice, and looks at what the second one changed. */
async function sendTwice(send: (key: string) => Promise<Answer>) {
  const key = randomUUID();
  const before = await snapshot(api.database.pool);
  const first = await send(key);
  const once = await snapshot(api.database.pool);
  const second = await send(key);
  const twice = await snapshot(api.database.pool);
  return { before, first, once, second, twice };
}

type Twice = Awaited<ReturnType<typeof sendTwice>>;

function expectOnce({ before, first, once, second, twice }: Twice): void {
  expect(once).not.toEqual(before);
  expect(twice).toEqual(once);
  expect(second.text).toBe(first.text);
  expect(second.status).toBe(first.status);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(second.headers.get('idempotency-replayed')).toBe('true');
}

describe('the action surface', () => {
  const world = {} as Arranged;
  let own: TestWorkspace;
  beforeAll(async () => {
    own = await api.addWorkspace();
    Object.assign(world, await arrange(api, own, 'Own'));
  });

  test.each(byOperation(changingRoutes))('%s', async (_operation, route) => {
    const { createOrUpdateCalendarEvent: event } = world.made;
    const body = { ...validBody(route, world), ...(route.method === 'DELETE' && { id: event.id }) };
    const named = Object.entries(body).map(([name, value]) => [name, String(value)]);
    const parameters = Object.fromEntries(named);
    const call = { key: own.key, body, parameters };
    const twice = await sendTwice((key) =>
      callRoute(api, route, { ...call, headers: { 'idempotency-key': key } }),
    );
    expect(twice.first, JSON.stringify(twice.first.body)).toMatchObject({ status: 200 });
    expectOnce(twice);
  });
});

describe('GraphQL', () => {
  const { ours } = useFilledWorkspaces(api, { ours: 3, theirs: 2 });

  beforeAll(async () => {
    await api.database.prisma.timeEntry.updateMany({ data: { invoiceId: null } });
  });

  /** The input of a mutation, by name, where what it needs by the schema is not enough. */
  const inputs: Record<string, () => Input | Promise<Input>> = {
    ...Object.fromEntries(
      ['markInvoiceSent', 'voidInvoice', 'updateInvoice', 'replaceInvoice'].map((name) => [
        name,
        async () => ({ ...argumentsOf(name), id: await newInvoice() }),
      ]),
    ),
    sendInvoice: async () => {
      const clientId = ours.id('Client', 0);
      const email = 'ada@lovelace.example';
      await mutated(api.ours, 'createContact', { clientId, firstName: 'Ada', email });
      return { id: await newInvoice(), contacts: [email] };
    },
    deleteInvoice: async () => ({ id: await newInvoice() }),
    deleteCalendarEvent: async () => made('createOrUpdateCalendarEvent'),
    deleteTaskStage: async () => {
      const projectType = await made('createProjectType');
      return mutated(api.ours, 'createTaskStage', { label: 'One', projectTypeId: projectType.id });
    },
    approveDeliverable: async () => {
      const statusList = [{ label: 'To do' }, { label: 'Done', complete: true }];
      const type = await createProjectType(api.ours.context, { name: 'Whole', statusList });
      const clientId = ours.id('Client', 0);
      const project = { name: 'Whole', clientId, projectTypeId: type.id };
      const { id: projectId } = await mutated(api.ours, 'createProject', project);
      const whole = { name: 'Whole', projectId };
      return { deliverableId: (await mutated(api.ours, 'createDeliverable', whole)).id };
    },
    createFormSubmission: () => ({ formName: 'Contact', lastName: 'Hopper' }),
    createOrUpdateCalendarEvent: () => ({ startsAt: hour(9), endsAt: hour(10) }),
    inviteUser: async () => {
      const { id } = await mutated(api.ours, 'createUser', { email: 'invited@ours.example' });
      return { id };
    },
    narrowApiKey: async () => ({ id: await newKey(), scopes: ['CLIENTS_READ'] }),
    rotateApiKey: async () => ({ id: await newKey() }),
    resendMail: async () => {
      const id = ours.id('OutboxMail', 0);
      await api.database.prisma.outboxMail.updateMany({
        where: { id },
        data: { status: 'FAILED' },
      });
      return { id };
    },
    setWorkspaceLogo: () => ({
      image: pngFile({ width: 16, height: 16 }).toString('base64'),
    }),
  };

  type Input = Record<string, unknown>;
  const hour = (of: number) => `2026-04-02T${String(of).padStart(2, '0')}:00:00Z`;
  const argumentsOf = (name: string) => argumentsFor(name, ours).input as Input;
  const inputOf = (name: string) => inputs[name]?.() ?? argumentsOf(name);
  const made = async (name: string): Promise<Input> =>
    mutated(api.ours, name, (await inputOf(name)) as Input);
  const newKey = async () => {
    const key = { name: 'Key', scopes: ['clients:read', 'sales:read'] };
    return (await createApiKey(api.ours.context, key)).record.id;
  };
  const newInvoice = async () => (await made('createSimpleInvoice')).id;

  /** What is deleted was just made, so that nothing refers to it. */
  const variablesOf = async (name: string): Promise<Input> => {
    const maker = name.replace(/^delete/, 'create');
    const isMade = maker !== name && !inputs[name];
    const input = isMade ? { id: (await made(maker)).id } : await inputOf(name);
    return input ? { input } : {};
  };

  /** All of a success type that has a name of its own and is no secret. */
  function selectionOf(name: string): string {
    if (answeredRecord(name)) return 'id version updatedAt';
    const fields = Object.keys(successType(name).getFields());
    return fields
      .map(
        (field) =>
          ({ key: '', apiKey: 'apiKey { id }', results: 'results { __typename }' })[field] ?? field,
      )
      .join(' ');
  }

  test.each(mutations.map(({ name }) => name))('%s', async (name) => {
    const variables = await variablesOf(name);
    const query = sourceOf(name, selectionOf(name));
    const twice = await sendTwice((key) =>
      api.request('/graphql', {
        method: 'POST',
        headers: {
          'x-api-key': api.ours.key,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ query, variables }),
      }),
    );
    const told = JSON.stringify(twice.first.body);
    expect(twice.first.body.data?.result.__typename, told).toBe(successType(name).name);
    expectOnce(twice);
  });
});
