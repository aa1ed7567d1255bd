import type { Context, Hono } from 'hono';
import type { Database } from '../database/client/client.ts';
import { loadEInvoiceFile } from '../documents/e-invoice-files.ts';
import type { InvoiceFile } from '../documents/issued-files.ts';
import {
  loadCreditNoteFile,
  loadInvoiceFile,
  renderVoidedCopy,
} from '../documents/issued-files.ts';
import { findCreditNote } from '../domain/credit-notes/credit-note-view.ts';
import type { CreditNoteRecord } from '../domain/credit-notes/fields.ts';
import { xmlFormatOf } from '../domain/e-invoices/formats.ts';
import type { EInvoiceFormat } from '../domain/invoices/e-invoice-input.ts';
import { eInvoiceFormats } from '../domain/invoices/e-invoice-input.ts';
import { hasVoidedCopy } from '../domain/invoices/invoice-record.ts';
import type { InvoiceView } from '../domain/invoices/invoice-view.ts';
import type { SharedCounters } from '../limits/shared-counters.ts';
import { SharedCounter } from '../limits/shared-counters.ts';
import { memoizeByName } from '../platform/caching/bounded-cache.ts';
import { ActionError } from '../platform/errors/action-error.ts';

/** Files per minute and link, so that one client cannot delay all others. */
const filesPerMinute = 20;

export type RespondToLink = (
  c: Context,
  render: (view: InvoiceView) => Promise<Response>,
) => Promise<Response>;

interface FileRoutesDependencies {
  counters: SharedCounters;
  database: Pick<Database, 'prisma'>;
  notFoundPage: (c: Context) => Response | Promise<Response>;
  tooManyFilesPage: (
    c: Context,
    downloads: SharedCounter,
    view: InvoiceView,
  ) => Response | Promise<Response>;
}

type LoadFile = () => Promise<InvoiceFile & { mediaType?: string }>;

function eInvoiceResponder(
  { database, notFoundPage }: FileRoutesDependencies,
  respondWithFile: ReturnType<typeof fileResponder>,
) {
  const { prisma: db } = database;
  return async (c: Context, view: InvoiceView, creditNote: CreditNoteRecord | null) => {
    const format = wantedFormat(c, view);
    if (format === null) return notFoundPage(c);
    return respondWithFile(c, view, async () => {
      const file = await loadEInvoiceFile({ db, view, creditNote }, format, c.req.raw.signal);
      if (!file) throw new Error(`${format} of invoice ${view.invoice.id} was not made`);
      return { ...file, pdf: file.bytes };
    });
  };
}

/** PDFs and e-invoices below the link of an invoice. */
export function addFileRoutes(
  routes: Hono,
  respond: RespondToLink,
  dependencies: FileRoutesDependencies,
): void {
  const { database, notFoundPage } = dependencies;
  const { prisma: db } = database;
  const respondWithFile = fileResponder(dependencies);
  const respondWithEInvoice = eInvoiceResponder(dependencies, respondWithFile);
  routes.get('/:link/invoice.pdf', (c) =>
    respond(c, (view) =>
      c.req.query('format') === undefined
        ? respondWithFile(c, view, () => loadInvoiceFile(db, view, c.req.raw.signal))
        : respondWithEInvoice(c, view, null),
    ),
  );
  routes.get('/:link/invoice.xml', (c) => respond(c, (view) => respondWithEInvoice(c, view, null)));
  routes.get('/:link/void.pdf', (c) =>
    respond(c, async (view) => {
      if (!hasVoidedCopy(view.invoice)) return notFoundPage(c);
      return respondWithFile(c, view, () => renderVoidedCopy(db, view, c.req.raw.signal));
    }),
  );
  routes.get('/:link/credit-notes/:file', (c) =>
    respond(c, async (view) => {
      const { accountId, id: invoiceId } = view.invoice;
      const [, id, type] = /^(crn_\w+)\.(pdf|xml)$/.exec(c.req.param('file')) ?? [];
      const key = id === undefined ? undefined : { id, invoiceId };
      const creditNote = key && (await findCreditNote({ accountId, db }, key));
      if (!creditNote) return notFoundPage(c);
      if (type === 'xml' || c.req.query('format') !== undefined)
        return respondWithEInvoice(c, view, creditNote);
      const { signal } = c.req.raw;
      return respondWithFile(c, view, () => loadCreditNoteFile(db, view, creditNote, signal));
    }),
  );
}

/** The format in the query, otherwise the XML that the client receives. Null: there is none for this path. */
function wantedFormat(c: Context, { eInvoiceFormat }: InvoiceView): EInvoiceFormat | null {
  const given = c.req.query('format');
  const usual = eInvoiceFormat && xmlFormatOf(eInvoiceFormat);
  const format =
    given === undefined ? usual : (eInvoiceFormats.find((one) => one === given) ?? null);
  const isPdf = c.req.path.endsWith('.pdf');
  return format !== null && isPdf === (format === 'FACTUR_X') ? format : null;
}

function fileResponder({ counters, notFoundPage, tooManyFilesPage }: FileRoutesDependencies) {
  const downloadCounterOf = memoizeByName(
    (invoice) => new SharedCounter(`pdfs ${invoice}`, filesPerMinute),
  );
  return async (c: Context, view: InvoiceView, load: LoadFile): Promise<Response> => {
    const { accountId, id } = view.invoice;
    const downloads = downloadCounterOf(`${accountId} ${id}`);
    if (!(await counters.take(downloads, 1))) return tooManyFilesPage(c, downloads, view);
    try {
      const { fileName, mediaType = 'application/pdf', pdf } = await load();
      return c.body(new Uint8Array(pdf), 200, {
        'content-type': mediaType,
        'content-disposition': `inline; filename="${fileName}"`,
      });
    } catch (error) {
      if (error instanceof ActionError && error.status === 409) return notFoundPage(c);
      throw error;
    }
  };
}
