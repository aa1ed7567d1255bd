import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import type { ExternalIdType } from '../../src/platform/external-ids/external-ids.ts';
import { externalIdTypes } from '../../src/platform/external-ids/external-ids.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';
import type { Arranged } from '../support/arranged-records.ts';
import { arrange, validBody } from '../support/arranged-records.ts';
import type { Leaf } from '../support/leaves.ts';
import { leavesOf, shapesOf, withLeaf } from '../support/leaves.ts';
import { argumentsAt, positions } from '../support/mutation-samples.ts';
import { mutate } from '../support/mutations.ts';
import { personDoors } from '../support/people.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import { callRoute, routes, takesId } from '../support/routes.ts';

/** Every place that takes an id takes the external id of such a record instead, written as a reference. */

const api = useTestApi();
const { ours, theirs } = useFilledWorkspaces(api, { ours: 3, theirs: 3 });
const source = 'elsewhere';

/** Other systems call all records by the ids that they have here. */
const reference = (id: string) => `${id.slice(0, 3)}_ext:${source}:${id}`;

const callByIds = async (): Promise<void> => {
  for (const type of externalIdTypes) {
    const text = `UPDATE "${type}" SET "externalId" = id, source = $1 WHERE "externalId" IS NULL`;
    await api.database.pool.query(text, [source]);
  }
};

beforeAll(async () => {
  // What an invoice has charged takes no change at all.
  const data = { invoiceId: null, invoiceLineId: null };
  await api.database.prisma.timeEntry.updateMany({ data });
  const draft = { id: ours.id('Invoice', 3), accountId: api.ours.accountId };
  await api.database.prisma.invoice.updateMany({ where: draft, data: { status: 'DRAFT' } });
  await callByIds();
});

const isExternal = (model: string): model is ExternalIdType =>
  (externalIdTypes as readonly string[]).includes(model);

const withoutId = (result: unknown, id: string) =>
  JSON.parse(JSON.stringify(result).replaceAll(id, '…'));

const mutationPositions = positions.filter(({ model }) => isExternal(model));

test.each(
  mutationPositions.map(
    (position) => [position.mutation, position.path.join('.'), position] as const,
  ),
)('%s: %s', async (mutation, _path, location) => {
  const call = (id: string) =>
    mutate(api.ours, mutation, argumentsAt(location, id, ours), '__typename');
  const [foreign, missing] = [theirs, ours].map((of) => reference(of.id(location.model, 1)));
  const none = `${missing}-nobody`;
  const rejected = await call(foreign as string);
  expect(rejected).toMatchObject({ __typename: 'NotFoundError', code: 'record_not_found' });
  expect(withoutId(rejected, foreign as string)).toEqual(withoutId(await call(none), none));
  const own = reference(ours.id(location.model, mutation.startsWith('delete') ? 2 : 0));
  expect((await call(own)).__typename).not.toBe('NotFoundError');
});

describe('GraphQL', () => {
  const [client, project] = ['Client', 'Project'] as const;

  test('reads by references in the text and in variables, with one statement more', async () => {
    const text = (id: string) =>
      `query ($id: ID!, $where: ProjectWhere) { client(id: "${id}") { id } node(id: $id) { id } projects(where: $where) { nodes { clientId } } }`;
    const requested = (form: (id: string) => string) =>
      recordStatements(() =>
        api.ours.gql(text(form(ours.id(client, 0))), {
          id: form(ours.id(project, 1)),
          where: { clientId: { in: [form(ours.id(client, 0))] } },
        }),
      );
    const [byId, byReference] = [await requested((id) => id), await requested(reference)];
    expect(byId.result.body.data.projects.nodes).not.toEqual([]);
    expect(byReference.result.body).toEqual(byId.result.body);
    expect(byReference.statements.length).toBe(byId.statements.length + 1);
  });

  test('returns null for an unknown reference', async () => {
    for (const id of [theirs.id(client, 0), 'nobody', '']) {
      const own = `cli_ext:${source}:${id}`;
      const { body } = await api.ours.gql(`{ client(id: "${own}") { id } }`);
      expect(body).toEqual({ data: { client: null } });
    }
  });

  test('finds the result of an earlier mutation in the same operation, and changes no text', async () => {
    const called = 'externalId: "new:1", source: "crm"';
    const { body } = await api.ours.gql(`mutation {
      createClient(input: { name: "cli_ext:crm:new:1", notes: "cli_ext:crm:new:1", ${called} }) { __typename }
      createProject(input: { name: "P", clientId: "cli_ext:crm:new:1" }) {
        ... on CreateProjectSuccess { project { client { name notes externalId } } } } }`);
    const text = 'cli_ext:crm:new:1';
    const made = { client: { name: text, notes: text, externalId: 'new:1' } };
    expect(body.data.createProject.project).toEqual(made);
    const again = await api.ours.gql(`{ client(id: "${text}") { name } }`);
    expect(again.body.data.client).toEqual({ name: text });
  });
});

describe('a caller that may not see a record', () => {
  test('finds none: a contact, nor a key that has nothing of its area', async () => {
    const [clientId, contactId] = [ours.id('Client', 0), ours.id('Contact', 0)];
    const contact = personDoors(api)({ contact: { contactId, clientId } });
    const { body } = await contact.gql(`{ client(id: "${reference(clientId)}") { id } }`);
    expect(body).toEqual({ data: { client: null } });
    const { context } = api.ours;
    const { key } = await createApiKey(context, { name: 'Narrow', scopes: ['projects:write'] });
    const narrow = workspaceOf(api, context, key);
    for (const id of [reference(clientId), 'cli_ext::nobody']) {
      const made = await mutate(
        narrow,
        'createProject',
        { name: 'Seen', clientId: id },
        '__typename',
      );
      expect(made).toMatchObject({ __typename: 'NotFoundError' });
    }
  });
});

