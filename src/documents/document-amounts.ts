import type { InvoiceRecord } from '../domain/invoices/invoice-record.ts';
import { defaultTaxLabel } from '../domain/invoices/tax.ts';
import type { DocumentLocale, DocumentTexts } from '../locales/document-locale.ts';
import { fillPlaceholders, isForeignTaxName } from '../locales/document-locale.ts';
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

const roleTextKeys: Partial<Record<Line['role'], keyof DocumentTexts>> = {
  ITEM_ALLOWANCE: 'allowance',
  ITEM_CHARGE: 'charge',
  ALLOWANCE: 'allowance',
  CHARGE: 'charge',
};

const settlementTextKeys: Partial<Record<Line['role'], keyof DocumentTexts>> = {
  WITHHOLDING: 'withheld',
  PREPAID: 'paidBefore',
  ROUNDING: 'rounding',
};

const isSettlementLine = ({ role }: Line) => role in settlementTextKeys;

const categoryTextKeys: Partial<Record<NonNullable<Line['taxCategory']>, keyof DocumentTexts>> = {
  EXEMPT: 'exempt',
  REVERSE_CHARGE: 'reverseCharge',
  OUTSIDE_SCOPE: 'outsideScope',
  INTRA_COMMUNITY: 'intraCommunity',
  EXPORT: 'export',
};

const withPercent = (name: string, percent: Decimal | null, { language, words }: DocumentLocale) =>
  percent === null
    ? name
    : fillPlaceholders(words.share, {
        name: withoutPercent(name, percent),
        percent: numberText(percent, language),
      });

/** Removes a percentage that the name already contains, as in "IRPF 15 %". */
function withoutPercent(name: string, percent: Decimal): string {
  const isSame = (number: string) => percent.abs().equals(number.replace(',', '.'));
  const rest = name.replaceAll(/\s?\(?(\d{1,3}(?:[.,]\d{1,6})?)\s?%\)?/g, (found, number) =>
    isSame(number) ? '' : found,
  );
  return rest.trim() || name;
}

/** Settlement lines are printed with the totals instead. */
export function documentLines(invoice: InvoiceRecord, locale: DocumentLocale): DocumentLine[] {
  const { currency, lineItems } = invoice;
  const { language } = locale;
  const taxOf = taxLabelOfLine(invoice, locale);
  const printedAmounts = displayLineAmounts(invoice, language);
  return lineItems
    .filter((line) => line.visible && !isSettlementLine(line))
    .map((line) => {
      const detail = [visibleOrNull(line.projectName), taxOf(line)].filter(Boolean).join(' · ');
      const unit = visibleOrNull(line.unit);
      // A discount or charge has no quantity and price.
      const isCounted = !(line.role in roleTextKeys);
      const quantity = [numberText(line.quantity, language), unit].filter(Boolean).join(' ');
      return {
        description: descriptionOf(line, locale),
        detail: detail === '' ? null : detail,
        date: lineDate(line, language),
        quantity: isCounted ? quantity : '',
        unitPrice: isCounted ? (printedAmounts.get(line)?.unitPrice ?? '') : '',
        total: moneyText(printedAmounts.get(line)?.total ?? line.lineTotal, currency, language),
      };
    });
}

/** Only if the invoice has several taxes: "VAT 19%", or the reason for no tax. */
function taxLabelOfLine(
  { taxBreakdown }: InvoiceRecord,
  locale: DocumentLocale,
): (line: Line) => string | null {
  const hasSeveralTaxes = new Set(taxBreakdown.map(({ taxGroup }) => taxGroup)).size > 1;
  return ({ taxCategory, taxRate }) => {
    if (!hasSeveralTaxes || !taxRate) return null;
    const textKey = taxCategory && categoryTextKeys[taxCategory];
    if (textKey) return locale.words[textKey];
    const tax = taxBreakdown.find(
      ({ category, rate }) => category === taxCategory && rate.equals(taxRate),
    );
    return withPercent(capitalizedTaxName(tax?.name ?? defaultTaxLabel, locale), taxRate, locale);
  };
}

/** Replaces names in another language. */
function taxName(name: string, { language, usualTax, vatName }: DocumentLocale): string {
  if (name === defaultTaxLabel) return usualTax;
  return isForeignTaxName(name, language) ? vatName : visibleText(name);
}

/** For the beginning of a line: Dutch writes its tax in lower case. */
function capitalizedTaxName(name: string, locale: DocumentLocale): string {
  const printed = taxName(name, locale);
  return printed === name ? printed : printed.replace(/^./, (letter) => letter.toUpperCase());
}

