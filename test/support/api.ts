import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import type { App } from '../../src/app.ts';
import { createApp } from '../../src/app.ts';
import type { SignInService } from '../../src/auth/index.ts';
import { defaultAttachmentLimits } from '../../src/config/attachment-settings.ts';
import { defaultOperationLimits } from '../../src/config/operation-settings.ts';
import type { Database } from '../../src/database/client/client.ts';
import type { AttachmentStorage } from '../../src/domain/attachments/services.ts';
import type { WebhookServices } from '../../src/domain/webhooks/services.ts';
import { createWorkspace } from '../../src/domain/workspaces/create.ts';
import { AdmissionControl } from '../../src/limits/admission-control.ts';
import { addToCounters } from '../../src/limits/counter-store.ts';
import { SharedCounters } from '../../src/limits/shared-counters.ts';
import { domainServices } from '../../src/mail/index.ts';
import type { Context } from '../../src/platform/context/context.ts';
import { EncryptionKey } from '../../src/platform/encryption/encryption-key.ts';
import { openFileStorage } from '../../src/platform/file-store/file-storage.ts';
import { parseAllowedHosts } from '../../src/platform/outbound-http/allowed-hosts.ts';
import { createOutboundHttp } from '../../src/platform/outbound-http/outbound-http.ts';
import type { AppDependencies } from '../../src/server/app-dependencies.ts';
import { createWebhookServices } from '../../src/server/webhook-services.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { rejectUndeclaredEInvoiceErrors } from './declared-errors.ts';
import { rejectUndocumented } from './documented.ts';
import { ListeningApps } from './listening.ts';
import { writeEInvoices } from './written-e-invoices.ts';

rejectUndeclaredEInvoiceErrors();

