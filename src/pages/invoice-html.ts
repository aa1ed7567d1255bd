import { html, raw } from 'hono/html';
import { darkModuleRuns } from '../documents/bank-transfer.ts';
import { isAmountToPay } from '../documents/document-totals.ts';
import type {
  DocumentLine,
  InvoiceDocument,
  LabelledAmount,
} from '../documents/invoice-document.ts';
import type { Party } from '../documents/party.ts';
import { htmlHead } from './html-head.ts';
import { invoiceStyle, invoiceStyleWithAccent } from './invoice-style.ts';

type Markup = ReturnType<typeof html>;

interface InvoiceUrls {
  pdf: string;
  /** Null if the client receives no e-invoices. */
  eInvoice?: string | null;
  logo: string;
  creditNotes: string;
}

/**
 * The invoice page for a customer. Texts of the workspace and the customer are escaped and keep
 * their own text direction. The page has no scripts and no external links. URLs are relative to its
 * own.
 */
export function invoiceHtml(
  invoice: InvoiceDocument,
  { creditNotes, eInvoice, logo, pdf }: InvoiceUrls,
): Markup {
  const { client, footer, notes, number, seller, status, words: texts } = invoice;
  return frame(
    `${invoice.title} · ${seller.name}`,
    { language: invoice.language, style: invoiceStyleWithAccent(invoice.accent) },
    html`<header>
<p class="wordmark">${mark(invoice, logo)}</p>
<div class="number"><h1><span>${texts.invoice}</span> <bdi>${number}</bdi></h1>
<span class="badge ${status.mood}">${status.label}</span></div>
</header>
<div class="parties">${party(texts.from, seller)}${party(texts.billedTo, client)}</div>
${summaryPanel(invoice)}
<div class="opening">
${invoice.description && html`<p class="subject text">${invoice.description}</p>`}
<p>${invoice.callToAction}</p>
<a class="button" href="${pdf}" download="${invoice.fileName}">${texts.downloadPdf}</a>
${eInvoice && html`<p class="file"><a href="${eInvoice}" download>${texts.downloadEInvoice}</a></p>`}
</div>
${lineTable(invoice)}
${sums(invoice, creditNotes)}
${howToPay(invoice)}
${section(texts.notes, notes)}
<footer>
${footer && html`<p class="text">${footer}</p>`}
<p>${invoice.viewOnlineUrl}</p>
</footer>`,
  );
}

/** The seller's logo, or the name if there is none. */
function mark({ logo, seller }: InvoiceDocument, href: string): Markup {
  return logo
    ? html`<img src="${href}" alt="${seller.name}" width="${logo.width}" height="${logo.height}">`
    : html`<bdi>${seller.name}</bdi>`;
}

export function messageHtml(language: string, title: string, text: string): Markup {
  return frame(
    title,
    { language, style: invoiceStyle },
    html`<div class="message"><h1>${title}</h1><p>${text}</p></div>`,
  );
}

/** Phones would turn invoice and account numbers into telephone links. */
const noTelephone = html`<meta name="format-detection" content="telephone=no">
`;

function frame(title: string, head: { language: string; style: string }, content: Markup): Markup {
  return html`${htmlHead({ title, ...head, icon: '../../favicon.svg', isUnlisted: true, extra: noTelephone })}
<body>
<main>
${content}
</main>
</body>
</html>`;
}

function party(caption: string, { lines, name }: Party): Markup {
  return html`<div class="party"><b>${caption}</b><p class="name"><bdi>${name}</bdi></p>
${lines.map((line) => html`<p><bdi>${line}</bdi></p>`)}</div>`;
}

function summaryPanel(invoice: InvoiceDocument): Markup {
  const { amountDue, amountToPay, dates, total, writtenOff } = invoice;
  const { amount, label } = amountDue ?? writtenOff ?? amountToPay ?? total;
  return html`<dl class="summary">
${dates.map((date) => html`<div><dt>${date.label}</dt><dd>${date.value}</dd></div>`)}
<div class="due"><dt>${label}</dt><dd>${amount}</dd></div>
</dl>`;
}

