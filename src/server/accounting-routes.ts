import { Hono } from 'hono';
import {
  beginCsvSnapshot,
  csvOptionsInput,
  csvTableNames,
  isCsvTable,
  numberAuditCsv,
  permissionAreasOfCsvTable,
  streamCsvTable,
  toCsvOptions,
} from '../backup/index.ts';
import type { Database } from '../database/client/client.ts';
import { renderStatementPdf } from '../documents/request-pdf.ts';
import { buildStatementDocument } from '../documents/statement-document.ts';
import {
  accountStatementInput,
  accountStatementUrl,
  getAccountStatement,
} from '../domain/accounting/account-statement.ts';
import { createDatevFile } from '../domain/accounting/datev.ts';
import { auditNumbers, numberAuditInput } from '../domain/accounting/number-audit.ts';
import { numberAuditHtml } from '../pages/number-audit-html.ts';
import { pageSecurityHeaders, styleHashSource } from '../pages/page-headers.ts';
import { accountingPageStyle, statementHtml } from '../pages/statement-html.ts';
import type { Context } from '../platform/context/context.ts';
import { dateToDb, todayIn } from '../platform/dates/dates.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { parseInput } from '../platform/input/fields.ts';
import { errorForCaller, requireUnrestrictedAccess } from '../platform/permissions/permissions.ts';
import { responseHeaders, toFetchErrorResponse } from '../rest/core/error-responses.ts';
import { parseQueryString } from '../rest/core/query-string.ts';
import { streamSnapshot } from './snapshot-stream.ts';

type ReadJson = (request: Request, limitBytes: number) => Promise<unknown>;

export interface AccountingRoutesOptions {
  database: Pick<Database, 'role' | 'url'>;
  /** Runs the work of a request that is admitted. @throws ActionError database_unavailable where it is not */
  admit: <T>(request: Request, work: (readJson: ReadJson) => Promise<T>) => Promise<T>;
  bodyLimitBytes: number;
  /** Turns a request's key, or who signed in, into a context. */
  authenticate: (request: Request, requestId: string, now: Date) => Promise<Context>;
  requestId: (request: Request) => string;
  asActionError: (error: unknown, requestId: string) => ActionError;
  /** Adds to headers those that tell what is left of the caller's limits. */
  addLimits: (request: Request, headers: Record<string, string>) => Record<string, string>;
  /** Told why an answer was broken off that had begun. */
  onBroken: (error: unknown, requestId: string) => void;
  /** Breaks the connection to a caller off; false where there is none. */
  breakOff: (request: Request) => boolean;
}

/** Files of one process that are being read at once: each has a connection of its own, and a moment of the database that is kept for it. */
const mostAtOnce = 3;

/** Those of one workspace: while it reads slowly, there is a place for another one. */
const mostOfOne = 2;

type Answer = (context: Context, request: Request, readJson: ReadJson) => Promise<Response>;

/**
 * Files and pages of the books, for who sends a key or signed in: their rights are those of the records that the files are made of.
 * Errors are those of the action surface.
 */
