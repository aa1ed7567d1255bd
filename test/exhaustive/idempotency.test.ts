import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createProjectType } from '../../src/domain/project-types/create.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import type { RecordType } from '../../src/platform/ids/record-ids.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import type { Route } from '../../src/rest/core/route.ts';
import type { Answer, TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import type { Arranged } from '../support/arranged-records.ts';
import { arrange, validBody } from '../support/arranged-records.ts';
import { pngFile } from '../support/images.ts';
import { watchLog } from '../support/logged-changes.ts';
import { argumentsFor, inputFieldsOf, mutations } from '../support/mutation-samples.ts';
import { mutated, returnedRecord, sourceOf, successType } from '../support/mutations.ts';
import { operationCases } from '../support/operation-cases.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import type { Call } from '../support/routes.ts';
import { byOperation, callRoute, changingRoutes } from '../support/routes.ts';
import { snapshot } from '../support/snapshot.ts';
import { useTwoServices } from '../support/two-services.ts';

/**
 * Sends every write in either API as a dry run, which writes nothing and returns the response of the write. Then sends it
 * twice with one key: one effect, and the same response, byte for byte. Sends every
 * change of a record with a wrong version, which is rejected, and then with the right one. Sends every create with an
 * id, which makes it idempotent without a key. The log contains the change of each row, and nothing else.
 */

const api = useTestApi({ sendsMail: true, overSocket: true });

/** The clock of the process is an hour late. Timestamps follow the database. */
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
});
afterAll(() => void vi.useRealTimers());

/** How often a write is sent at once, before it is sent again: in the long run to two started services. */
const simultaneous = inject('longRun') === undefined ? 1 : 200;
if (simultaneous > 1) useTwoServices(api);

/** Repeats a request until no other process executes it, and the queue has a slot. */
async function returned(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    const code = answer.body.code ?? answer.body.errors?.[0]?.extensions.code;
    if (code !== 'idempotency_key_in_use' && answer.status !== 503) return answer;
  }
}

/** Sends a write so many times simultaneously. Returns the response of the one that was executed. */
async function sendConcurrently(send: () => Promise<Answer>): Promise<Answer> {
  const all = await Promise.all(Array.from({ length: simultaneous }, () => returned(send)));
  expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  const [first, ...more] = all.filter(({ headers }) => !headers.has('idempotency-replayed'));
  expect(more).toEqual([]);
  return first as Answer;
}

/** A write with an idempotency key, or a dry run. */
type SendWrite = (headers: Record<string, string>) => Promise<Answer>;

/** Sends a write as a dry run and then twice, and looks at what the dry run and the second one changed. */
async function sendTwice(operation: string, by: TestWorkspace, send: SendWrite) {
  const headers = { 'idempotency-key': randomUUID() };
  const sinceThen = await watchLog(api.database.pool, by.accountId);
  const before = await snapshot(api.database.pool);
  const dryRun = await send({ ...headers, 'dry-run': 'true' });
  expect(await snapshot(api.database.pool), dryRun.text).toEqual(before);
  expect(dryRun.headers.get('dry-run')).toBe('true');
  const first = await sendConcurrently(() => send(headers));
  expect(first.headers.get('dry-run')).toBeNull();
  if (dryRun.text?.includes('effects outside of the database')) unsupported.add(operation);
  else expect([dryRun.status, withoutNewValues(dryRun)]).toEqual([200, withoutNewValues(first)]);
  const log = await sinceThen();
  const once = await snapshot(api.database.pool);
  const second = await send(headers);
  const twice = await snapshot(api.database.pool);
  return { before, first, log, once, second, twice };
}

/** Writes without a dry run. */
const unsupported = new Set<string>();
afterAll(() => expect([...unsupported].sort()).toEqual(['sendTestWebhook']));

/** A response without ids, secrets and times, which differ between two writes. */
const withoutNewValues = ({ text }: Answer) =>
  (text ?? '')
    .replaceAll(/\b(usr_\d+|[a-z]{3}_[0-9a-f]{32})\b/g, 'id')
    .replaceAll(/\bwhsec_[\w+/=]+/g, 'secret')
    .replaceAll(/\/view\/\d+-[\w-]+/g, '/view/token')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'time');

type Twice = Awaited<ReturnType<typeof sendTwice>>;

/** Their secrets are in the first answer alone. */
const issuing = ['createWebhookEndpoint', 'rotateWebhookSecret'];

