import { html } from 'hono/html';
import type { MailKind } from '../generated/prisma/enums.ts';
import type { DocumentLocale, DocumentTexts } from '../locales/document-locale.ts';
import { fillPlaceholders } from '../locales/document-locale.ts';
import type { CreditNoteValues, MailValues, ReceiptValues } from '../templates/template-values.ts';
import { buttonStyle, normalizeMailBody, renderMailLayout } from './mail-layout.ts';

/** E-mail programs support only tables and inline styles. */
export function renderMailHtml(
  body: string,
  { creditNote, invoice, payment, workspace }: MailValues & Partial<ExtraValues>,
  { language, words }: DocumentLocale,
  kind: MailKind = 'INVOICE',
): string {
  const { number, viewOnlineUrl } = invoice;
  const link =
    viewOnlineUrl &&
    html`<tr><td align="center" style="padding:22px 28px 4px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" bgcolor="#0f766e" style="${buttonStyle.cell}"><a href="${viewOnlineUrl}" style="${buttonStyle.link}">${words.mailView}</a></td></tr></table></td></tr>
`;
  return renderMailLayout({
    language,
    title: creditNote
      ? fillPlaceholders(words.creditNoteNumber, { number: creditNote.number })
      : fillPlaceholders(words.invoiceNumber, { number }),
    name: workspace.name,
    body,
    url: viewOnlineUrl,
    footer: html`<tr><td style="padding:12px 28px 0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3f6f4" style="background:#f3f6f4;border-radius:6px;font-size:14px">
${summaryRows(summaryRowsOf(kind, { creditNote, invoice, payment }, words))}
</table>
</td></tr>
${link}<tr><td style="padding:16px 28px 28px;font-size:13px;color:#5d6461">${fillPlaceholders(footText(kind, words), { seller: workspace.name })}</td></tr>
`,
  });
}

type ExtraValues = Pick<ReceiptValues, 'payment'> & Pick<CreditNoteValues, 'creditNote'>;

function footText(kind: MailKind, words: DocumentTexts): string {
  if (kind === 'CREDIT_NOTE') return words.mailFootOfCreditNote;
  return kind === 'INVOICE' ? words.mailFoot : words.mailReply;
}

interface Row {
  label: string;
  value: string;
}

function summaryRowsOf(
  kind: MailKind,
  {
    creditNote,
    invoice: { amountDue, currency, datePaid, dueDate, number, status, total },
    payment,
  }: Pick<MailValues, 'invoice'> & { [Part in keyof ExtraValues]: ExtraValues[Part] | undefined },
  words: DocumentTexts,
): Row[] {
  const numberRow = { label: words.invoice, value: number };
  const amountDueRow = { label: words.amountDue, value: amountDue };
  if (kind === 'CANCELLATION') {
    return [
      numberRow,
      { label: words.mailTotal, value: total },
      { label: words.mailStatus, value: status },
    ];
  }
  if (creditNote) {
    const credited = fillPlaceholders(words.totalCredited, { currency });
    return [
      { label: words.creditNote, value: creditNote.number },
      numberRow,
      { label: words.date, value: creditNote.date },
      ...(creditNote.stillDue ? [{ label: words.amountDue, value: creditNote.stillDue }] : []),
      { label: credited, value: creditNote.total },
    ];
  }
  if (kind === 'RECEIPT' && payment) {
    const receivedOnRow = { label: words.mailReceivedOn, value: payment.date };
    const creditRow = payment.credit ? [{ label: words.keptAsCredit, value: payment.credit }] : [];
    if (!payment.whole) {
      return [
        numberRow,
        receivedOnRow,
        amountDueRow,
        ...creditRow,
        { label: words.mailReceived, value: payment.amount },
      ];
    }
    const totalRow = { label: words.mailReceived, value: payment.whole };
    const partRow = { label: words.mailOfThisInvoice, value: payment.amount };
    return [numberRow, receivedOnRow, totalRow, amountDueRow, ...creditRow, partRow];
  }
  const dateRow = datePaid
    ? { label: words.mailPaidOn, value: datePaid }
    : { label: words.mailDueDate, value: dueDate };
  return [numberRow, dateRow, { label: words.mailTotal, value: total }, amountDueRow];
}

function summaryRows(rows: readonly Row[]) {
  return rows.map(({ label, value }, index) => {
    const isLast = index === rows.length - 1;
    // Keeps a date on one line on most phones.
    const [top, bottom] = [index === 0 ? 14 : 4, isLast ? 14 : 4];
    const padding = (left: number, right: number) =>
      `padding:${top}px ${right}px ${bottom}px ${left}px`;
    return html`<tr><td valign="top" style="${padding(16, 6)};color:#5d6461">${label}</td><td align="right" valign="top" style="${padding(6, 16)};font-weight:${isLast ? 700 : 400}">${value}</td></tr>
`;
  });
}

export function templateToHtml(body: string): string {
  const parts = splitAtPlaceholders(normalizeMailBody(body)).map((part, index) => {
    if (index % 2 === 1) return part;
    // The same as in Liquid's `escape` filter.
    const escaped = String(html`${part}`).replaceAll('&quot;', '&#34;');
    return escaped.replace(/\n+/g, (ends) => (ends.length > 1 ? '</p>\n<p>' : '<br>\n'));
  });
  return `<p>${parts.join('')}</p>`;
}

const endMarkers = { '{{': '}}', '{%': '%}' } as const;

/** Texts alternate with placeholders. A regular expression would be quadratic for unclosed placeholders. */
function splitAtPlaceholders(template: string): string[] {
  const parts: string[] = [];
  let start = 0;
  const unclosed = new Set<string>();
  for (const { 0: startMarker, index } of template.matchAll(/\{\{|\{%/g)) {
    if (index < start || unclosed.has(startMarker)) continue;
    const end = template.indexOf(endMarkers[startMarker as keyof typeof endMarkers], index + 2);
    if (end < 0) unclosed.add(startMarker);
    else {
      parts.push(template.slice(start, index), template.slice(index, end + 2));
      start = end + 2;
    }
  }
  return [...parts, template.slice(start)];
}
