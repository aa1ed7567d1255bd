import type { InvoiceHeader, InvoiceRecord } from '../domain/invoices/invoice-record.ts';
import { sellerOf } from '../domain/invoices/seller.ts';
import { totalWithTax } from '../domain/invoices/settlement-totals.ts';
import type { DocumentLocale } from '../locales/document-locale.ts';
import { formatDate } from '../platform/dates/dates.ts';
import type { DocumentValues } from '../templates/template-values.ts';
import { mailLineLimits } from '../templates/template-values.ts';
import { displayStatus, documentLocaleOfInvoice } from './build-invoice-document.ts';
import { documentLines, taxTotals } from './document-amounts.ts';
import { dateText, moneyText, periodText, visibleText } from './text-formatting.ts';

const visibleTextOrNull = (text: string | null) => text && visibleText(text);

interface ValueOptions {
  /** Includes lines and taxes. */
  includesParts?: boolean;
  /** Decides whether the invoice is overdue. YYYY-MM-DD. */
  today?: string;
}

/** Template values of an invoice, formatted as on the invoice. */
export function documentValues(
  workspace: { name: string; language?: string | null; taxLabel?: string | null },
  invoice: InvoiceHeader & Partial<InvoiceRecord>,
  { includesParts = true, today = formatDate(new Date()) }: ValueOptions = {},
): DocumentValues {
  const { clientInfo, currency, dateCreated, dateIssued } = invoice;
  const locale = documentLocaleOfInvoice(sellerOf(workspace, invoice), invoice);
  const { language, words } = locale;
  return {
    invoice: {
      number: visibleText(invoice.invoiceNumberFormatted),
      status: displayStatus(invoice, today, words).label,
      dateIssued: dateText(dateIssued ?? dateCreated, language),
      ...supplyValues(invoice, language),
      tax: moneyText(invoice.tax, currency, language),
      ...(includesParts ? partsOf(invoice, locale) : { lines: [], taxes: [] }),
      total: moneyText(totalWithTax(invoice), currency, language),
      amountDue: moneyText(invoice.amountDue, currency, language),
      currency,
      dueDate: dateText(invoice.dueDate, language),
      datePaid: invoice.datePaid && dateText(invoice.datePaid, language),
      description: visibleTextOrNull(invoice.description),
      paymentInstructions: visibleTextOrNull(invoice.paymentInstructions),
      viewOnlineUrl: invoice.viewOnlineUrl,
    },
    workspace: { name: visibleText(sellerOf(workspace, invoice).name) },
    client: { name: visibleText(clientInfo.name) },
  };
}

function supplyValues(
  { servicePeriodEnd, servicePeriodStart, supplyDate }: InvoiceHeader,
  language: string,
) {
  const isPeriod = Boolean(servicePeriodStart ?? servicePeriodEnd);
  return {
    supplyDate: supplyDate && dateText(supplyDate, language),
    servicePeriod: isPeriod ? periodText(servicePeriodStart, servicePeriodEnd, language) : null,
  };
}

/** Empty if the invoice was loaded without them. */
function partsOf(invoice: InvoiceHeader & Partial<InvoiceRecord>, locale: DocumentLocale) {
  if (!hasParts(invoice)) return { lines: [], taxes: [] };
  const { characters, lines } = mailLineLimits;
  return {
    lines: documentLines(invoice, locale)
      .slice(0, lines)
      .map(({ date, description, quantity, total, unitPrice }) => ({
        description: Array.from(description.replaceAll(/\s+/g, ' ')).slice(0, characters).join(''),
        date,
        quantity,
        price: unitPrice,
        total,
      })),
    taxes: taxTotals(invoice, locale),
  };
}

const hasParts = (invoice: InvoiceHeader & Partial<InvoiceRecord>): invoice is InvoiceRecord =>
  invoice.lineItems !== undefined && invoice.taxBreakdown !== undefined;
