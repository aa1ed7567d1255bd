/**
 * Counts the files and functions of `src` that run for one warm request: `npx tsx bench/crossed.ts [--list]`. The service runs in this
 * process with a new embedded database. V8's precise coverage counts the functions. A function counts if it runs in each of several
 * equal requests, so that timers and the sequencer do not change the result. `--list` prints the names.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readConfig } from '../src/config/config.ts';
import { packageRoot } from '../src/config/package-root.ts';
import { createClient } from '../src/domain/contacts/create-client.ts';
import { createSimpleInvoice } from '../src/domain/invoices/create.ts';
import { createVendor } from '../src/domain/vendors/create.ts';
import { createWorkspace } from '../src/domain/workspaces/create.ts';
import { startServer } from '../src/server.ts';
import { service as operations } from './graphql/operations.ts';

const warmUpRequests = 20;
const countedRequests = 10;
const port = 4891;
const source = pathToFileURL(join(packageRoot, 'src/')).href;

const { values: options } = parseArgs({ options: { list: { type: 'boolean', default: false } } });

interface Counted {
  name: string;
  /** The most files and functions that may run. */
  goal: readonly [files: number, functions: number];
  path: string;
  /** The n-th body; undefined sends a GET. */
  body?: (n: number) => object;
}

/** The functions of `src` that ran since the last call. The evaluation of a module, and helpers that the compiler adds, are left out. */
async function takeFunctions(session: Session): Promise<Set<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran = new Set<string>();
  for (const { functions, url } of result) {
    if (!url.startsWith(source)) continue;
    const file = url.slice(source.length).replace(/\?.*/, '');
    for (const { functionName, ranges } of functions) {
      const [whole] = ranges;
      if (!whole || whole.count === 0 || whole.startOffset === 0) continue;
      if (functionName.startsWith('__')) continue;
      ran.add(`${file} ${functionName || '(anonymous)'} ${whole.startOffset}`);
    }
  }
  return ran;
}

async function send(url: string, key: string, { body, path }: Counted, n: number): Promise<void> {
  const response = await fetch(url + path, {
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body(n)) }),
  });
  const text = await response.text();
  if (response.status !== 200 || /"errors":|Error"/.test(text)) throw new Error(`${path}: ${text}`);
}

/** The functions that run for each of several equal requests. */
async function functionsOf(session: Session, sendNext: () => Promise<void>): Promise<Set<string>> {
  for (let n = 0; n < warmUpRequests; n += 1) await sendNext();
  let common: Set<string> | undefined;
  for (let n = 0; n < countedRequests; n += 1) {
    await takeFunctions(session);
    await sendNext();
    const ran = await takeFunctions(session);
    common = new Set(common ? [...common].filter((each) => ran.has(each)) : ran);
  }
  return common ?? new Set();
}

function print({ goal, name }: Counted, ran: ReadonlySet<string>): void {
  const files = new Set([...ran].map((each) => each.split(' ', 1)[0]));
  const [mostFiles, mostFunctions] = goal;
  console.log(
    `${name}: ${files.size} files (goal ${mostFiles}), ${ran.size} functions (goal ${mostFunctions})`,
  );
  if (options.list) console.log([...ran].sort().join('\n'));
}

const folder = await mkdtemp(join(tmpdir(), 'crossed-'));
let workspace: Awaited<ReturnType<typeof createWorkspace>> | undefined;
let invoiceNumber = '';
const server = await startServer(
  readConfig({
    ...{ DATA_DIR: folder, PORT: String(port), DEMO: 'off' },
    REQUEST_LIMITS: 'requestsPerMinute=1000000,costPerMinute=1000000000',
  }),
  {
    log: pino({ level: 'silent' }),
    prepare: async ({ prisma }) => {
      const settings = { name: 'Counted', ownerEmail: 'owner@counted.example', currency: 'CAD' };
      workspace = await createWorkspace(prisma, settings, new Date());
      const { context } = workspace;
      await createClient(context, { name: 'Counted' });
      const invoice = await createSimpleInvoice(context, { clientName: 'Counted', amount: 1_000 });
      invoiceNumber = invoice.invoiceNumberFormatted;
      await createVendor(context, { name: 'Counted' });
    },
  },
);
const counted: Counted[] = [
  {
    name: 'payment/create',
    goal: [50, 170],
    path: '/public/action/payment/create',
    body: (n) => ({
      ...{ invoiceNumber, amount: 0.01, date: '2026-03-02', paymentType: 'BANK_TRANSFER' },
      referenceNumber: `R-${n}`,
    }),
  },
  {
    name: 'createVendor (GraphQL)',
    goal: [60, 250],
    path: '/graphql',
    body: (n) => ({
      query:
        'mutation ($name: String!) { createVendor(input: { name: $name }) { __typename ... on CreateVendorSuccess { vendor { id name } } } }',
      variables: { name: `Vendor ${n}` },
    }),
  },
  { name: 'vendors/list', goal: [41, 148], path: '/public/action/vendors/list' },
  {
    name: 'a known query (GraphQL)',
    goal: [58, 200],
    path: '/graphql',
    body: () => ({ query: operations.clients }),
  },
];
const session = new Session();
session.connect();
try {
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  let n = 0;
  for (const each of counted) {
    const sendNext = () => send(server.url, workspace?.key ?? '', each, n++);
    print(each, await functionsOf(session, sendNext));
  }
} finally {
  session.disconnect();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
