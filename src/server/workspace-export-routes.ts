import { Hono } from 'hono';
import type pg from 'pg';
import { streamWorkspaceExport } from '../backup/index.ts';
import type { Database } from '../database/client/client.ts';
import { isExportLinkValid, redeemExportLink } from '../domain/identities/export-links.ts';
import { createFailureThrottle } from '../limits/failure-throttling.ts';
import type { SharedCounters } from '../limits/shared-counters.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { responseHeaders } from '../rest/core/error-responses.ts';
import { streamSnapshot } from './snapshot-stream.ts';

export interface WorkspaceExportRoutesOptions {
  database: Pick<Database, 'prisma' | 'role' | 'url'>;
  addressOf: (request: Request) => string;
  counts: SharedCounters;
  /** A name for the network of an address that does not tell it. */
  networkName: (address: string) => Promise<string>;
  requestId: (request: Request) => string;
  onBroken: (error: unknown, requestId: string) => void;
  /** Breaks the connection to a caller off; false where there is none. */
  breakOff: (request: Request) => boolean;
}

/** As many wrong links a network may try in a minute. */
const wrongLinksPerMinute = 20;

/** Downloads of one process at once: each has a connection of its own, and a moment of the database that is kept for it. */
const mostAtOnce = 3;

/** Of the lock that a download of a workspace has: the second of its two numbers is the workspace. */
const lockClass = 0x6578_7074;

const overLink = () =>
  new ActionError(
    'record_not_found',
    'This link was used already, is over, or never was one. An owner gets a new one by the mutation exportWorkspace.',
  );

const busy = (message: string) =>
  new ActionError('too_many_requests', message, { retryAfterSeconds: 30 });

/** The number of the workspace in a link that looks like one. */
function accountIn(link: string): number | undefined {
  const [, number] = /^([1-9]\d{0,9})-[\w-]{32}$/.exec(link) ?? [];
  return number !== undefined && Number(number) < 2 ** 31 ? Number(number) : undefined;
}

/**
 * What links of `exportWorkspace` lead to: the same lines that `actiongraph export` writes, sent as fast as they are taken, so that
 * memory does not depend on the workspace; one at a time of a workspace, whichever process is asked. A download that breaks off has no last line,
 * and is no export.
 */
export function createWorkspaceExportRoutes(options: WorkspaceExportRoutesOptions): Hono {
  const { addressOf, breakOff, counts, database, networkName, onBroken, requestId } = options;
  const downloads = new Hono();
  const guesses = createFailureThrottle(counts, 'wrong export links', wrongLinksPerMinute);
  let atOnce = 0;

  /** Begins to send an export; resolves once the link is used and the first lines may be read. */
  async function begin(request: Request, link: string, accountId: number): Promise<ReadableStream> {
    const at = {
      ...{ operation: 'GET exports', address: addressOf(request), requestId: requestId(request) },
      now: new Date(),
    };
    atOnce += 1;
    return streamSnapshot({
      database,
      signal: request.signal,
      begin: async (client) => {
        await requireLock(client, accountId);
        const taken = await redeemExportLink(database.prisma, link, at);
        if (taken !== accountId) throw overLink();
        return streamWorkspaceExport(client, accountId, () => undefined);
      },
      onEnded: () => {
        atOnce -= 1;
      },
      onBroken: (error) => onBroken(error, at.requestId),
      breakOff: () => breakOff(request),
    });
  }

  downloads.get('/:link', async (c) => {
    const request = c.req.raw;
    // Whoever only looks whether there is something uses nothing up.
    if (request.method === 'HEAD') return c.body(null, 405, { allow: 'GET' });
    const network = await networkName(addressOf(request));
    const retryAfterSeconds = guesses.secondsToWait(network);
    if (retryAfterSeconds > 0) {
      throw new ActionError('too_many_requests', 'Too many wrong links. Wait, then try again.', {
        retryAfterSeconds,
      });
    }
    const link = c.req.param('link');
    const accountId = accountIn(link);
    const now = new Date();
    if (accountId === undefined || !(await isExportLinkValid(database.prisma, link, now))) {
      guesses.recordFailure(network);
      throw overLink();
    }
    if (atOnce >= mostAtOnce) throw busy('Other workspaces are being downloaded. Try again soon.');
    const name = `workspace-${accountId}-${now.toISOString().slice(0, 10)}.ndjson`;
    return new Response(await begin(request, link, accountId), {
      headers: {
        ...responseHeaders(requestId(request)),
        'content-type': 'application/x-ndjson',
        'content-disposition': `attachment; filename="${name}"`,
      },
    });
  });
  return downloads;
}

async function requireLock(client: pg.Client, accountId: number): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>(
    'SELECT pg_try_advisory_lock($1, $2) AS free',
    [lockClass, accountId],
  );
  if (rows[0]?.free) return;
  throw busy('The workspace is being downloaded already. Try again when that has ended.');
}
