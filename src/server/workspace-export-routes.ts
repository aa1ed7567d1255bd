import { Hono } from 'hono';
import type pg from 'pg';
import { streamWorkspaceExport } from '../backup/index.ts';
import type { Database } from '../database/client/client.ts';
import { isExportLinkValid, redeemExportLink } from '../domain/identities/export-links.ts';
import { createFailureThrottle } from '../limits/failure-throttling.ts';
import type { SharedCounters } from '../limits/shared-counters.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { FileStore } from '../platform/file-store/file-store.ts';
import { responseHeaders } from '../rest/core/error-responses.ts';
import { streamSnapshot } from './snapshot-stream.ts';

export interface WorkspaceExportRoutesOptions {
  database: Pick<Database, 'prisma' | 'role' | 'url'>;
  files: FileStore;
  addressOf: (request: Request) => string;
  counters: SharedCounters;
  /** A hash of the network. */
  networkName: (address: string) => Promise<string>;
  requestId: (request: Request) => string;
  onAborted: (error: unknown, requestId: string) => void;
  breakOff: (request: Request) => boolean;
}

const wrongLinksPerMinute = 20;

/** Per process. Each download holds a connection and a snapshot. */
const maxDownloads = 3;

/** First key of the advisory lock; the second is the account id. */
const lockClass = 0x6578_7074;

const invalidLinkError = () =>
  new ActionError(
    'record_not_found',
    'This link was already used, has expired or is invalid. An owner can create a new one with the mutation exportWorkspace.',
  );

const busyError = (message: string) =>
  new ActionError('too_many_requests', message, { retryAfterSeconds: 30 });

function parseAccountId(link: string): number | undefined {
  const [, number] = /^([1-9]\d{0,9})-[\w-]{32}$/.exec(link) ?? [];
  return number !== undefined && Number(number) < 2 ** 31 ? Number(number) : undefined;
}

/** One download per workspace, with constant memory. An aborted download lacks its last line and is invalid. */
export function createWorkspaceExportRoutes(options: WorkspaceExportRoutesOptions): Hono {
  const { addressOf, counters, database, networkName, requestId } = options;
  const app = new Hono();
  const linkThrottle = createFailureThrottle(counters, 'wrong export links', wrongLinksPerMinute);
  const startExport = createExportStarter(options);
  app.get('/:link', async (c) => {
    const request = c.req.raw;
    // HEAD does not redeem the link.
    if (request.method === 'HEAD') return c.body(null, 405, { allow: 'GET' });
    const network = await networkName(addressOf(request));
    const retryAfterSeconds = linkThrottle.secondsToWait(network);
    if (retryAfterSeconds > 0) {
      throw new ActionError('too_many_requests', 'Too many wrong links. Wait, then try again.', {
        retryAfterSeconds,
      });
    }
    const link = c.req.param('link');
    const accountId = parseAccountId(link);
    const now = new Date();
    if (accountId === undefined || !(await isExportLinkValid(database.prisma, link, now))) {
      linkThrottle.recordFailure(network);
      throw invalidLinkError();
    }
    const name = `workspace-${accountId}-${now.toISOString().slice(0, 10)}.ndjson`;
    return new Response(await startExport(request, link, accountId), {
      headers: {
        ...responseHeaders(requestId(request)),
        'content-type': 'application/x-ndjson',
        'content-disposition': `attachment; filename="${name}"`,
      },
    });
  });
  return app;
}

/** The started export resolves when its first lines can be read. */
function createExportStarter({
  addressOf,
  breakOff,
  database,
  files,
  onAborted,
  requestId,
}: WorkspaceExportRoutesOptions) {
  let activeDownloads = 0;
  return async (request: Request, link: string, accountId: number): Promise<ReadableStream> => {
    if (activeDownloads >= maxDownloads)
      throw busyError('Other workspaces are being downloaded. Try again soon.');
    const origin = {
      ...{ operation: 'GET exports', address: addressOf(request), requestId: requestId(request) },
      now: new Date(),
    };
    activeDownloads += 1;
    return streamSnapshot({
      database,
      signal: request.signal,
      begin: async (client) => {
        await requireLock(client, accountId);
        const redeemedAccountId = await redeemExportLink(database.prisma, link, origin);
        if (redeemedAccountId !== accountId) throw invalidLinkError();
        return streamWorkspaceExport(client, accountId, files, () => undefined);
      },
      onEnded: () => {
        activeDownloads -= 1;
      },
      onAborted: (error) => onAborted(error, origin.requestId),
      breakOff: () => breakOff(request),
    });
  };
}

async function requireLock(client: pg.Client, accountId: number): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>(
    'SELECT pg_try_advisory_lock($1, $2) AS free',
    [lockClass, accountId],
  );
  if (rows[0]?.free) return;
  throw busyError('The workspace is being downloaded already. Try again when that has ended.');
}
