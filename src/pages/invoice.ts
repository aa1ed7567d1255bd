import type { Context } from 'hono';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { createMiddleware } from 'hono/factory';
import type { Database } from '../database/client/client.ts';
import { documentLocaleOfInvoice } from '../documents/build-invoice-document.ts';
import type { InvoiceDocument } from '../documents/invoice-document.ts';
import { buildInvoiceDocumentWithFooter } from '../documents/invoice-footer.ts';
import type { InvoiceFile } from '../documents/issued-files.ts';
import {
  loadCreditNoteFile,
  loadInvoiceFile,
  renderVoidedCopy,
} from '../documents/issued-files.ts';
import { findCreditNote } from '../domain/credit-notes/credit-note-view.ts';
import { recordFirstView } from '../domain/invoices/invoice-events.ts';
import { hasVoidedCopy } from '../domain/invoices/invoice-record.ts';
import type { InvoiceView } from '../domain/invoices/invoice-view.ts';
import { findInvoiceView } from '../domain/invoices/invoice-view.ts';
import type { ResolveClientAddress } from '../http/client-address.ts';
import { createFailureThrottle } from '../limits/failure-throttling.ts';
import type { SharedCounters } from '../limits/shared-counters.ts';
import { SharedCounter } from '../limits/shared-counters.ts';
import { acceptedMessageTexts, messageTextsIn } from '../locales/message-page/index.ts';
import { memoizeByName } from '../platform/caching/bounded-cache.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { clientClosedRequestStatus } from '../rest/core/error-responses.ts';
import { invoiceHtml, messageHtml } from './invoice-html.ts';
import { invoiceStyle, invoiceStyleWithAccent } from './invoice-style.ts';
import { pageSecurityHeaders, styleHashSource } from './page-headers.ts';

/** No scripts, and no CSS except the page's own. */
const letIn = {
  styleSrc: [styleHashSource(invoiceStyle)],
  imgSrc: ["'self'"],
};

/** Replaces the hash of the default CSS in the policy if the invoice has an accent colour. */
const ownStyle = createMiddleware(async (c, next) => {
  await next();
  const accent = accents.get(c.req.raw);
  const policy = c.res.headers.get('content-security-policy');
  if (accent === undefined || policy === null) return;
  const own = policy.replace(
    styleHashSource(invoiceStyle),
    styleHashSource(invoiceStyleWithAccent(accent)),
  );
  c.res.headers.set('content-security-policy', own);
});

/** Accent colour of the invoice that a request shows. */
const accents = new WeakMap<Request, string>();

/** The link is a secret: nothing may be cached or indexed. */
const secrecy = createMiddleware(async (c, next) => {
  await next();
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
  c.header('x-robots-tag', 'noindex, nofollow, noarchive');
});

/** Wrong links per minute and network. Typing errors stay far below, and guessing is hopeless. */
const wrongLinksPerMinute = 20;

/** PDFs per minute and link, so that one client cannot delay all others. */
const pdfsPerMinute = 20;

export interface InvoicePageDependencies {
  database: Pick<Database, 'prisma'>;
  publicUrl: string;
  addressOf: ResolveClientAddress;
  counters: SharedCounters;
  /** Pseudonym of the network of an address. */
  networkName: (address: string) => Promise<string>;
}

/**
 * The page, PDFs and logo below the link of an invoice.
 * - 404: unknown, revoked or renewed link, without a difference
 * - 429: too many wrong links from one network, or too many PDFs of one invoice
 * - 503: too many PDFs are being rendered
 * The first view is recorded in the history of the invoice.
 */
