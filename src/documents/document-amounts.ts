import type { InvoiceRecord } from '../domain/invoices/invoice-record.ts';
import { defaultTaxLabel } from '../domain/invoices/tax.ts';
import type { DocumentLocale, DocumentTexts } from '../locales/documents/index.ts';
import { fillPlaceholders } from '../locales/documents/index.ts';
import { formatDate } from '../platform/dates/dates.ts';
import type { Decimal } from '../platform/money/money.ts';
import { displayLineAmounts } from './display-amounts.ts';
import type { DocumentLine, LabelledAmount } from './invoice-document.ts';
import {
  dateText,
  labelledText,
  moneyText,
  numberText,
  periodText,
  visibleOrNull,
  visibleText,
} from './text-formatting.ts';

type Line = InvoiceRecord['lineItems'][number];

/** What a line is called that is no item. */
const roleWords: Partial<Record<Line['role'], keyof DocumentTexts>> = {
  ITEM_ALLOWANCE: 'allowance',
  ITEM_CHARGE: 'charge',
  ALLOWANCE: 'allowance',
  CHARGE: 'charge',
};

const settlementWords: Partial<Record<Line['role'], keyof DocumentTexts>> = {
  WITHHOLDING: 'withheld',
  PREPAID: 'paidBefore',
  ROUNDING: 'rounding',
};

const isSettled = ({ role }: Line) => role in settlementWords;

const categoryWords: Partial<Record<NonNullable<Line['taxCategory']>, keyof DocumentTexts>> = {
  EXEMPT: 'exempt',
  REVERSE_CHARGE: 'reverseCharge',
  OUTSIDE_SCOPE: 'outsideScope',
};

const withPercent = (name: string, percent: Decimal | null, { language, words }: DocumentLocale) =>
  percent === null
    ? name
    : fillPlaceholders(words.share, { name, percent: numberText(percent, language) });

/** What is charged, line by line; what is settled below the taxes stands among the sums. */
export function documentLines(invoice: InvoiceRecord, speech: DocumentLocale): DocumentLine[] {
  const { currency, lineItems } = invoice;
  const { language } = speech;
  const taxOf = taxesOfLines(invoice, speech);
  const shown = displayLineAmounts(invoice, language);
  return lineItems
    .filter((line) => line.visible && !isSettled(line))
    .map((line) => {
      const detail = [visibleOrNull(line.projectName), taxOf(line)].filter(Boolean).join(' · ');
      const unit = visibleOrNull(line.unit);
      // Of a discount or charge there are not so many at a price: the amount says it all.
      const isCounted = !(line.role in roleWords);
      const quantity = [numberText(line.quantity, language), unit].filter(Boolean).join(' ');
      return {
        description: descriptionOf(line, speech),
        detail: detail === '' ? null : detail,
        date: lineDate(line, language),
        quantity: isCounted ? quantity : '',
        unitPrice: isCounted ? (shown.get(line)?.unitPrice ?? '') : '',
        total: moneyText(shown.get(line)?.total ?? line.lineTotal, currency, language),
      };
    });
}

/** How a line is taxed, where lines of its invoice are taxed differently: "VAT 19%", or why it is not. */
function taxesOfLines(
  { taxBreakdown }: InvoiceRecord,
  speech: DocumentLocale,
): (line: Line) => string | null {
  const areSeveral = new Set(taxBreakdown.map(({ taxGroup }) => taxGroup)).size > 1;
  return ({ taxCategory, taxRate }) => {
    if (!areSeveral || !taxRate) return null;
    const word = taxCategory && categoryWords[taxCategory];
    if (word) return speech.words[word];
    const tax = taxBreakdown.find(
      ({ category, rate }) => category === taxCategory && rate.equals(taxRate),
    );
    const usual = { usualTax: capitalized(speech.usualTax) };
    return withPercent(taxName(tax?.name ?? defaultTaxLabel, usual), taxRate, speech);
  };
}

