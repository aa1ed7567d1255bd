import type { Context } from 'hono';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { createMiddleware } from 'hono/factory';
import type { Database } from '../database/client/client.ts';
import { documentLocaleOfInvoice } from '../documents/build-invoice-document.ts';
import type { InvoiceDocument } from '../documents/invoice-document.ts';
import { buildInvoiceDocumentWithFooter } from '../documents/invoice-footer.ts';
import { recordFirstView } from '../domain/invoices/invoice-events.ts';
import { hasVoidedCopy } from '../domain/invoices/invoice-record.ts';
import type { InvoiceView } from '../domain/invoices/invoice-view.ts';
import { findInvoiceView } from '../domain/invoices/invoice-view.ts';
import { isIssued } from '../domain/invoices/issued-documents.ts';
import type { ResolveClientAddress } from '../http/client-address.ts';
import { createFailureThrottle } from '../limits/failure-throttling.ts';
import type { SharedCounter, SharedCounters } from '../limits/shared-counters.ts';
import { acceptedMessageTexts, messageTextsIn } from '../locales/message-page-texts.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { clientClosedRequestStatus } from '../rest/core/error-responses.ts';
import type { RespondToLink } from './invoice-files.ts';
import { addFileRoutes } from './invoice-files.ts';
import { invoiceHtml, messageHtml } from './invoice-html.ts';
import { readLink } from './invoice-link.ts';
import { invoiceStyle, invoiceStyleWithAccent } from './invoice-style.ts';
import { pageSecurityHeaders, styleHashSource } from './page-headers.ts';

/** No scripts, and no CSS except the page's own. */
const policySources = {
  styleSrc: [styleHashSource(invoiceStyle)],
  imgSrc: ["'self'"],
};

/** Replaces the hash of the default CSS in the policy if the invoice has an accent colour. */
const accentStylePolicy = createMiddleware(async (c, next) => {
  await next();
  const accent = accentByRequest.get(c.req.raw);
  const policy = c.res.headers.get('content-security-policy');
  if (accent === undefined || policy === null) return;
  const policyWithAccent = policy.replace(
    styleHashSource(invoiceStyle),
    styleHashSource(invoiceStyleWithAccent(accent)),
  );
  c.res.headers.set('content-security-policy', policyWithAccent);
});

/** Accent colour of the invoice that a request shows. */
const accentByRequest = new WeakMap<Request, string>();

/** The link is a secret: nothing may be cached or indexed. */
const privatePageHeaders = createMiddleware(async (c, next) => {
  await next();
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
  c.header('x-robots-tag', 'noindex, nofollow, noarchive');
});

/** Wrong links per minute and network. Typing errors stay far below, and guessing is hopeless. */
const wrongLinksPerMinute = 20;

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
export function createInvoicePage(dependencies: InvoicePageDependencies): Hono {
  const { prisma } = dependencies.database;
  const routes = new Hono();
  const respond = createLinkResponder(dependencies);
  routes.use(accentStylePolicy, pageSecurityHeaders(policySources), privatePageHeaders, compress());
  routes.get('/:link', (c) => respond(c, (view) => renderInvoicePage(c, prisma, view)));
  // A pasted link sometimes ends with a slash. The redirect does not reveal whether the invoice
  // exists.
  routes.get('/:link/', (c) => c.redirect(`../${encodeURIComponent(c.req.param('link'))}`, 308));
  routes.get('/:link/logo', (c) =>
    respond(c, async ({ logo }) => {
      if (!logo) return notFoundPage(c);
      return c.body(logo.bytes, 200, {
        'content-type': logo.mediaType,
        // The URL contains the key of the image.
        'cache-control': 'private, max-age=86400, immutable',
      });
    }),
  );
  addFileRoutes(routes, respond, {
    ...dependencies,
    notFoundPage,
    tooManyFilesPage: tooManyPdfsPage,
  });
  return routes;
}

