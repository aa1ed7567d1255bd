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
import { DownloadSlots } from './download-slots.ts';
import { streamSnapshot } from './snapshot-stream.ts';

type ReadJson = (request: Request, limitBytes: number) => Promise<unknown>;

export interface AccountingRoutesOptions {
  database: Pick<Database, 'role' | 'url'>;
  /** @throws ActionError database_unavailable if not admitted */
  admit: <T>(request: Request, work: (readJson: ReadJson) => Promise<T>) => Promise<T>;
  bodyLimitBytes: number;
  authenticate: (request: Request, requestId: string, now: Date) => Promise<Context>;
  requestId: (request: Request) => string;
  toActionError: (error: unknown, requestId: string) => ActionError;
  addRateLimitHeaders: (
    request: Request,
    headers: Record<string, string>,
  ) => Record<string, string>;
  /** Gets the reason if a started response is aborted. */
  onAborted: (error: unknown, requestId: string) => void;
  /** Aborts the response. Returns false without a connection. */
  breakOff: (request: Request) => boolean;
}

type RouteHandler = (context: Context, request: Request, readJson: ReadJson) => Promise<Response>;

type AddRoute = (method: 'GET' | 'POST', path: string, handle: RouteHandler) => void;

/** Accounting files and pages, with the REST API's errors. */
export function createAccountingRoutes(options: AccountingRoutesOptions): Hono {
  const app = new Hono();
  const addRoute = routeAdder(app, options);
  for (const page of ['/statement', '/numbers']) {
    app.use(
      page,
      pageSecurityHeaders({ styleSrc: [styleHashSource(accountingPageStyle)], imgSrc: ["'self'"] }),
    );
  }
  addRoute('GET', '/statement', statementPage);
  addRoute('GET', '/statement.pdf', statementPdf);
  // The list of accounts can exceed the length of a URL.
  addRoute('POST', '/datev.csv', datevFile(options.bodyLimitBytes));
  addRoute('GET', '/numbers', numberAuditPage);
  addRoute('GET', '/numbers.csv', numberAuditFile);
  addRoute('GET', '/csv', (_context, request) =>
    Promise.reject(fileNotFoundError(new URL(request.url).pathname)),
  );
  addRoute('GET', '/csv/:file', csvFile(options));
  return app;
}

function routeAdder(
  app: Hono,
  { addRateLimitHeaders, admit, toActionError, authenticate, requestId }: AccountingRoutesOptions,
): AddRoute {
  return (method, path, handle) => {
    app.on(method, path, async ({ req }) => {
      const request = req.raw;
      const id = requestId(request);
      try {
        return await admit(request, async (readJson) => {
          const context = await authenticate(request, id, new Date());
          context.origin.operation = `${method} books${path}`;
          const response = await handle(context, request, readJson).catch((error) => {
            throw errorForCaller(context, error);
          });
          const headers = addRateLimitHeaders(request, {
            ...responseHeaders(id),
            ...headersOf(response),
          });
          return new Response(response.body, { status: response.status, headers });
        });
      } catch (error) {
        const errorDetails = { path: req.path, requestId: id, now: new Date() };
        const headers = addRateLimitHeaders(request, {});
        return toFetchErrorResponse(toActionError(error, id), { ...errorDetails, headers });
      }
    });
    const allow = method === 'GET' ? 'GET, HEAD' : method;
    app.all(path, ({ req }) =>
      toFetchErrorResponse(
        new ActionError('method_not_allowed', `${req.method} is not allowed here; use ${allow}.`, {
          allow,
        }),
        { path: req.path, requestId: requestId(req.raw), now: new Date(), headers: {} },
      ),
    );
  };
}

const htmlResponse = (page: unknown) =>
  new Response(String(page), { headers: { 'content-type': 'text/html; charset=utf-8' } });

const statementPage: RouteHandler = async (context, request) => {
  const { document, pdfUrl } = await buildStatement(context, request);
  return htmlResponse(await statementHtml(document, pdfUrl));
};

const statementPdf: RouteHandler = async (context, request) => {
  const { document } = await buildStatement(context, request);
  const pdf = await renderStatementPdf(document, request.signal);
  return new Response(new Uint8Array(pdf), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${document.fileName}"`,
    },
  });
};