/** As a line begins with it: Dutch writes its tax small. */
const capitalized = (word: string) => word.replace(/^./, (letter) => letter.toUpperCase());

const taxName = (name: string, { usualTax }: Pick<DocumentLocale, 'usualTax'>): string =>
  name === defaultTaxLabel ? usualTax : visibleText(name);

/** When a line was done; null where the line is that day itself, as lines of work by day are. */
function lineDate(
  { description, servicePeriodEnd: end, servicePeriodStart: start }: Line,
  language: string,
): string | null {
  if (start === null && end === null) return null;
  const isSaid =
    start && (description === formatDate(start) || description === dateText(start, language));
  return isSaid ? null : periodText(start, end, language, 'short');
}

function descriptionOf(
  { depositInvoiceId, description, percent, role }: Line,
  speech: DocumentLocale,
): string {
  const word = depositInvoiceId === null ? roleWords[role] : 'depositApplied';
  const said = visibleText(description ?? '');
  if (!word) return said;
  const named = withPercent(speech.words[word], percent, speech);
  return said ? labelledText(named, said, speech.language) : named;
}

/** What one tax takes of what, and why it is none where it is none. */
export function taxTotals(
  { currency, taxBreakdown, taxInclusive }: InvoiceRecord,
  { language, usualTax, words }: DocumentLocale,
) {
  const money = (amount: Decimal) => moneyText(amount, currency, language);
  const usual = { usualTax: taxInclusive ? usualTax : capitalized(usualTax) };
  return taxBreakdown.map(
    ({ amount, category, name, rate, reason, taxableAmount }): LabelledAmount => {
      const word = category && categoryWords[category];
      const why = visibleOrNull(reason) ?? (word ? words[word] : null);
      const percent = numberText(rate, language);
      const said = fillPlaceholders(words.tax, {
        name: taxName(name, usual),
        percent,
        base: money(taxableAmount),
      });
      const tax = taxInclusive ? fillPlaceholders(words.taxIncluded, { tax: said }) : said;
      return { label: why ? labelledText(tax, why, language) : tax, amount: money(amount) };
    },
  );
}

/** What stands between the taxes and what is to be paid, on an invoice that settles something there. */
export function settlementTotals(invoice: InvoiceRecord, speech: DocumentLocale): LabelledAmount[] {
  const { currency, lineItems, total } = invoice;
  const { language, words } = speech;
  const money = (amount: Decimal) => moneyText(amount, currency, language);
  const lines = lineItems.filter(isSettled);
  if (lines.length === 0) return [];
  const withTax = lines.reduce((sum, { lineTotal }) => sum.minus(lineTotal), total);
  return [
    { label: words.totalWithTax, amount: money(withTax) },
    ...lines.map(({ description, lineTotal, percent, role }) => {
      const name =
        visibleOrNull(description) ?? words[settlementWords[role] as keyof DocumentTexts];
      return { label: withPercent(name, percent, speech), amount: money(lineTotal) };
    }),
  ];
}

/** References that the client asked for. */
export const documentReferences = (
  { buyerReference, orderNumber }: InvoiceRecord,
  { words }: DocumentLocale,
) =>
  [
    { label: words.yourReference, value: visibleOrNull(buyerReference) },
    { label: words.yourOrder, value: visibleOrNull(orderNumber) },
  ].flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]));

/** When what is charged was supplied, where the invoice says so. */
export function supplyDates(
  { servicePeriodEnd, servicePeriodStart, supplyDate }: InvoiceRecord,
  { language, words }: DocumentLocale,
) {
  const day = supplyDate && { label: words.supplied, value: dateText(supplyDate, language) };
  const period = (servicePeriodStart ?? servicePeriodEnd) && {
    label: words.suppliedIn,
    value: periodText(servicePeriodStart, servicePeriodEnd, language),
  };
  return [day, period].filter((one) => one !== null);
}