/** Of which type the records are that fields of REST name. */
const types: Record<string, ExternalIdType> = {
  clientId: 'Client',
  projectId: 'Project',
  deliverableId: 'Deliverable',
};
const typesOfTags: Record<string, [operation: string]> = {
  Attachments: ['createExpense'],
  Clients: ['createClient'],
  Contacts: ['createContact'],
  Deliverables: ['createTask'],
  Projects: ['createProject'],
  Expenses: ['createExpense'],
  Opportunities: ['createOpportunity'],
  Invoices: ['createInvoice'],
  Time: ['createTimeEntry'],
};

/** Ids of records that no other system gives one. */
const ofOthers =
  /^(projectTypeId|templateId|stageId|statusId|pipelineStageId|vendorId|formId|emailTemplateId|taxRuleId|fieldId|eventId|invoiceTemplateId|toDos|answers|leadInfo|formData|accountId|taxId|legalId|ticketId|externalId|parentTaskId)$/;

describe('REST', () => {
  let world: Arranged;
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await api.addWorkspace({ name: 'Arranged' });
    world = await arrange(api, workspace, 'Lovelace');
    await callByIds();
    // A replace that sends them back would take them away.
    for (const record of Object.values(world.made)) {
      delete record.externalId;
      delete record.source;
    }
  });

  const idOf = (type: ExternalIdType) =>
    type === 'Deliverable' ? world.ids.deliverable : world.made[`create${type}`].id;

  const own: Leaf = { path: ['id'], presentation: { kind: 'scalar', name: 'ID' } };
  const leaves = routes
    .filter(({ input, operationId }) => input.from !== 'nothing' && operationId !== 'bulk')
    // Their ids are callers’ own as they are, or no other system’s.
    .filter(({ operationId }) => !/^delete(CalendarEvent|Attachment)$/.test(operationId))
    // No other system gives an endpoint an id.
    .filter(({ tag }) => tag !== 'Webhooks')
    .flatMap((route) => {
      const all = shapesOf(route).flatMap((shape) => leavesOf(shape));
      return [...(takesId(route) ? [own] : []), ...all]
        .filter(({ path, presentation }) => {
          const isId = presentation.kind === 'scalar' && presentation.name === 'ID';
          const [first] = path;
          return (
            (isId || /(^id|Id)$/.test(String(path.at(-1)))) &&
            // A merged record exists once: see test/domain/merges.
            first !== 'merge' &&
            // No other system gives tickets an id.
            !(route.tag === 'Tickets' && first === 'id') &&
            !ofOthers.test(String(first)) &&
            !ofOthers.test(String(path.at(-1)))
          );
        })
        .map((leaf) => [route.operationId, leaf.path.join('.'), route, leaf] as const);
    });

  test.each(leaves)('%s takes a reference in %s', async (_operation, _path, route, leaf) => {
    const name = String(leaf.path.at(-1));
    const type = types[name];
    const [operation] = typesOfTags[route.tag] ?? [];
    const id: string | undefined = type ? idOf(type) : operation && world.made[operation].id;
    if (id === undefined) throw new Error(`Of what is ${name} of ${route.operationId}?`);
    const call = (value: string) => {
      const { key } = workspace;
      if (route.input.from === 'query')
        return callRoute(api, route, { key, query: { type: 'EXPENSE', [name]: value } });
      if (route.input.from === 'path') {
        return callRoute(api, route, { key, parameters: { [name]: value } });
      }
      const body = withLeaf(validBody(route, world), leaf.path, value);
      return callRoute(api, route, { key, body });
    };
    // An invoice is voided once.
    if (route.operationId === 'voidInvoice') await call(id);
    const [byId, byReference] = [await call(id), await call(reference(id))];
    expect([byReference.status, byReference.body.errors]).toEqual([byId.status, byId.body.errors]);
    const { requestId: _id, timestamp: _time, ...read } = byId.body;
    if (route.method === 'GET') expect(byReference.body).toMatchObject(read);
    const missing = await call(`${reference(id)}-nobody`);
    // A command is rejected if its record is missing.
    const isOfRecord = /^(previewInvoiceFromWork|listAttachments|getInvoiceEInvoice)$/.test(
      route.operationId,
    );
    const isSearch = route.method === 'GET' && !isOfRecord;
    // An e-invoice needs a format.
    const isThere = [200, 409].includes(byId.status) || /EInvoice$/.test(route.operationId);
    expect(missing.status === byId.status).toBe(!isThere || isSearch);
  });

  test('many bodies take one statement for their references', async () => {
    const items = [world.made.createClient.id, world.made.createClient.id];
    const bulk = (form: (id: string) => string) =>
      recordStatements(() =>
        workspace.post('bulk', {
          operation: 'patchClient',
          items: items.map((id) => ({ id: form(id), city: form('Elsewhere') })),
        }),
      );
    const [byId, byReference] = [await bulk((id) => id), await bulk(reference)];
    expect(byReference.result.status).toBe(200);
    expect(byReference.statements.length - byId.statements.length).toBe(1);
  });
});