/**
 * A description longer than this takes a third of a printed page. Its row may break across pages.
 */
const longDescription = { letters: 900, lines: 18 };

function classOf({ description, quantity }: DocumentLine): string {
  const isLong =
    description.length > longDescription.letters ||
    description.split('\n').length > longDescription.lines;
  const names = [quantity === '' ? 'flat' : '', isLong ? 'long' : ''].filter(Boolean).join(' ');
  return names && ` class="${names}"`;
}

/** On a phone each row takes two lines. The roles keep it a table for screen readers. */
function lineTable({ lines, words: texts }: InvoiceDocument): Markup {
  const areDated = lines.some(({ date }) => date !== null);
  return html`<table role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${texts.description}</th>${areDated && html`<th class="date" role="columnheader" scope="col">${texts.date}</th>`}<th role="columnheader"
scope="col">${texts.quantity}</th><th role="columnheader" scope="col">${texts.price}</th><th role="columnheader" scope="col">${texts.amount}</th></tr></thead>
<tbody role="rowgroup">
${lines.map(
  (
    line,
  ) => html`<tr role="row"${raw(classOf(line))}><td role="cell"><div class="text">${line.description}</div>${
    line.detail && html`<small><bdi>${line.detail}</bdi></small>`
  }</td>${areDated && html`<td role="cell" class="date">${line.date}</td>`}<td role="cell" class="quantity"><bdi>${line.quantity}</bdi>${line.unitPrice && html`<span class="times"> × ${line.unitPrice}</span>`}</td><td
role="cell" class="price">${line.unitPrice}</td><td role="cell" class="total">${line.total}</td></tr>
`,
)}</tbody>
</table>`;
}

function sums(invoice: InvoiceDocument, creditNotes: string): Markup {
  const { amountDue, amountToPay, discount, payments, settlements, subTotal, taxes, total } =
    invoice;
  const { writtenOff } = invoice;
  const texts = ({ creditNoteId, label }: LabelledAmount) =>
    creditNoteId === undefined
      ? html`<bdi>${label}</bdi>`
      : html`<a href="${creditNotes}/${creditNoteId}.pdf"><bdi>${label}</bdi></a>`;
  const row = (sum: LabelledAmount, strong = false) =>
    html`<div class="${strong ? 'strong' : ''}"><dt>${texts(sum)}</dt><dd>${sum.amount}</dd></div>
`;
  return html`<dl class="sums">
${row(subTotal)}${discount && row(discount)}${taxes.map((sum) => row(sum))}${row(total, true)}
${settlements.map((sum) => row(sum))}${amountToPay && row(amountToPay, true)}
${payments.map((payment) => row(payment))}${writtenOff && row(writtenOff)}${amountDue && !isAmountToPay(invoice) && row(amountDue, true)}
</dl>`;
}

/** Bank account, QR code for banking apps, and payment instructions. */
function howToPay({ paymentInstructions, transfer, words: texts }: InvoiceDocument): Markup | null {
  if (transfer === null) return section(texts.howToPay, paymentInstructions);
  const { code, codeLabel, rows } = transfer;
  return html`<section class="pay"><div><h2>${texts.howToPay}</h2>
<dl>${rows.map(({ label, value }) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>
${paymentInstructions && html`<p class="text">${paymentInstructions}</p>`}</div>${code && codeImage(code, codeLabel)}</section>`;
}

/** A QR code is dark on light in dark mode too. */
function codeImage(code: boolean[][], label: string): Markup {
  const size = code.length;
  const path = darkModuleRuns(code)
    .map(({ length, x, y }) => `M${x} ${y}h${length}v1h-${length}z`)
    .join('');
  return html`<svg class="code" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`;
}

function section(title: string, text: string | null): Markup | null {
  return text === null
    ? null
    : html`<section><h2>${title}</h2><p class="text">${text}</p></section>`;
}
