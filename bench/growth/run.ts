import { loadavg } from 'node:os';
import { createWorkspace } from '../../src/domain/workspaces/create.ts';
import { openDataSet } from '../data-sets.ts';
import type { RunningServer } from '../servers.ts';
import { startServers } from '../servers.ts';
import type { GrowthCase } from './cases.ts';
import { figureCases, listCases, restCases, searchCases } from './cases.ts';
import { makeGrowthData } from './data.ts';
import { reasonFor } from './exceptions.ts';

/** What a page may cost at the largest size, as a multiple of what it costs at the smallest. */
const mostTimes = 1.5;

/** A case is asked so often, or as long as this takes, whichever comes first. */
const mostAsks = 15;
const mostMillis = 600;

/** Differences that a machine makes which does something else. */
const noiseMillis = 0.5;

interface Workspace extends RunningServer {
  clients: number;
  key: string;
}

const smallest = 5_000;
/** The largest size, unless another is asked for. */
export const usualLargest = 100_000;

/**
 * Asks workspaces of 5,000, 100,000 and, where that is asked for, more clients for every list, order, search and figure, and says
 * what costs more in the largest one. Answers whether nothing is over that has no reason.
 */
export async function measureGrowth(options: {
  largest: number;
  folder: string;
  node: string;
  only: string;
}): Promise<boolean> {
  const sizes = [...new Set([smallest, usualLargest, options.largest])].filter(
    (size) => size <= options.largest,
  );
  const open: { close(): Promise<void> }[] = [];
  try {
    const workspaces: Workspace[] = [];
    for (const clients of sizes) {
      const set = await openGrowthSet(options.folder, clients);
      open.push(set);
      const firstPort = 4811 + workspaces.length;
      const servers = await startServers(['ours'], set.url, {
        node: options.node,
        firstPort,
        isBare: false,
      });
      open.push({ close: servers.stop });
      if (!servers.running.ours) throw new Error('The service does not run.');
      workspaces.push({ ...servers.running.ours, clients, key: set.facts.key });
    }
    const parts = options.only.split(',').map((part) => part.trim());
    const cases = [...listCases(), ...figureCases(), ...searchCases(), ...restCases()].filter(
      ({ name }) => parts.some((part) => name.includes(part)),
    );
    return await compareSizes(cases, workspaces);
  } finally {
    for (const { close } of open.reverse()) await close();
  }
}

function openGrowthSet(folder: string, clients: number) {
  return openDataSet(folder, {
    name: `growth-${clients}`,
    sources: ['growth/data.ts', 'growth/sql.ts'],
    isRead: true,
    make: async (prisma) => {
      console.error(
        `Making a workspace of ${clients} clients and ${clients * 10} time entries, once …`,
      );
      const settings = { name: 'Growth', ownerEmail: 'owner@growth.example', currency: 'CAD' };
      const { context, key } = await createWorkspace(prisma, settings, new Date());
      await makeGrowthData(prisma, context, clients);
      return { key };
    },
  });
}