export function createAccountingRoutes(options: AccountingRoutesOptions): Hono {
  const { addLimits, admit, asActionError, authenticate, requestId } = options;
  const door = new Hono();
  /** Of which workspaces files are being read. */
  const reading: number[] = [];
  const on = (method: 'GET' | 'POST', path: string, answer: Answer) => {
    door.on(method, path, async ({ req }) => {
      const request = req.raw;
      const id = requestId(request);
      try {
        return await admit(request, async (readJson) => {
          const context = await authenticate(request, id, new Date());
          context.origin.operation = `${method} books${path}`;
          const response = await answer(context, request, readJson).catch((error) => {
            throw errorForCaller(context, error);
          });
          const headers = addLimits(request, { ...responseHeaders(id), ...own(response) });
          return new Response(response.body, { status: response.status, headers });
        });
      } catch (thrown) {
        const refused = { path: req.path, requestId: id, now: new Date() };
        const headers = addLimits(request, {});
        return toFetchErrorResponse(asActionError(thrown, id), { ...refused, headers });
      }
    });
    const allow = method === 'GET' ? 'GET, HEAD' : method;
    door.all(path, ({ req }) =>
      toFetchErrorResponse(
        new ActionError('method_not_allowed', `${req.method} is not allowed here; use ${allow}.`, {
          allow,
        }),
        { path: req.path, requestId: requestId(req.raw), now: new Date(), headers: {} },
      ),
    );
  };

  const get = (path: string, answer: Answer) => on('GET', path, answer);

  for (const page of ['/statement', '/numbers']) {
    door.use(
      page,
      pageSecurityHeaders({ styleSrc: [styleHashSource(accountingPageStyle)], imgSrc: ["'self'"] }),
    );
  }
  get('/statement', async (context, request) => {
    const { document, pdfUrl } = await shownStatement(context, request);
    const page = await statementHtml(document, pdfUrl);
    return new Response(String(page), { headers: { 'content-type': 'text/html; charset=utf-8' } });
  });
  get('/statement.pdf', async (context, request) => {
    const { document } = await shownStatement(context, request);
    const pdf = await renderStatementPdf(document, request.signal);
    return new Response(new Uint8Array(pdf), {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${document.fileName}"`,
      },
    });
  });
  // What the accounts are is more than an address holds.
  on('POST', '/datev.csv', async (context, request, readJson) => {
    const body = await readJson(request, options.bodyLimitBytes);
    const { bytes, name } = await createDatevFile(context, body as object);
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': 'text/csv; charset=windows-1252',
        'content-disposition': `attachment; filename="${name}"`,
      },
    });
  });
  get('/numbers', async (context, request) => {
    requireUnrestrictedAccess(context, 'invoices');
    const asked = parseQueryString(
      new URL(request.url).search,
      Object.keys(numberAuditInput.shape),
    );
    const audit = await auditNumbers(context, asked);
    const { accountId, db, now } = context;
    const of = await db.workspace.findUniqueOrThrow({
      where: { accountId },
      select: { name: true, taxId: true, language: true, timeZone: true },
    });
    const page = await numberAuditHtml(audit, {
      ...of,
      today: dateToDb(todayIn(of.timeZone, now)),
    });
    return new Response(String(page), { headers: { 'content-type': 'text/html; charset=utf-8' } });
  });
  get('/numbers.csv', async (context, request) => {
    requireUnrestrictedAccess(context, 'invoices');
    const shape = { ...csvOptionsInput.shape, ...numberAuditInput.shape };
    const asked = parseQueryString(new URL(request.url).search, Object.keys(shape));
    const { form, year } = splitForm(asked);
    const audit = await auditNumbers(context, { year });
    return new Response(numberAuditCsv(audit, toCsvOptions(parseInput(csvOptionsInput, form))), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="numbers-${audit.year}.csv"`,
      },
    });
  });
  get('/csv', (_context, request) => Promise.reject(noFile(new URL(request.url).pathname)));
  get('/csv/:file', async (context, request) => {
    const { pathname, search } = new URL(request.url);
    const table = /\/(\w+)\.csv$/.exec(pathname)?.[1] ?? '';
    if (!isCsvTable(table)) throw noFile(pathname);
    requireUnrestrictedAccess(context, ...permissionAreasOfCsvTable(table));
    const asked = parseQueryString(search, Object.keys(csvOptionsInput.shape));
    const form = toCsvOptions(parseInput(csvOptionsInput, asked));
    const { accountId, now, requestId: id } = context;
    const name = `${table}-${now.toISOString().slice(0, 10)}.csv`;
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    };
    if (request.method === 'HEAD') return new Response(null, { headers });
    const ofIts = reading.filter((one) => one === accountId).length;
    if (reading.length >= mostAtOnce || ofIts >= mostOfOne) throw busy();
    reading.push(accountId);
    const body = await streamSnapshot({
      database: options.database,
      signal: request.signal,
      begin: async (client) => {
        await beginCsvSnapshot(client);
        return streamCsvTable(client, accountId, table, form);
      },
      onEnded: () => {
        reading.splice(reading.indexOf(accountId), 1);
      },
      onBroken: (error) => options.onBroken(error, id),
      breakOff: () => options.breakOff(request),
    });
    return new Response(body, { headers });
  });
  return door;
}

const splitForm = ({ year, ...form }: Record<string, unknown>) => ({ form, year });

const files = csvTableNames.map((name) => `${name}.csv`).join(', ');

/** That there is no such file of records, and which there are. */
const noFile = (pathname: string) =>
  new ActionError(
    'route_not_found',
    `No endpoint GET ${pathname}. The files of /books/csv are ${files}.`,
  );

const busy = () =>
  new ActionError('too_many_requests', 'Other files are being downloaded. Try again soon.', {
    retryAfterSeconds: 30,
  });

const own = ({ headers }: Response) => Object.fromEntries(headers);

async function shownStatement(context: Context, request: Request) {
  const asked = parseQueryString(
    new URL(request.url).search,
    Object.keys(accountStatementInput.shape),
  );
  const statement = await getAccountStatement(context, asked);
  const { accountId, db, now } = context;
  const [client, workspace] = await Promise.all([
    db.client.findUniqueOrThrow({ where: { accountId_id: { accountId, id: statement.clientId } } }),
    db.workspace.findUniqueOrThrow({ where: { accountId } }),
  ]);
  const document = buildStatementDocument(statement, { client, now, workspace });
  return { document, pdfUrl: accountStatementUrl(context, statement, '.pdf') };
}