function createLinkResponder({
  addressOf,
  counters,
  database: { prisma },
  networkName,
  publicUrl,
}: InvoicePageDependencies): RespondToLink {
  const wrongLinks = createFailureThrottle(counters, 'wrong links', wrongLinksPerMinute);
  return async (c, render) => {
    const network = await networkName(addressOf(c.req.raw, c.env));
    const waitSeconds = wrongLinks.secondsToWait(network);
    if (waitSeconds > 0) {
      return retryLaterPage(c, 429, waitSeconds, { ...browserTexts(c), textKey: 'tooManyLinks' });
    }
    const link = readLink(c.req.param('link') ?? '');
    const readContext = { db: prisma, publicUrl, now: new Date() };
    const view =
      link && (await findInvoiceView({ ...readContext, accountId: link.accountId }, link));
    if (view) return render(view).catch((error) => pdfErrorResponse(c, error, view));
    wrongLinks.recordFailure(network);
    return notFoundPage(c);
  };
}

async function renderInvoicePage(
  c: Context,
  prisma: Database['prisma'],
  view: InvoiceView,
): Promise<Response> {
  const { invoice } = view;
  const document = await buildInvoiceDocumentWithFooter(prisma, view);
  const isOpened = c.req.method === 'GET' && !c.req.header('sec-purpose')?.includes('prefetch');
  if (isOpened && invoice.firstViewedAt === null) {
    await recordFirstView(prisma, invoice.accountId, invoice.id);
  }
  if (document.accent !== null) accentByRequest.set(c.req.raw, document.accent);
  return c.html(invoiceHtml(document, urlsOf(c.req.param('link') ?? '', document, view)));
}

function urlsOf(link: string, { logo }: InvoiceDocument, { eInvoiceFormat, invoice }: InvoiceView) {
  return {
    eInvoice: eInvoiceFormat !== null && isIssued(invoice) ? `${link}/invoice.xml` : null,
    pdf: `${link}/${hasVoidedCopy(invoice) ? 'void' : 'invoice'}.pdf`,
    logo: `${link}/logo?image=${logo?.key}`,
    creditNotes: `${link}/credit-notes`,
  };
}

/** Texts in the language of the browser, for requests without a valid link. */
function browserTexts(c: Context) {
  c.header('vary', 'Accept-Language', { append: true });
  return acceptedMessageTexts(c.req.header('accept-language'));
}

const customerTexts = ({ invoice, workspace }: InvoiceView) =>
  messageTextsIn(documentLocaleOfInvoice(workspace, invoice).language);

type Messages = ReturnType<typeof messageTextsIn>;

function notFoundPage(c: Context) {
  const { language, texts } = browserTexts(c);
  return c.html(messageHtml(language, texts.noInvoice, texts.noInvoiceText), 404);
}

function retryLaterPage(
  c: Context,
  status: 429 | 503,
  waitSeconds: number,
  { language, texts, textKey }: Messages & { textKey: 'busy' | 'tooManyLinks' | 'tooManyPdfs' },
) {
  c.header('retry-after', String(Math.max(1, Math.ceil(waitSeconds))));
  return c.html(messageHtml(language, texts.wait, texts[textKey]), status);
}

const tooManyPdfsPage = (c: Context, downloads: SharedCounter, view: InvoiceView) =>
  retryLaterPage(c, 429, downloads.secondsLeft(Date.now()), {
    ...customerTexts(view),
    textKey: 'tooManyPdfs',
  });

/** The response to a failed PDF: 503 if too many are being rendered. Other errors are defects. */
function pdfErrorResponse(c: Context, error: unknown, view: InvoiceView) {
  const { aborted, reason } = c.req.raw.signal;
  if (aborted && error === reason) return new Response(null, { status: clientClosedRequestStatus });
  if (!(error instanceof ActionError && error.code === 'too_many_requests')) throw error;
  const { retryAfterSeconds = 1 } = error.details;
  return retryLaterPage(c, 503, retryAfterSeconds, { ...customerTexts(view), textKey: 'busy' });
}