const datevFile =
  (bodyLimitBytes: number): RouteHandler =>
  async (context, request, readJson) => {
    const body = await readJson(request, bodyLimitBytes);
    const { bytes, name } = await createDatevFile(context, body as object);
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': 'text/csv; charset=windows-1252',
        'content-disposition': `attachment; filename="${name}"`,
      },
    });
  };

const numberAuditPage: RouteHandler = async (context, request) => {
  requireUnrestrictedAccess(context, 'invoices');
  const query = parseQueryString(new URL(request.url).search, numberAuditInput);
  const audit = await auditNumbers(context, query);
  const { accountId, db, now } = context;
  const workspace = await db.workspace.findUniqueOrThrow({
    where: { accountId },
    select: { name: true, taxId: true, language: true, timeZone: true },
  });
  const today = dateToDb(todayIn(workspace.timeZone, now));
  return htmlResponse(await numberAuditHtml(audit, { ...workspace, today }));
};

const csvHeaders = (fileName: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${fileName}"`,
});

const numberAuditFile: RouteHandler = async (context, request) => {
  requireUnrestrictedAccess(context, 'invoices');
  const shape = { ...csvOptionsInput.shape, ...numberAuditInput.shape };
  const query = parseQueryString(new URL(request.url).search, { shape });
  const { csvOptions, year } = splitCsvOptions(query);
  const audit = await auditNumbers(context, { year });
  const file = numberAuditCsv(audit, toCsvOptions(parseInput(csvOptionsInput, csvOptions)));
  return new Response(file, { headers: csvHeaders(`numbers-${audit.year}.csv`) });
};

function csvFile({ database, onAborted, breakOff }: AccountingRoutesOptions): RouteHandler {
  const downloads = new DownloadSlots();
  return async (context, request) => {
    const { pathname, search } = new URL(request.url);
    const table = /\/(\w+)\.csv$/.exec(pathname)?.[1] ?? '';
    if (!isCsvTable(table)) throw fileNotFoundError(pathname);
    requireUnrestrictedAccess(context, ...permissionAreasOfCsvTable(table));
    const query = parseQueryString(search, csvOptionsInput);
    const csvOptions = toCsvOptions(parseInput(csvOptionsInput, query));
    const { accountId, now, requestId } = context;
    const headers = csvHeaders(`${table}-${now.toISOString().slice(0, 10)}.csv`);
    if (request.method === 'HEAD') return new Response(null, { headers });
    if (!downloads.take(accountId)) throw busyError();
    const body = await streamSnapshot({
      database,
      signal: request.signal,
      begin: async (client) => {
        await beginCsvSnapshot(client);
        return streamCsvTable(client, accountId, table, csvOptions);
      },
      onEnded: () => downloads.release(accountId),
      onAborted: (error) => onAborted(error, requestId),
      breakOff: () => breakOff(request),
    });
    return new Response(body, { headers });
  };
}

const splitCsvOptions = ({ year, ...csvOptions }: Record<string, unknown>) => ({
  csvOptions,
  year,
});

const csvFileNames = csvTableNames.map((name) => `${name}.csv`).join(', ');

const fileNotFoundError = (pathname: string) =>
  new ActionError(
    'route_not_found',
    `No endpoint GET ${pathname}. The files of /books/csv are ${csvFileNames}.`,
  );

const busyError = () =>
  new ActionError('too_many_requests', 'Other files are being downloaded. Try again soon.', {
    retryAfterSeconds: 30,
  });

const headersOf = ({ headers }: Response) => Object.fromEntries(headers);

async function buildStatement(context: Context, request: Request) {
  const query = parseQueryString(new URL(request.url).search, accountStatementInput);
  const statement = await getAccountStatement(context, query);
  const { accountId, db, now } = context;
  const [client, workspace] = await Promise.all([
    db.client.findUniqueOrThrow({ where: { accountId_id: { accountId, id: statement.clientId } } }),
    db.workspace.findUniqueOrThrow({ where: { accountId } }),
  ]);
  const document = buildStatementDocument(statement, { client, now, workspace });
  return { document, pdfUrl: accountStatementUrl(context, statement, '.pdf') };
}