export function createInvoicePage({
  addressOf,
  counters,
  database: { prisma },
  networkName,
  publicUrl,
}: InvoicePageDependencies): Hono {
  const pages = new Hono();
  const guesses = createFailureThrottle(counters, 'wrong links', wrongLinksPerMinute);
  const downloadsOf = memoizeByName(
    (invoice) => new SharedCounter(`pdfs ${invoice}`, pdfsPerMinute),
  );
  pages.use(ownStyle, pageSecurityHeaders(letIn), secrecy, compress());

  /** Responds with the invoice of the link, or with the 404 page. */
  const answer = async (
    c: Context,
    show: (shown: InvoiceView) => Promise<Response>,
  ): Promise<Response> => {
    const network = await networkName(addressOf(c.req.raw, c.env));
    const seconds = guesses.secondsToWait(network);
    if (seconds > 0) {
      return waitABit(c, 429, seconds, { ...strangersWords(c), why: 'tooManyLinks' });
    }
    const link = readLink(c.req.param('link') ?? '');
    const keyless = { db: prisma, publicUrl, now: new Date() };
    const shown = link && (await findInvoiceView({ ...keyless, accountId: link.accountId }, link));
    if (shown) return show(shown).catch((error) => refusal(c, error, shown));
    guesses.recordFailure(network);
    return notFound(c);
  };

  const answerPdf = async (c: Context, shown: InvoiceView, load: () => Promise<InvoiceFile>) => {
    const { accountId, id } = shown.invoice;
    const downloads = downloadsOf(`${accountId} ${id}`);
    if (!(await counters.take(downloads, 1))) return tooManyPdfs(c, downloads, shown);
    const { fileName, pdf } = await load();
    return c.body(new Uint8Array(pdf), 200, {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${fileName}"`,
    });
  };

  pages.get('/:link', (c) =>
    answer(c, async (shown) => {
      const { invoice } = shown;
      const document = await buildInvoiceDocumentWithFooter(prisma, shown);
      const isOpened = c.req.method === 'GET' && !c.req.header('sec-purpose')?.includes('prefetch');
      if (isOpened && invoice.firstViewedAt === null) {
        await recordFirstView(prisma, invoice.accountId, invoice.id);
      }
      if (document.accent !== null) accents.set(c.req.raw, document.accent);
      return c.html(invoiceHtml(document, hrefsOf(c.req.param('link'), document, invoice)));
    }),
  );
  // A pasted link sometimes ends with a slash. The redirect does not reveal whether the invoice
  // exists.
  pages.get('/:link/', (c) => c.redirect(`../${encodeURIComponent(c.req.param('link'))}`, 308));
  pages.get('/:link/invoice.pdf', (c) =>
    answer(c, async (shown) => {
      return answerPdf(c, shown, () => loadInvoiceFile(prisma, shown, c.req.raw.signal));
    }),
  );
  pages.get('/:link/void.pdf', (c) =>
    answer(c, async (shown) => {
      if (!hasVoidedCopy(shown.invoice)) return notFound(c);
      return answerPdf(c, shown, () => renderVoidedCopy(prisma, shown, c.req.raw.signal));
    }),
  );
  pages.get('/:link/credit-notes/:file', (c) =>
    answer(c, async (shown) => {
      const { accountId, id: invoiceId } = shown.invoice;
      const [, id] = /^(crn_\w+)\.pdf$/.exec(c.req.param('file')) ?? [];
      const keyless = { accountId, db: prisma };
      const note = id === undefined ? null : await findCreditNote(keyless, { id, invoiceId });
      if (!note) return notFound(c);
      return answerPdf(c, shown, () => loadCreditNoteFile(prisma, shown, note, c.req.raw.signal));
    }),
  );
  pages.get('/:link/logo', (c) =>
    answer(c, async ({ logo }) => {
      if (!logo) return notFound(c);
      return c.body(logo.bytes, 200, {
        'content-type': logo.mediaType,
        // The URL contains the key of the image.
        'cache-control': 'private, max-age=86400, immutable',
      });
    }),
  );
  return pages;
}

function hrefsOf(link: string, { logo }: InvoiceDocument, invoice: InvoiceView['invoice']) {
  return {
    pdf: `${link}/${hasVoidedCopy(invoice) ? 'void' : 'invoice'}.pdf`,
    logo: `${link}/logo?image=${logo?.key}`,
    creditNotes: `${link}/credit-notes`,
  };
}

const largestAccount = 2 ** 31 - 1;

/** Workspace and secret of a link, or undefined if the text is not a link. */
function readLink(text: string): { accountId: number; viewToken: string } | undefined {
  const match = /^([1-9]\d{0,9})-([A-Za-z0-9_-]{22})$/.exec(text);
  const [accountId, viewToken] = [Number(match?.[1]), match?.[2]];
  return viewToken && accountId <= largestAccount ? { accountId, viewToken } : undefined;
}

/** Texts in the language of the browser, for requests without a valid link. */
function strangersWords(c: Context) {
  c.header('vary', 'Accept-Language', { append: true });
  return acceptedMessageTexts(c.req.header('accept-language'));
}

/** Texts in the language of the invoice. */
const customersWords = ({ invoice, workspace }: InvoiceView) =>
  messageTextsIn(documentLocaleOfInvoice(workspace, invoice).language);

type Messages = ReturnType<typeof messageTextsIn>;

function notFound(c: Context) {
  const { language, texts: words } = strangersWords(c);
  return c.html(messageHtml(language, words.noInvoice, words.noInvoiceText), 404);
}

function waitABit(
  c: Context,
  status: 429 | 503,
  seconds: number,
  { language, texts: words, why }: Messages & { why: 'busy' | 'tooManyLinks' | 'tooManyPdfs' },
) {
  c.header('retry-after', String(Math.max(1, Math.ceil(seconds))));
  return c.html(messageHtml(language, words.wait, words[why]), status);
}

const tooManyPdfs = (c: Context, downloads: SharedCounter, shown: InvoiceView) =>
  waitABit(c, 429, downloads.secondsLeft(Date.now()), {
    ...customersWords(shown),
    why: 'tooManyPdfs',
  });

/** The response to a failed PDF: 503 if too many are being rendered. Other errors are defects. */
function refusal(c: Context, error: unknown, shown: InvoiceView) {
  const { aborted, reason } = c.req.raw.signal;
  if (aborted && error === reason) return new Response(null, { status: clientClosedRequestStatus });
  if (!(error instanceof ActionError && error.code === 'too_many_requests')) throw error;
  const { retryAfterSeconds = 1 } = error.details;
  return waitABit(c, 503, retryAfterSeconds, { ...customersWords(shown), why: 'busy' });
}