/** An answer of REST, its body parsed. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
export type Answer = { status: number; body: any; headers: Headers; text?: string };

/** A workspace with a key, and the means to call REST with it. */
export interface TestWorkspace {
  accountId: number;
  key: string;
  /** A context of the domain, for arranging what the surface cannot. */
  context: Context;
  get(path: string, query?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  put(path: string, body: unknown): Promise<Answer>;
  patch(path: string, body: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  /** An operation through GraphQL. */
  gql(source: string, variables?: Record<string, unknown>): Promise<Answer>;
}

export interface TestApi {
  app: App;
  /** More of the service on the same database, which take requests in turn with the first. */
  others: App[];
  /** Addresses of started services on the same database: where there are any, they take all requests, in turn. */
  processes: string[];
  signIn: SignInService;
  database: Database;
  databaseUrl: string;
  /** The database for the owner of its tables: the service may neither alter them nor look at others' sessions. */
  owner: pg.Pool;
  /** Two workspaces always exist, so that a leak has somewhere to leak from. */
  ours: TestWorkspace;
  theirs: TestWorkspace;
  request(path: string, init?: RequestInit): Promise<Answer>;
  addWorkspace(settings?: Record<string, unknown>): Promise<TestWorkspace>;
}

export const testPublicUrl = 'http://actiongraph.test';

type Settings = Partial<Omit<AppDependencies, 'database'>>;

/** The service over a database, without logs and rate limits unless the settings set them. */
export function createTestApp(database: Database, settings: Settings = {}): App {
  return createApp({
    database,
    log: pino({ level: 'silent' }),
    publicUrl: testPublicUrl,
    bodyLimitBytes: 1_048_576,
    requestsPerMinute: 0,
    // A machine that is busy with other things is no reason for a test to fail.
    limits: { ...defaultOperationLimits, timeMs: 50_000 },
    admission: new AdmissionControl({
      slots: 2 * database.pool.options.max,
      queueSize: 10_000,
      timeoutMs: 50_000,
    }),
    // After the default timeout each app would count alone, and two apps together allow twice the limit.
    counters: new SharedCounters({
      add: (counts) => addToCounters(database.prisma, counts),
      log: () => undefined,
      syncTimeoutMs: 50_000,
    }),
    webhooks: testWebhookServices(database),
    attachments: testAttachments(),
    ...settings,
  });
}

const testEncryptionKey = 'a key that encrypts the secrets of tests';

const allowedHosts = ['127.0.0.1'];

/** Receivers of webhooks are on this machine. */
export const testWebhookServices = ({ prisma }: Pick<Database, 'prisma'>): WebhookServices =>
  createWebhookServices({
    allowedHosts,
    resolve: async (name) =>
      name === 'private.example' ? [{ address: '10.0.0.1', family: 4 }] : [],
    encryptionKey: new EncryptionKey({ db: prisma, configured: testEncryptionKey, dataDir: '' }),
  });

const testDataDir = mkdtempSync(join(tmpdir(), 'actiongraph-files-'));
process.on('exit', () => rmSync(testDataDir, { recursive: true, force: true }));

/** The files of a test file are in a folder of its process. */
export const testAttachments = ({
  attachmentLimits: limits = defaultAttachmentLimits,
  bucketUrl = undefined as string | undefined,
  dataDir = testDataDir,
} = {}): AttachmentStorage => ({
  ...openFileStorage({ dataDir, bucketUrl }),
  ...{ limits, http: createOutboundHttp({ allowed: parseAllowedHosts(allowedHosts) }) },
});

interface TestSettings extends Settings {
  /**
   * Sends requests over a socket, as the program receives them. They take another path to the APIs than requests that
   * the app gets directly. The asynchronous context of a test does not reach them, so statements cannot be counted.
   */
  overSocket?: boolean;
  /** Another database than one of the run's server. */
  openDatabase?: () => Promise<TestDatabase>;
}

/** The whole service over a database of the test file's own; set up before and dropped after its tests. */
export function useTestApi({
  overSocket = false,
  openDatabase = createTestDatabase,
  ...settings
}: TestSettings = {}): TestApi {
  const api = {} as TestApi;
  let drop: () => Promise<void>;
  const apps = new ListeningApps();
  beforeAll(async () => {
    const created = await openDatabase();
    drop = created.drop;
    const app = createTestApp(created.database, {
      onSignIn: (signIn) => {
        api.signIn = signIn;
      },
      ...settings,
    });
    api.app = app;
    api.others = [];
    api.processes = [];
    let requests = 0;
    api.database = created.database;
    api.databaseUrl = created.url;
    api.owner = created.owner;
    api.request = async (path, init) => {
      requests += 1;
      const process = api.processes[requests % api.processes.length];
      const turn = api.others[requests % (api.others.length + 1)] ?? app;
      const response = await (process !== undefined || overSocket
        ? apps.request(process ?? turn, path, init)
        : turn.request(path, init));
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      const answer = {
        status: response.status,
        body: isJson && text !== '' ? JSON.parse(text) : text,
        headers: response.headers,
        text,
      };
      rejectUndocumented(init?.method ?? 'GET', path, answer);
      return answer;
    };
    api.addWorkspace = (settings) => addWorkspace(api, settings);
    api.ours = await api.addWorkspace({ name: 'Ours', ownerEmail: 'owner@ours.example' });
    api.theirs = await api.addWorkspace({ name: 'Theirs', ownerEmail: 'owner@theirs.example' });
  });
  afterAll(async () => {
    await apps.close();
    if (api.database)
      await writeEInvoices(api.database, new URL(api.databaseUrl).pathname.slice(1));
    await drop?.();
  });
  return api;
}

async function addWorkspace(
  api: TestApi,
  settings: Record<string, unknown> = {},
): Promise<TestWorkspace> {
  const { context, key } = await createWorkspace(
    api.database.prisma,
    { name: 'Another', ownerEmail: 'owner@another.example', ...settings },
    new Date(),
  );
  return workspaceOf(api, context, key);
}

/** The means to call the service with a key of a workspace. */
export function workspaceOf(api: TestApi, context: Context, key: string): TestWorkspace {
  const call = (method: string, path: string, body?: unknown) =>
    api.request(`/public/action/${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    accountId: context.accountId,
    key,
    context: {
      ...context,
      publicUrl: testPublicUrl,
      services: {
        ...domainServices,
        webhooks: testWebhookServices(api.database),
        attachments: { ...testAttachments(), signer: api.signIn.signer },
      },
    },
    get: (path, query = {}) => {
      const parameters = new URLSearchParams(query).toString();
      return call('GET', parameters ? `${path}?${parameters}` : path);
    },
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
    delete: (path) => call('DELETE', path),
    gql: (query, variables = {}) =>
      api.request('/graphql', {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      }),
  };
}
