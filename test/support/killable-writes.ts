import type { Route } from '../../src/rest/core/route.ts';
import type { TestWorkspace } from './api.ts';
import { type Arranged, validBody } from './arranged-records.ts';
import { created } from './invoices.ts';
import { sourceOf } from './mutations.ts';
import { basePathsOf, byOperation, changingRoutes } from './routes.ts';

/** A workspace in which every write can be done. */
export interface Stage {
  own: TestWorkspace;
  world: Arranged;
}

export interface Request {
  method: string;
  path: string;
  body: object;
}

/** Makes what a write needs, and returns the request; the words are nowhere else. */
export type Write = (stage: Stage, words: string) => Promise<Request>;

const contacts = ['ada@own.example'];
const clientName = 'Own Analytics';

/** The changed field, which all of these records have for their description. */
const text: Record<string, string> = {
  Client: 'notes',
  Contact: 'notes',
  Expense: 'description',
  Opportunity: 'description',
  Project: 'description',
  Task: 'description',
};

/** The write of a route, whose body succeeds as often as it is sent. */
const ofRoute =
  (route: Route): Write =>
  async ({ own, world }, words) => {
    const changed = /^(?:patch|replace)(.+)$/.exec(route.operationId)?.[1];
    const body = {
      ...validBody(route, world),
      ...(changed && { [text[changed] ?? 'notes']: words }),
    };
    const times = { startTime: '2026-04-02T14:00:00Z', endTime: '2026-04-02T15:00:00Z' };
    const named = route.path.includes('{id}')
      ? (await created(own, 'calendar/createOrUpdate', times)).id
      : '';
    const path = `${basePathsOf(route)[0]}/${route.path.replace('{id}', named)}`;
    return { method: route.method, path, body };
  };

const action = (path: string, body: object): Request => ({
  method: 'POST',
  path: `/public/action/${path}`,
  body,
});

const mutation = (name: string, selection: string, input: object): Request => {
  const body = { query: sourceOf(name, selection), variables: { input } };
  return { method: 'POST', path: '/graphql', body };
};

const invoice = (own: TestWorkspace, more: object = {}) =>
  created(own, 'invoices/create', { clientName, items: [{ rate: 10 }], ...more });

const client = (alias: string, name: string) =>
  `${alias}: createClient(input: { name: "${name}" }) { ... on CreateClientSuccess { client { id } } }`;

/** Writes that take further ways than the plain one of their route. */
const further: Record<string, Write> = {
  'an invoice with its mail': async (_stage, description) =>
    action('invoices/create', {
      ...{ clientName, amount: 5, description },
      sendTo: { send: true, contacts },
    }),
  'time with all that it is logged on': async (_stage, name) =>
    action('timeWorked/create', {
      ...{ timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z', notes: name },
      ...{ clientName: name, projectName: name, deliverableName: name },
      ...{ createClient: true, createProject: true, createDeliverable: true },
    }),
  'all of a list or nothing': async (_stage, name) =>
    action('bulk', {
      operation: 'createClient',
      items: [{ name: `${name} 1` }, { name: `${name} 2` }],
    }),
  'what can be done of a list': async (_stage, name) =>
    action('bulk', {
      ...{ operation: 'createClient', partial: true },
      items: [{ name: `${name} 1` }, {}, { name: `${name} 2` }],
    }),
  'one payment of two invoices': async ({ own }) => {
    const [one, two] = [await invoice(own), await invoice(own)];
    const parts = [one, two].map(({ invoiceNumberFormatted: invoiceNumber }) => ({
      ...{ invoiceNumber, amount: 10 },
    }));
    return action('payment/create', { amount: 20, allocations: parts });
  },
  'an invoice that a deposit comes off': async ({ own }) => {
    const deposit = await invoice(own, { invoiceType: 'Deposit' });
    const { invoiceNumberFormatted: invoiceNumber } = deposit;
    await created(own, 'payment/create', { invoiceNumber, amount: deposit.total });
    const items = [{ rate: 100 }];
    return action('invoices/create', { clientName, items, depositIds: [deposit.id] });
  },
  'two mutations with @atomic': async (_stage, name) => {
    const query = `mutation @atomic { ${client('a', name)} ${client('b', `${name} B`)} }`;
    return { method: 'POST', path: '/graphql', body: { query } };
  },
  sendInvoice: async ({ own }) => {
    const { id } = await invoice(own);
    return mutation('sendInvoice', 'id status', { id, contacts });
  },
  createTimeEntries: async ({ world }, notes) => {
    const { clientId } = world.made.createProject;
    const entry = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
    const items = [1, 2].map((number) => ({ ...entry, clientId, notes: `${notes} ${number}` }));
    return mutation('createTimeEntries', 'results { __typename }', { items });
  },
  eraseClient: async ({ own }, words) => {
    const confirmName = `Gone ${words}`;
    const { id } = await created(own, 'clients/create', { name: confirmName });
    await created(own, 'contacts/create', { first: 'Gone', clientName: confirmName });
    await created(own, 'invoices/create', { clientName: confirmName, amount: 1 });
    await created(own, 'projects/create', { name: `For ${confirmName}`, clientName });
    return mutation('eraseClient', 'erasedId', { id, confirmName });
  },
};

/** Every write of REST, and those of GraphQL that do what none of these does. */
export const killableWrites: readonly (readonly [title: string, write: Write])[] = [
  ...byOperation(changingRoutes).map(([title, route]) => [title, ofRoute(route)] as const),
  ...Object.entries(further),
];
