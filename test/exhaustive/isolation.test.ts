import { beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../../src/rest/core/route.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import type { Arranged } from '../support/arranged-records.ts';
import { arrange, validBody } from '../support/arranged-records.ts';
import type { Leaf } from '../support/leaves.ts';
import { leavesOf, shapesOf, withLeaf } from '../support/leaves.ts';
import {
  byOperation,
  callRoute,
  comparable,
  readingRoutes,
  routes,
  takesId,
} from '../support/routes.ts';
import { snapshot } from '../support/snapshot.ts';
import { addEndpointWithSecret } from '../support/webhook-endpoints.ts';
import { arrangedIn, copierOf } from '../support/workspace-copies.ts';

const api = useTestApi();
let theirs: Arranged;
let unaffected: Record<string, string>;

/** Labels of the same length, so that answers about one could not differ from answers about the other. */
const foreign = 'Qxzjk';
const missing = 'Wvbgf';

/** What every newcomer begins as. */
let pattern: { workspace: TestWorkspace; arranged: Arranged };
let copy: () => Promise<TestWorkspace>;

beforeAll(async () => {
  theirs = await arrange(api, api.theirs, foreign);
  const workspace = await api.addWorkspace({ name: 'Ours' });
  pattern = { workspace, arranged: await arrange(api, workspace, 'Lovelace') };
  copy = copierOf(api, workspace);
  unaffected = await snapshot(api.database.pool, api.theirs.accountId);
});

interface Newcomer {
  key: string;
  ours: Arranged;
}

/** A new workspace, in which no earlier attempt has made what a later one names. */
async function newcomer(): Promise<Newcomer> {
  const workspace = await copy();
  return {
    key: workspace.key,
    ours: arrangedIn(pattern.arranged, pattern.workspace, workspace),
  };
}

/** Whether a template is one of invoices there. */
const isOfInvoice = (operationId: string) => /^(create|preview)Invoice/.test(operationId);

/** How a workspace's records are named, by the name of the field that refers to one. */
const names: Record<string, (label: string, route: Route) => string> = {
  clientName: (label) => `${label} Analytics`,
  businessName: (label) => `${label} Analytics`,
  projectName: (label) => `${label} Website`,
  deliverableName: (label) => `${label} Wireframes`,
  projectTypeName: (label) => `${label} Type`,
  templateName: (label, { operationId }) =>
    isOfInvoice(operationId) ? `${label} Layout` : `${label} Template`,
  stageName: (label) => `${label} Stage`,
  pipelineStageName: (label) => `${label} Stage`,
  vendor: (label) => `${label} Vendor`,
  formName: (label) => `${label} Form`,
  emailTemplateName: (label) => `${label} Mail`,
  taxRuleName: (label) => `${label} Tax`,
  fieldName: (label) => `${label} Field`,
  mappingKey: (label) => `${label.toLowerCase()}_field`,
  customValues: (label) => `${label} Field`,
  assignedTo: (label) => `user@${label.toLowerCase()}.example`,
  userEmail: (label) => `user@${label.toLowerCase()}.example`,
  email: (label) => `ada@${label.toLowerCase()}.example`,
  contacts: (label) => `Ada ${label}`,
  eventId: (label) => `${label.toLowerCase()}-event`,
  invoiceNumber: (label) => `${label}-42`,
  query: (label) => `${label} Analytics`,
  keep: (label) => `${label} Analytics`,
  merge: (label) => `${label} Analytics`,
  id: (label) => `${label.toLowerCase()}-event`,
  name: (label, { tag }) =>
    ({ Clients: `${label} Analytics`, Projects: `${label} Website` })[tag as string] ??
    `${label} Deal`,
};

function mergedIdOf({ made }: Arranged, { operationId }: Route): string {
  return (operationId === 'mergeClients' ? made.createClient : made.createContact).id;
}

/** The ids of a workspace's records, by the name of the field that refers to one. */
const ids: Record<string, (of: Arranged, route: Route) => string> = {
  clientId: ({ made }) => made.createClient.id,
  projectId: ({ made }) => made.createProject.id,
  invoiceId: ({ made }) => made.createInvoice.id,
  creditNoteId: ({ made }) => made.credited.noteId,
  lineId: ({ made }) => made.createInvoice.lineItems[0].id,
  deliverableId: (of) => of.ids.deliverable,
  projectTypeId: (of) => of.ids.type,
  templateId: (of, { operationId }) =>
    operationId === 'getEmailTemplate'
      ? of.ids.mail
      : isOfInvoice(operationId)
        ? of.ids.layout
        : of.ids.template,
  stageId: (of) => of.ids.stage,
  statusId: (of) => of.ids.stage,
  pipelineStageId: (of) => of.ids.stage,
  vendorId: ({ made }) => made.createExpense.vendorId,
  formId: (of) => of.ids.form,
  emailTemplateId: (of) => of.ids.mail,
  taxRuleId: (of) => of.ids.taxRule,
  fieldId: ({ made }) => made.createClient.customValues[0].fieldId,
  eventId: ({ made }) => made.createOrUpdateCalendarEvent.id,
  webhookId: ({ made }) => made.createWebhookEndpoint.id,
  toDoId: ({ made }) => made.createOpportunity.toDos[0].id,
  keep: mergedIdOf,
  merge: mergedIdOf,
  id: ({ made }, { operationId, tag }) =>
    ({
      Attachments: operationId === 'deleteAttachment' ? made.attachment.id : made.createExpense.id,
      Clients: made.createClient.id,
      Contacts: made.createContact.id,
      Deliverables: made.createTask.id,
      Projects: made.createProject.id,
      Expenses: made.createExpense.id,
      Opportunities: made.createOpportunity.id,
      Invoices: /Payment$/.test(operationId) ? made.payments[0] : made.createInvoice.id,
      Calendar: made.createOrUpdateCalendarEvent.id,
      Tickets: made.createTicket.id,
      Time: made.createTimeEntry.id,
      Webhooks:
        operationId === 'retryWebhookDelivery'
          ? made.inputs.retryWebhookDelivery[0].id
          : made.createWebhookEndpoint.id,
    })[tag as string],
};

/** Fields that look like references and are none: they name the record that is made, or are no more than text. */
const noReferences = new Set([
  'fileName',
  'firstName',
  'lastName',
  'taxId',
  'legalId',
  'ticketId',
  'externalId',
  'fieldKey',
  'answers.0.id',
  'leadInfo.answers.0.id',
  'formData.answers.0.id',
]);

const fieldOf = ({ path }: Leaf) => String(path.findLast((part) => typeof part === 'string'));
const idKindOf = (leaf: Leaf) => (leaf.path.join('.') === 'toDos.0.id' ? 'toDoId' : fieldOf(leaf));

function isReference(leaf: Leaf): boolean {
  if (noReferences.has(leaf.path.join('.')) || noReferences.has(fieldOf(leaf))) return false;
  const { presentation } = leaf;
  const isId = presentation.kind === 'scalar' && presentation.name === 'ID';
  return isId || fieldOf(leaf) in names || /(^id|Id|Name|Email|Key)$/.test(fieldOf(leaf));
}

/** An id of the same form that no workspace has. */
const withoutRecord = (id: string) =>
  id.replace(/.{6}$/, id.endsWith('000000') ? 'ffffff' : '000000');

/** Each reference to a foreign record by a field, and next to it a reference to a missing one. */
function attempts(route: Route, leaf: Leaf): [name: string, stranger: string, nobody: string][] {
  const found: [string, string, string][] = [];
  const name = names[fieldOf(leaf)];
  const isNamed = fieldOf(leaf) !== 'id' || route.operationId === 'deleteCalendarEvent';
  if (name && isNamed) found.push(['name', name(foreign, route), name(missing, route)]);
  const id = ids[idKindOf(leaf)]?.(theirs, route);
  if (id) found.push(['id', id, withoutRecord(id)]);
  return found;
}

/** Parameters without which a list or a search is rejected. */
const requiredQueries: Readonly<Record<string, Record<string, string>>> = {
  listAttachments: { type: 'EXPENSE' },
  listCustomFields: { type: 'CLIENT' },
  search: { query: foreign },
};

const queryOf = ({ operationId }: Route) => requiredQueries[operationId] ?? {};

const idShape = /\b[a-z]{3}_[0-9a-f]{32}\b/g;

/** A response without the values of its request, and without those that differ for each new record. */
function neutral(answer: Parameters<typeof comparable>[0], requested: string): unknown {
  const reported = JSON.stringify(comparable(answer)).replaceAll(requested, '<asked>');
  const strangers = new Set(JSON.stringify(theirs).match(idShape));
  expect(reported.match(idShape)?.filter((id) => strangers.has(id)) ?? []).toEqual([]);
  const text = reported
    .replace(new RegExp(`${foreign}|${missing}`, 'gi'), '<label>')
    .replace(idShape, '<new id>')
    .replace(/(Client|Hopper|Project|Deal|Lead|Task|Question) \d+/g, '$1 <serial>')
    .replace(/"invoiceNumber(Formatted)?":("INV-\d+"|\d+)/g, '"invoiceNumber$1":"<next>"')
    .replace(/"ticketNumber":\d+/g, '"ticketNumber":"<next>"')
    .replace(/"(created|updated|dateCreated|submittedAt)":"[^"]+"/g, '"$1":"<now>"')
    .replace(/"(servicePeriodStart|servicePeriodEnd)":"[^"]+"/g, '"$1":"<day of its work>"')
    .replace(/invoices\/view\/[\w-]+/g, 'invoices/view/<token>');
  return JSON.parse(text);
}

function call(route: Route, { key, ours }: Newcomer, leaf: Leaf, value: string) {
  const listed = fieldOf(leaf) === 'contacts' ? [value] : value;
  const sent = fieldOf(leaf) === 'customValues' ? { [value]: 'x' } : listed;
  if (route.input.from === 'query') {
    const query = { ...queryOf(route), [String(leaf.path[0])]: value };
    return callRoute(api, route, { key, query });
  }
  if (route.input.from === 'path') {
    return callRoute(api, route, { key, parameters: { [String(leaf.path[0])]: value } });
  }
  const base = validBody(route, ours);
  const [first] = leaf.path;
  const sending =
    first === 'sendTo'
      ? { ...base, sendTo: { send: true } }
      : first === 'allowances' || first === 'charges'
        ? { ...base, [first]: [{ percent: 1 }] }
        : base;
  return callRoute(api, route, { key, body: withLeaf(sending, leaf.path, sent) });
}

// Another test covers the number of a workspace in a path.
const readable = routes.filter(
  ({ input, operationId }) => input.from !== 'nothing' && operationId !== 'getAccount',
);

describe.each(byOperation(readable))('%s', (_, route) => {
  const shared = shapesOf(route).flatMap((shape) => leavesOf(shape));
  const own: Leaf[] = takesId(route)
    ? [{ path: ['id'], presentation: { kind: 'scalar', name: 'ID' } }]
    : [];
  const references = [...own, ...shared].filter(isReference);
  let caller: Newcomer;
  beforeAll(async () => {
    caller = await newcomer();
  });

  test.each(references.map((leaf) => [leaf.path.join('.'), leaf] as const))(
    'a foreign record in %s is handled as missing',
    async (path, leaf) => {
      const tried = attempts(route, leaf);
      expect(tried.length, `how to refer to a record by ${path}`).toBeGreaterThan(0);
      for (const [kind, stranger, none] of tried) {
        const answers = [];
        for (const queries of [stranger, none]) {
          answers.push(neutral(await call(route, caller, leaf, queries), queries));
        }
        expect(answers[0], kind).toEqual(answers[1]);
      }
    },
  );

  test('leaves foreign records unchanged', async () => {
    expect(await snapshot(api.database.pool, api.theirs.accountId)).toEqual(unaffected);
  });
});

test('the same operation with own records succeeds, so that the errors are meaningful', async () => {
  const { key, ours } = await newcomer();
  for (const route of routes.filter(({ input }) => input.from === 'body')) {
    const answer = await callRoute(api, route, { key, body: validBody(route, ours) });
    expect([route.operationId, answer.status]).toEqual([route.operationId, 200]);
  }
});

test('lists and searches answer nothing of another workspace', async () => {
  const template = await api.database.prisma.emailTemplate.findFirstOrThrow({
    where: { accountId: api.ours.accountId },
  });
  const endpointId = await addEndpointWithSecret(api.ours);
  // They are of a record that is named, which is rejected above.
  const ofRecords = [
    ...['previewInvoiceFromWork', 'listAttachments'],
    ...['getInvoiceEInvoice', 'getCreditNoteEInvoice'],
  ];
  const lists = readingRoutes.filter(({ operationId }) => !ofRecords.includes(operationId));
  for (const route of lists) {
    const { body, status } = await callRoute(api, route, {
      query: queryOf(route),
      parameters: { templateId: template.id, id: endpointId },
    });
    expect([route.operationId, status]).toEqual([route.operationId, 200]);
    expect(JSON.stringify(body), route.operationId).not.toMatch(new RegExp(foreign, 'i'));
  }
});

test('another workspace’s identity is rejected like one that does not exist', async () => {
  const ask = (id: number | string) => api.ours.get(`account/${id}`);
  const stranger = await ask(api.theirs.accountId);
  const unassigned = await ask(987_654);
  expect(neutral(stranger, String(api.theirs.accountId))).toEqual(neutral(unassigned, '987654'));
  expect(stranger.status).toBe(403);
});