function expectSingle({ before, first, once, second, twice }: Twice, isIssuing = false): void {
  expect(once).not.toEqual(before);
  expect(twice).toEqual(once);
  if (isIssuing) {
    expect([first.body.secret, second.body.code]).toEqual([
      expect.stringMatching(/^whsec_/),
      'secret_not_kept',
    ]);
    return;
  }
  expect(second.text).toBe(first.text);
  expect(second.status).toBe(first.status);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(second.headers.get('idempotency-replayed')).toBe('true');
}

/**
 * The log contains each change of a row once, with its actor, and agrees with the database. Timestamps in both come
 * from the clock of the database, which all processes share.
 */
async function expectLogged({ first, log }: Twice, by: TestWorkspace, operation: string) {
  expect(log.early).toEqual([]);
  // The log of an erasure contains no erased values.
  const erased = { kind: 'ERASED', version: null, before: null, after: null };
  const happened = operation.startsWith('erase')
    ? Object.fromEntries(Object.keys(log.happened).map((name) => [name, erased]))
    : log.happened;
  const hint =
    'The audit entries differ from the rows; see src/platform/audit-log/audited-columns.ts.';
  expect(log.logged, hint).toEqual(happened);
  expect(log.names).toEqual([...new Set(log.names)]);
  const where = { accountId: by.accountId, prefix: String(by.key.split('_')[2]) };
  const { id: actorId } = await api.database.prisma.apiKey.findFirstOrThrow({ where });
  const requestId = first.headers.get('x-request-id');
  for (const printed of log.said) {
    expect(printed).toEqual({ actorKind: 'KEY', actorId, operation, requestId });
  }
}

describe('REST', () => {
  const world = {} as Arranged;
  let own: TestWorkspace;
  beforeAll(async () => {
    own = await api.addWorkspace();
    Object.assign(world, await arrange(api, own, 'Own'));
  });

  test.each(byOperation(changingRoutes))('%s', async (_operation, route) => {
    const { createOrUpdateCalendarEvent: event } = world.made;
    const isOfEvent = route.operationId === 'createOrUpdateCalendarEvent';
    const body = {
      ...validBody(route, world),
      ...(isOfEvent && { eventId: event.id }),
      ...(route.creates && { newId: newId(route.creates) }),
    };
    const named = Object.entries(body).map(([name, value]) => [name, String(value)]);
    const parameters = Object.fromEntries(named);
    const call = { key: own.key, body, parameters };
    const headers = route.takesVersion ? await rejectedHeaders(route, call) : {};
    const twice = await sendTwice(route.operationId, own, (sent) =>
      callRoute(api, route, { ...call, headers: { ...headers, ...sent } }),
    );
    expect(twice.first, JSON.stringify(twice.first.body)).toMatchObject({ status: 200 });
    const isIssuing = issuing.includes(route.operationId);
    expectSingle(twice, isIssuing);
    await expectLogged(twice, own, `${route.method} ${route.path}`);
    const { first, second } = twice;
    const { returnsVersion = false } = route;
    expect(first.headers.get('etag')).toEqual(
      returnsVersion ? expect.stringMatching(/^"\d+"$/) : null,
    );
    expect(second.headers.get('etag')).toBe(isIssuing ? null : first.headers.get('etag'));
    if (route.creates) await expectSameById(route, call, twice);
  });

  /** Sends a create again without a key: its id identifies the existing record. */
  async function expectSameById(route: Route, call: Call, { first, twice }: Twice): Promise<void> {
    const again = await callRoute(api, route, call);
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
    expect(await snapshot(api.database.pool)).toEqual(twice);
    if (route.creates === 'Payment') return;
    expect(first.body.id).toBe((call.body as { newId: string }).newId);
  }

  /** Sends a change that expects another version, by the header and in the body; returns the header that is right. */
  async function rejectedHeaders(route: Route, call: Call): Promise<Record<string, string>> {
    const before = await snapshot(api.database.pool);
    const byHeader = await callRoute(api, route, { ...call, headers: { 'if-match': '"1000000"' } });
    expect(byHeader).toMatchObject({ status: 412, body: { code: 'version_mismatch' } });
    if (route.input.from === 'body') {
      const body = { ...(call.body as object), expectedVersion: 1_000_000 };
      const inBody = await callRoute(api, route, { ...call, body });
      expect(inBody).toMatchObject({ status: 409, body: { code: 'version_mismatch' } });
      expect(inBody.headers.get('etag')).toBe(byHeader.headers.get('etag'));
    }
    expect(await snapshot(api.database.pool)).toEqual(before);
    return { 'if-match': byHeader.headers.get('etag') ?? '' };
  }

  test('every change of a record accepts a version', () => {
    const without = changingRoutes.filter(({ takesVersion }) => !takesVersion);
    expect(without.filter(({ method }) => method !== 'POST')).toEqual([]);
    expect(
      without.filter(
        ({ path }) =>
          !/(\/create(From(Work|Url|File))?|\/merge|^webhooks\/test|^bulk|subscribe)$/.test(path),
      ),
    ).toEqual([]);
  });
});

