/**
 * Webhooks of a started service: `npx tsx bench/webhooks.ts [latency|hanging|writes|catch-up …] [seconds]`. Receivers and load generator run in this
 * process, on the same processors as the service and the database. The time of an event begins with its transaction and ends when its first attempt
 * arrives.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { findLastLogPosition, formatLogPosition } from '../src/domain/events/log-positions.ts';
import { cpuMillisOf } from './processor-time.ts';
import type { Service, Tenant } from './webhook-setup.ts';
import {
  accept,
  addTenants,
  behavior,
  delays,
  misbehave,
  prisma,
  quantiles,
  seen,
  startService,
  stopAll,
  write,
  writeAtRate,
} from './webhook-setup.ts';

const seconds = Number(process.argv.findLast((value) => /^\d+$/.test(value)) ?? 10);

const repeat = (count: number, kind: string) => Array<string>(count).fill(kind);

interface DelayCase {
  /** Workspaces, and the endpoints of each. */
  workspaces: readonly (readonly [count: number, kinds: readonly string[]])[];
  /** Events per second. */
  rate: number;
}

const delayCases: Record<string, DelayCase> = {
  latency: { workspaces: [[1, ['healthy']]], rate: 100 },
  hanging: { workspaces: [[100, ['healthy', 'hanging']]], rate: 100 },
  /** 1,000 endpoints. Each event has ten. */
  many: { workspaces: [[100, [...repeat(9, 'healthy'), 'failing']]], rate: 100 },
  outage: {
    workspaces: [[100, [...repeat(5, 'healthy'), ...repeat(5, 'hanging')]]],
    rate: 100,
  },
  'many-workspaces': {
    workspaces: [
      [900, ['healthy']],
      [25, ['failing']],
      [25, ['hanging']],
      [50, ['slow']],
    ],
    rate: 100,
  },
  slow: { workspaces: [[1, [...repeat(50, 'healthy'), ...repeat(50, 'slow')]]], rate: 5 },
};

/** While all receivers are healthy, then twice while some misbehave. */
async function measureDelayCase({ workspaces, rate }: DelayCase) {
  const tenants: Tenant[] = [];
  for (const [count, kinds] of workspaces) tenants.push(...(await addTenants(count, kinds)));
  const service = await startService();
  await writeAtRate(service, tenants, rate, 3);
  console.log('all healthy', await measureDelays(service, tenants, rate));
  behavior.respond = misbehave;
  if (workspaces.some(([, kinds]) => kinds.some((kind) => kind !== 'healthy')))
    for (const title of ['some misbehave', 'they still do'])
      console.log(title, await measureDelays(service, tenants, rate));
  await service.stop();
}

/** Delays of the healthy endpoints. */
async function measureDelays(service: Service, tenants: readonly Tenant[], rate: number) {
  delays.set('healthy', []);
  const expected = delays.get('healthy') as number[];
  const cpu = cpuMillisOf(service.pid);
  await writeAtRate(service, tenants, rate, seconds);
  for (let count = -1; count !== expected.length; await sleep(1_000)) count = expected.length;
  const servicePercent = Math.round((cpuMillisOf(service.pid) - cpu) / (seconds * 10));
  return { ...quantiles(expected), servicePercent };
}

/** Throughput with and without endpoints. */
async function measureWrites() {
  for (const [title, tenantCount, types] of [
    ['100 endpoints of other types', 1, ['invoice']],
    ['100 endpoints, one for each event', 100, ['client']],
    ['100 endpoints for each event', 1, ['client']],
  ] as const) {
    const tenants = await addTenants(tenantCount, []);
    for (let n = 0; n < 100; n += 1)
      await (tenants[n % tenantCount] as Tenant).addEndpoint('healthy', [...types]);
    console.log(title, await compareWrites(tenants));
  }
}

/** Without and with an endpoint in each of 100 workspaces, at a rate that the machine can serve. */
async function measureWriteTimes() {
  for (const types of ['invoice', 'client']) {
    const tenants = await addTenants(100, []);
    for (const tenant of tenants) await tenant.addEndpoint('healthy', [types]);
    const service = await startService();
    await writeAtRate(service, tenants, 500, 3);
    const delivered = seen.size;
    const times = await writeAtRate(service, tenants, 500, seconds);
    console.log(types, quantiles(times), { delivered: (seen.size - delivered) / seconds });
    await service.stop();
  }
}