/** Null if the description is the date itself, as in lines of work by day. */
function lineDate(
  { description, servicePeriodEnd: end, servicePeriodStart: start }: Line,
  language: string,
): string | null {
  if (start === null && end === null) return null;
  const isRepeated =
    start && (description === formatDate(start) || description === dateText(start, language));
  return isRepeated ? null : periodText(start, end, language, 'short');
}

function descriptionOf(
  { depositInvoiceId, description, percent, role }: Line,
  locale: DocumentLocale,
): string {
  const textKey = depositInvoiceId === null ? roleTextKeys[role] : 'depositApplied';
  const text = visibleText(description ?? '');
  if (!textKey) return text;
  const isRepeated = percent !== null && withoutPercent(text, percent) !== text;
  const label = withPercent(locale.words[textKey], isRepeated ? null : percent, locale);
  return text ? labelledText(label, text, locale.language) : label;
}

/** Tax rows with base and amount, or the reason for no tax. */
export function taxTotals(
  { currency, taxBreakdown, taxInclusive }: InvoiceRecord,
  locale: DocumentLocale,
) {
  const { language, words } = locale;
  const money = (amount: Decimal) => moneyText(amount, currency, language);
  const nameOf = taxInclusive ? taxName : capitalizedTaxName;
  return sumSameTaxes(taxBreakdown).map(
    ({ amount, category, name, rate, reason, taxableAmount }): LabelledAmount => {
      const textKey = category && categoryTextKeys[category];
      const exemptionText = visibleOrNull(reason) ?? (textKey ? words[textKey] : null);
      const percent = numberText(rate, language);
      const text = fillPlaceholders(words.tax, {
        name: withoutPercent(nameOf(name, locale), rate),
        percent,
        base: money(taxableAmount),
      });
      const tax = taxInclusive ? fillPlaceholders(words.taxIncluded, { tax: text }) : text;
      return {
        label: exemptionText ? labelledText(tax, exemptionText, language) : tax,
        amount: money(amount),
      };
    },
  );
}

type PrintedTax = Pick<
  InvoiceRecord['taxBreakdown'][number],
  'amount' | 'category' | 'name' | 'rate' | 'reason' | 'taxableAmount'
>;

/** Merges a tax that several combinations of taxes contain. */
function sumSameTaxes(taxes: readonly PrintedTax[]): PrintedTax[] {
  const rows = new Map<string, PrintedTax>();
  for (const tax of taxes) {
    const { amount, category, name, rate, reason, taxableAmount } = tax;
    const key = JSON.stringify([name, rate.toFixed(), category, reason]);
    const row = rows.get(key);
    rows.set(key, {
      ...tax,
      amount: amount.plus(row?.amount ?? 0),
      taxableAmount: taxableAmount.plus(row?.taxableAmount ?? 0),
    });
  }
  return [...rows.values()];
}

/** The total with tax and the settlements. `amountToPay` is null without settlements. */
export function settlementTotals(invoice: InvoiceRecord, locale: DocumentLocale) {
  const { currency, lineItems, total } = invoice;
  const { language, words } = locale;
  const money = (amount: Decimal) => moneyText(amount, currency, language);
  const sum = (label: string, amount: Decimal): LabelledAmount => ({
    label: fillPlaceholders(label, { currency }),
    amount: money(amount),
  });
  const lines = lineItems.filter(isSettlementLine);
  const withTax = lines.reduce((rest, { lineTotal }) => rest.minus(lineTotal), total);
  const settlements = lines.map(({ description, lineTotal, percent, role }): LabelledAmount => {
    const name =
      visibleOrNull(description) ?? words[settlementTextKeys[role] as keyof DocumentTexts];
    return { label: withPercent(name, percent, locale), amount: money(lineTotal) };
  });
  return {
    total: sum(words.total, withTax),
    settlements,
    amountToPay: lines.length === 0 ? null : sum(words.amountToPay, total),
  };
}

export const documentReferences = (
  { buyerReference, orderNumber }: InvoiceRecord,
  { words }: DocumentLocale,
) =>
  [
    { label: words.yourReference, value: visibleOrNull(buyerReference) },
    { label: words.yourOrder, value: visibleOrNull(orderNumber) },
  ].flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]));

export function supplyDates(
  { servicePeriodEnd, servicePeriodStart, supplyDate }: InvoiceRecord,
  { language, words }: DocumentLocale,
) {
  const supply = supplyDate && { label: words.supplied, value: dateText(supplyDate, language) };
  const period = (servicePeriodStart ?? servicePeriodEnd) && {
    label: words.suppliedIn,
    value: periodText(servicePeriodStart, servicePeriodEnd, language),
  };
  return [supply, period].filter((entry) => entry !== null);
}