describe('GraphQL', () => {
  const { ours } = useFilledWorkspaces(api, { ours: 3, theirs: 2 });

  beforeAll(async () => {
    const data = { invoiceId: null, invoiceLineId: null };
    await api.database.prisma.timeEntry.updateMany({ data });
    await api.database.prisma.expense.updateMany({ data });
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
      return { id: await newInvoice(), contacts: [await newAddress()] };
    },
    sendInvoiceCancellation: async () => {
      const id = await newInvoice();
      await mutated(api.ours, 'voidInvoice', { id });
      return { id, contacts: [await newAddress()] };
    },
    sendInvoiceReminder: async () => {
      const id = await newInvoice();
      await mutated(api.ours, 'markInvoiceSent', { id });
      return { id, contacts: [await newAddress()] };
    },
    sendCreditNote: async () => {
      const invoiceId = await newInvoice();
      await mutated(api.ours, 'markInvoiceSent', { id: invoiceId });
      const note = await mutated(api.ours, 'createCreditNote', { input: { invoiceId } });
      return { id: note.id, contacts: [await newAddress()] };
    },
    sendPaymentReceipt: async () => {
      const where = { accountId: api.ours.accountId, id: String(await newInvoice()) };
      const { invoiceNumberFormatted } = await api.database.prisma.invoice.findFirstOrThrow({
        where,
      });
      const payment = { invoiceNumber: invoiceNumberFormatted, amount: 1 };
      const { id } = await mutated(api.ours, 'recordPayment', { input: payment });
      const paid = { accountId: api.ours.accountId, invoiceId: String(id) };
      const one = await api.database.prisma.payment.findFirstOrThrow({ where: paid });
      return { id: one.id, contacts: [await newAddress()] };
    },
    deleteInvoice: async () => ({ id: await newInvoice() }),
    deleteAttachment: async () => {
      const [input] = (await operationCases.get('deleteAttachment')?.inputs(api, api.ours)) ?? [];
      return input as Input;
    },
    sendPortalLink: async () => {
      const contact = { firstName: 'Ada', email: 'portal@lovelace.example', portalAccess: true };
      const clientId = ours.id('Client', 0);
      return { id: (await mutated(api.ours, 'createContact', { ...contact, clientId })).id };
    },
    eraseClient: async () => {
      const { id } = await mutated(api.ours, 'createClient', { name: 'Gone Ltd' });
      return { id, confirmName: 'Gone Ltd' };
    },
    eraseContact: async () => {
      const { id } = await mutated(api.ours, 'createContact', { firstName: 'Somebody' });
      return { id, confirmName: 'Somebody' };
    },
    deleteCalendarEvent: async () => made('createOrUpdateCalendarEvent'),
    deleteMailSuppression: () => ({ id: ours.id('MailSuppression', 0) }),
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
    createInvoiceFromWork: async () => {
      const { id: clientId } = await mutated(api.ours, 'createClient', { name: 'Worked for' });
      const worked = { timerStart: hour(9), timerEnd: hour(10), hourlyAmount: '10' };
      await mutated(api.ours, 'createTimeEntry', { ...worked, clientId });
      return { clientId, from: '2026-04-02', expenses: false, hourlyAmount: '10' };
    },
    mergeClients: async () => ({
      keep: (await mutated(api.ours, 'createClient', { name: 'Kept' })).id,
      merge: (await mutated(api.ours, 'createClient', { name: 'The same' })).id,
    }),
    mergeContacts: async () => ({
      keep: (await mutated(api.ours, 'createContact', { firstName: 'Kept' })).id,
      merge: (await mutated(api.ours, 'createContact', { firstName: 'The same' })).id,
    }),
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
  const inputOf = (name: string) => inputs[name]?.() ?? ownInput(name) ?? argumentsOf(name);
  const ownInput = (name: string) =>
    operationCases
      .get(name)
      ?.inputs(api, api.ours)
      .then(([input]) => input as Input);
  const made = async (name: string): Promise<Input> =>
    mutated(api.ours, name, (await inputOf(name)) as Input);
  const newKey = async () => {
    const key = { name: 'Key', scopes: ['clients:read', 'sales:read'] };
    return (await createApiKey(api.ours.context, key)).record.id;
  };
  const newInvoice = async () => (await made('createSimpleInvoice')).id;

  /** A contact with an e-mail address, of the client whose invoices are created here. */
  const newAddress = async () => {
    const clientId = ours.id('Client', 0);
    addresses += 1;
    const email = `ada-${addresses}@lovelace.example`;
    await mutated(api.ours, 'createContact', { clientId, firstName: 'Ada', email });
    return email;
  };
  let addresses = 0;

  /** A deleted record is a new one, so that nothing refers to it. */
  const variablesOf = async (name: string): Promise<Input> => {
    const maker = name.replace(/^delete/, 'create');
    const isMade = maker !== name && !inputs[name];
    const input = isMade ? { id: (await made(maker)).id } : await inputOf(name);
    if (name === 'createOrUpdateCalendarEvent')
      Object.assign(input, { eventId: (await made(name)).id });
    return input ? { input } : {};
  };

  /** All fields of a success type with names of their own, without secrets. */
  function selectionOf(name: string): string {
    if (returnedRecord(name)) return 'id version updatedAt';
    const fields = Object.keys(successType(name).getFields());
    return fields
      .map(
        (field) =>
          ({
            key: '',
            url: '',
            erasure: '',
            apiKey: 'apiKey { id }',
            results: 'results { __typename }',
          })[field] ?? field,
      )
      .join(' ');
  }

  // After it no caller exists who could repeat it: see test/domain/workspaces/delete-workspace.test.ts.
  const repeatable = mutations.map(({ name }) => name).filter((name) => name !== 'deleteWorkspace');

  test.each(repeatable)('%s', async (name) => {
    const argument = await variablesOf(name);
    const query = sourceOf(name, selectionOf(name));
    const variables = takesVersion(name) ? await rejectedVariables(query, argument) : argument;
    const own = takesNewId(name) ? newId(returnedRecord(name)?.type.name as RecordType) : undefined;
    if (own) Object.assign(variables.input as Input, { id: own });
    const twice = await sendTwice(name, api.ours, (sent) =>
      api.request('/graphql', {
        method: 'POST',
        headers: {
          'x-api-key': api.ours.key,
          'content-type': 'application/json',
          ...sent,
        },
        body: JSON.stringify({ query, variables }),
      }),
    );
    const reported = JSON.stringify(twice.first.body);
    expect(twice.first.body.data?.result.__typename, reported).toBe(successType(name).name);
    expectSingle(twice);
    await expectLogged(twice, api.ours, name);
    if (!own) return;
    const again = await api.ours.gql(query, variables);
    expect(again.body.data).toEqual(twice.first.body.data);
    expect(again.text).toContain(own);
    expect(await snapshot(api.database.pool)).toEqual(twice.twice);
  });

  const takesNewId = (name: string) =>
    name.startsWith('create') && inputFieldsOf(name).includes('id');

  const takesVersion = (name: string) => inputFieldsOf(name).includes('expectedVersion');

  /** Sends a change that expects another version; returns the input that expects the right one. */
  async function rejectedVariables(query: string, { input }: Input): Promise<Input> {
    const before = await snapshot(api.database.pool);
    const expecting = (expectedVersion: number) => ({
      input: { ...(input as Input), expectedVersion },
    });
    const { body } = await api.ours.gql(query, expecting(1_000_000));
    expect(body.data?.result, JSON.stringify(body)).toMatchObject({
      __typename: 'VersionMismatchError',
      code: 'version_mismatch',
      currentVersion: expect.any(Number),
    });
    expect(await snapshot(api.database.pool)).toEqual(before);
    return expecting(body.data.result.currentVersion);
  }

  test('every change of a record accepts a version', () => {
    const without = mutations.map(({ name }) => name).filter((name) => !takesVersion(name));
    // A logo is not the workspace's own row, and a payment is a new record.
    const others = ['deleteWorkspace', 'recordPayment', 'setWorkspaceLogo', 'removeWorkspaceLogo'];
    // Nor does a link change what it leads to.
    others.push('exportWorkspace');
    // Two records are merged, of which each may have changed.
    others.push('mergeClients', 'mergeContacts');
    // And a mail that is tried is none of the invoice's, as a test is none of the endpoint's.
    others.push('sendTestMail', 'sendTestWebhook');
    const changing = without.filter((name) => !name.startsWith('create'));
    expect(changing.sort()).toEqual(others.sort());
  });
});