/** A receiver was down for three days. */
async function measureCatchUp() {
  behavior.respond = (response) => void response.socket?.destroy();
  const [tenant] = (await addTenants(1, ['healthy'])) as [Tenant];
  const service = await startService();
  await writeAtRate(service, [tenant], 50, 2);
  await sleep(2_000);
  const { accountId } = tenant;
  await prisma.$executeRaw`
    INSERT INTO actiongraph_log."NewLogEntry" ("accountId", kind, "recordType", "recordId", "recordVersion", after, "actorKind", operation, "requestId")
    SELECT ${accountId}, 'UPDATED', 'Client', 'cli_' || lpad((n % 50)::text, 32, '0'), 1000 + n / 50, '{"city":"Ulm"}', 'SERVICE', 'updateClient', 'req_1'
    FROM generate_series(1, 20000) n`;
  await prisma.$executeRaw`
    UPDATE "WebhookCursor" SET "firstFailureAt" = now() - interval '3 days', "nextAttemptAt" = now() + interval '4 s' WHERE "accountId" = ${accountId}`;
  await sleep(3_000);
  const rows = () => prisma.webhookRetry.count({ where: { accountId } });
  const { state } = await prisma.webhookEndpoint.findFirstOrThrow({ where: { accountId } });
  console.log({ state, retriesAfterThreeDays: await rows() });
  delays.set('healthy', []);
  seen.clear();
  behavior.respond = accept;
  const received = delays.get('healthy') as number[];
  while (received.length === 0) await sleep(10);
  const start = performance.now();
  const cpu = cpuMillisOf(service.pid);
  while (received.length < 20_000 && performance.now() < start + 60_000) await sleep(10);
  const ms = performance.now() - start;
  const perSecond = Math.round((received.length * 1_000) / ms);
  const cpuMsPerEvent = (cpuMillisOf(service.pid) - cpu) / received.length;
  console.log({ events: received.length, perSecond, cpuMsPerEvent, retriesLeft: await rows() });
  await service.stop();
}

/** Writes per second of 16 connections, in turns with and without the endpoints. */
async function compareWrites(tenants: readonly Tenant[]) {
  const service = await startService();
  const accountIds = tenants.map(({ accountId }) => accountId);
  const turnSeconds = 2;
  const turn = async (isActive: boolean) => {
    await prisma.$executeRaw`
      UPDATE "WebhookEndpoint" SET state = ${isActive ? 'ACTIVE' : 'DISABLED'}::"WebhookEndpointState",
        "stateReason" = ${isActive ? null : 'MANUAL'}::"WebhookStateReason" WHERE "accountId" = ANY(${accountIds})`;
    // Nothing is left to deliver.
    for (const accountId of accountIds) {
      const position = formatLogPosition(await findLastLogPosition(prisma, accountId));
      await prisma.webhookCursor.updateMany({ where: { accountId }, data: { position } });
    }
    await sleep(1_500);
    const seenBefore = seen.size;
    const cpu = cpuMillisOf(service.pid);
    const end = performance.now() + turnSeconds * 1_000;
    let count = 0;
    const writeOn = async () => {
      for (; performance.now() < end; count += 1) await write(service, tenants);
    };
    await Promise.all(Array.from({ length: 16 }, writeOn));
    const perSecond = (value: number) => Math.round(value / turnSeconds);
    const cpuMs = (cpuMillisOf(service.pid) - cpu) / count;
    return { perSecond: perSecond(count), delivered: perSecond(seen.size - seenBefore), cpuMs };
  };
  await turn(false);
  const ratios: number[] = [];
  const rounds: unknown[] = [];
  for (let round = 0; round < 4; round += 1) {
    const order = round % 2 === 0 ? [false, true] : [true, false];
    const results = new Map<boolean, Awaited<ReturnType<typeof turn>>>();
    for (const isActive of order) results.set(isActive, await turn(isActive));
    const [without, withThem] = [results.get(false), results.get(true)];
    ratios.push((withThem?.perSecond ?? 0) / (without?.perSecond ?? 1));
    rounds.push(JSON.stringify([without, withThem]));
  }
  await service.stop();
  return { ratios: ratios.map((ratio) => ratio.toFixed(2)), rounds };
}

const cases: Record<string, () => Promise<void>> = {
  ...Object.fromEntries(
    Object.entries(delayCases).map(([name, one]) => [name, () => measureDelayCase(one)]),
  ),
  writes: measureWrites,
  'write-times': measureWriteTimes,
  'catch-up': measureCatchUp,
};

try {
  const chosen = process.argv.slice(2).filter((value) => value in cases);
  for (const name of chosen.length > 0 ? chosen : Object.keys(cases)) {
    const load = loadavg().map((value) => value.toFixed(1));
    console.log(name, 'load', ...load);
    behavior.respond = accept;
    await cases[name]?.();
  }
} finally {
  await stopAll();
}