async function compareSizes(cases: GrowthCase[], workspaces: Workspace[]): Promise<boolean> {
  const titles = workspaces.map(({ clients }) => `${clients} clients`.padStart(16)).join('');
  console.log(`${'milliseconds'.padEnd(58)}${titles}   times`);
  const over: string[] = [];
  for (const one of cases) {
    let found: Found;
    try {
      found = await ratioOf(one, workspaces);
      // Whatever else the machine did then, it does not do again.
      for (let again = 0; isOver(found) && again < 2; again += 1) {
        const next = await ratioOf(one, workspaces);
        if (next.ratio < found.ratio) found = next;
      }
    } catch (error) {
      console.log(`${one.name.padEnd(58)}   NO ANSWER: ${error}`);
      over.push(one.name);
      continue;
    }
    const reason = isOver(found) ? reasonFor(one.name) : undefined;
    const figures = found.millis.map((millis) => millis.toPrecision(3).padStart(16)).join('');
    const verdict = isOver(found) ? `   ${reason ? `(${reason})` : 'OVER'}` : '';
    console.log(`${one.name.padEnd(58)}${figures}${found.ratio.toFixed(2).padStart(8)}${verdict}`);
    if (isOver(found) && !reason) over.push(one.name);
  }
  console.log(
    `Load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
  console.log(
    over.length === 0
      ? `Nothing costs more than ${mostTimes} times as much without a reason.`
      : `${over.length} of ${cases.length} cost more than ${mostTimes} times as much:\n  ${over.join('\n  ')}`,
  );
  return over.length === 0;
}

interface Found {
  /** The least that each size took. */
  millis: number[];
  ratio: number;
  isWhole: boolean;
}

function isOver({ millis, ratio, isWhole }: Found): boolean {
  const [first = 0] = millis;
  return ratio > mostTimes && (isWhole || (millis.at(-1) ?? 0) - first > noiseMillis);
}

async function ratioOf(one: GrowthCase, workspaces: Workspace[]): Promise<Found> {
  const least = workspaces.map(() => Number.POSITIVE_INFINITY);
  const afters = await Promise.all(workspaces.map((workspace) => cursorFor(one, workspace)));
  const spent = workspaces.map(() => 0);
  for (let ask = 0; ask < mostAsks; ask += 1) {
    for (const [index, workspace] of workspaces.entries()) {
      if ((spent[index] ?? 0) > mostMillis && ask > 1) continue;
      const { millis, records } = await timed(one, workspace, afters[index]);
      spent[index] = (spent[index] ?? 0) + millis;
      const each = one.isWhole ? millis / Math.max(1, records) : millis;
      least[index] = Math.min(least[index] ?? each, each);
    }
  }
  const [first = 1] = least;
  return { millis: least, ratio: (least.at(-1) ?? first) / first, isWhole: one.isWhole ?? false };
}

async function cursorFor(one: GrowthCase, workspace: Workspace): Promise<string | undefined> {
  if (!one.isLater) return undefined;
  const { body } = await timed(one, workspace, undefined);
  const answer = body as { data?: { list?: { pageInfo: { endCursor: string | null } } } };
  return answer.data?.list?.pageInfo.endCursor ?? undefined;
}

async function timed(
  { request, name }: GrowthCase,
  { url, key }: Workspace,
  after: string | undefined,
) {
  const { path, ...init } = request(key, after);
  const start = performance.now();
  const response = await fetch(url + path, init);
  const bytes = Buffer.from(await response.arrayBuffer());
  const millis = performance.now() - start;
  if (bytes.length > longestText) return { millis, records: recordsIn(bytes), body: [] };
  const text = bytes.toString();
  const body: unknown = JSON.parse(text);
  if (response.status !== 200 || (body as { errors?: unknown }).errors) {
    // What takes too long to be answered is over, whatever it takes.
    if (/timed out|too long|unavailable/.test(text)) return { millis: 10_000, records: 0, body };
    throw new Error(`${name}: ${response.status} ${text.slice(0, 500)}`);
  }
  return { millis, records: Array.isArray(body) ? body.length : 0, body };
}

/** No string of Node's is longer than half a gigabyte, as whole lists can be. */
const longestText = 400_000_000;

const code = (character: string) => character.charCodeAt(0);
const marks = { quote: code('"'), escape: code('\\'), opening: code('{'), closing: code('}') };

/** How many objects stand in a list that is too long to be read. */
function recordsIn(bytes: Buffer): number {
  let records = 0;
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === marks.quote) {
      for (at += 1; bytes[at] !== marks.quote; at += 1) if (bytes[at] === marks.escape) at += 1;
    } else if (byte === marks.opening) {
      if (depth === 0) records += 1;
      depth += 1;
    } else if (byte === marks.closing) depth -= 1;
  }
  return records;
}
