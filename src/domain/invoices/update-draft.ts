import type { Invoice } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { lookUpOrCollectErrors } from '../../platform/errors/collect-lookup-errors.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { parseUpdateInput } from '../../platform/input/update-input.ts';
import type { Change } from '../../write/unit-of-work.ts';
import { nextVersion } from '../../write/written-rows.ts';
import { validateAdjustments } from './adjustments.ts';
import {
  groupWorkByItem,
  hasSameBilledRecords,
  lockBilledRecords,
  requireBillableRecords,
} from './billed-records.ts';
import { buyerReferenceFields } from './buyer-references.ts';
import { draftDatesChange, requireDraftDates } from './draft-dates.ts';
import type { DraftDeposits } from './draft-deposits.ts';
import { resolveDraftDeposits, withLockedDeposits } from './draft-deposits.ts';
import { buildDraftLines, writeLinesAndTaxes } from './draft-lines.ts';
import type { InvoiceDraftUpdate } from './draft-update-input.ts';
import { updateInvoiceInput } from './draft-update-input.ts';
import type { InvoiceContent } from './insert-invoice.ts';
import { invoiceColumnsOf } from './insert-invoice.ts';
import { insertInvoiceEvents } from './invoice-events.ts';
import { lookUpInvoiceNames } from './invoice-name-lookups.ts';
import type { InvoiceHeader, InvoiceRecord } from './invoice-record.ts';
import { presentInvoice } from './invoice-record.ts';
import { foldItemAdjustments, validateInvoiceItems } from './invoice-rules.ts';
import type { ResolvedBilling } from './item-resolution.ts';
import { noInvoiceReferences, resolveBilling } from './item-resolution.ts';
import { requireLinePeriodsInRange, withLinePeriods } from './line-periods.ts';
import type { LineContent } from './line-rows.ts';
import { itemLinesOf, lineContentsOfRows } from './line-rows.ts';
import type { PaymentInstructions } from './payment-instructions.ts';
import {
  choosePaymentInstructions,
  literalInstructions,
  renderPaymentInstructions,
} from './payment-instructions.ts';
import { invoiceTaxOf } from './stored-tax.ts';
import type { InvoiceTax } from './tax.ts';
import { chooseTax } from './tax.ts';
import { validateTax } from './tax-input.ts';
import { findInvoice, transitionInvoice } from './transitions.ts';
import { computeInvoiceTotals, validateInvoicePrecision } from './validated-totals.ts';

/**
 * Changes a draft and computes it again:
 * - A PUT does not reset lines and dates.
 * - The stored client stays. Instructions of a template are rendered again.
 * - New items replace the billed records, new deposits the deducted ones.
 * - Without a difference nothing is written.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_not_found; conflicting_state if it is no draft,
 * a record is billed by another invoice or payment instructions cannot be rendered
 */
export async function updateInvoice(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateInvoiceInput>,
  mode: UpdateMode,
): Promise<InvoiceHeader> {
  return withLockedDeposits(context, input, (locked) =>
    transitionInvoice(locked, input, 'EDIT', async (tx, invoice) => {
      const { id, clientId } = invoice;
      const read = () =>
        parseUpdateInput(updateInvoiceInput, input, mode, ({ items = [], ...fields }) => [
          ...validateTax(fields),
          ...validateAdjustments(fields),
          ...validateInvoiceItems(items),
        ]);
      const change = await parseOrCollectErrors(read, (rest) =>
        lookUpInvoiceNames(tx, { ...rest, clientId }),
      );
      if (change.items) change.items = foldItemAdjustments(change.items);
      const billingLookup = resolveBilling(tx, { ...noInvoiceReferences, ...change, clientId });
      const startBilledRecordChecks = () => [requireBillableRecords(tx, change.items ?? [])];
      const billing = await lookUpOrCollectErrors(billingLookup, startBilledRecordChecks);
      const before = await findInvoice(tx, id);
      const charges =
        change.items && (await lockBilledRecords(tx, billing.lines, { clientId, invoiceId: id }));
      const dates = draftDatesChange(before, change);
      requireDraftDates(tx, { ...before, ...dates }, change);
      requireLinePeriodsInRange(tx, change.items);
      const header = { ...headerChange(before, change, billing), ...dates };
      const deposits = await resolveDraftDeposits(tx, before, change);
      const composed = contentOf(tx, { ...before, ...header }, change, { ...billing, deposits });
      const lines = withLinePeriods(tx, composed.lines, groupWorkByItem(charges ?? []));
      const content = { ...composed, lines };
      const { lines: _lines, ...sums } = content.totals;
      const after = { ...before, ...header, ...sums, amountDue: sums.total };
      const paymentInstructions = await renderPaymentInstructions(tx, after);
      const columns = { ...header, paymentInstructions };
      const hasSameCharges =
        !charges ||
        (await hasSameBilledRecords(tx, { id, lineItems: itemLinesOf(before.lineItems) }, charges));
      if (hasSameCharges && isUnchanged(before, columns, content)) return before;
      await writeLinesAndTaxes(tx, before, charges, content);
      insertInvoiceEvents(tx, [{ invoiceId: id, kind: 'EDITED' }]);
      // Changed lines raise the version of the invoice.
      const data = { ...columns, ...sumsOf(content), ...nextVersion(invoice) };
      return presentInvoice(tx, tx.update('Invoice', invoice, data as Change<'Invoice'>));
    }),
  );
}

const headerFields = [
  'description',
  'notes',
  'dateCreated',
  'dueDate',
  'discountPercent',
  'taxInclusive',
  'roundTo',
  'supplyDate',
  'servicePeriodStart',
  'servicePeriodEnd',
  ...(Object.keys(buyerReferenceFields) as (keyof typeof buyerReferenceFields)[]),
  'deliverTo',
  'externalId',
  'source',
] as const satisfies readonly (keyof InvoiceDraftUpdate & keyof Invoice)[];

function headerChange(before: InvoiceRecord, change: InvoiceDraftUpdate, billing: ResolvedBilling) {
  const { templateId, templateName } = change;
  const changedFields = headerFields.filter((name) => change[name] !== undefined);
  const columns: Partial<Pick<InvoiceDraftUpdate, (typeof headerFields)[number]>> =
    Object.fromEntries(changedFields.map((name) => [name, change[name]]));
  // A manual rounding replaces `roundTo`. The returned value, sent back, changes nothing.
  const { roundTo, roundingAmount } = change;
  const isGiven = roundingAmount && !roundingAmount.equals(before.roundingAmount);
  if (isGiven && !roundTo) columns.roundTo = null;
  const isNamed = templateId !== undefined || templateName !== undefined;
  return {
    ...columns,
    ...(isNamed && { invoiceTemplateId: billing.template?.id ?? null }),
    ...instructionsChange(before, change, isNamed ? billing : null),
  };
}

/** Unchanged instructions keep their template: forms send back all fields. */
function instructionsChange(
  before: InvoiceRecord,
  { paymentInstructions: requestedInstructions = before.paymentInstructions }: InvoiceDraftUpdate,
  selectedBilling: ResolvedBilling | null,
): PaymentInstructions {
  const { instructionsTemplate, paymentInstructions } = before;
  if (requestedInstructions !== paymentInstructions)
    return literalInstructions(requestedInstructions);
  if (selectedBilling && instructionsTemplate !== null)
    return choosePaymentInstructions(null, selectedBilling);
  return { paymentInstructions, instructionsTemplate };
}

/** The sums follow from the other values. */
function isUnchanged(
  before: InvoiceRecord,
  columns: Partial<InvoiceRecord>,
  { lines, tax }: InvoiceContent,
): boolean {
  const comparableTax = (tax: Omit<InvoiceTax, 'rule'> & Partial<Pick<InvoiceTax, 'rule'>>) => [
    ...[tax.rule?.id, tax.percentage, tax.category, tax.reason, tax.reasonCode],
    comparableComponents(tax.components),
  ];
  const comparableLines = (of: readonly LineContent[]) =>
    of.map(({ ownTax, ...line }) => [
      ...Object.entries(line).sort(),
      ownTax && comparableTax(ownTax),
    ]);
  const names = Object.keys(columns) as (keyof InvoiceRecord)[];
  const pick = (record: Partial<InvoiceRecord>) => names.map((name) => record[name]);
  // JSON writes equal decimals and dates as equal texts.
  const asText = (...parts: unknown[]) => JSON.stringify(parts);
  const linesBefore = withoutComputedRounding(lineContentsOfRows(before.lineItems, before), before);
  return (
    asText(pick(before), comparableLines(linesBefore), comparableTax(invoiceTaxOf(before))) ===
    asText(
      pick(columns),
      comparableLines(withoutComputedRounding(lines, { ...before, ...columns })),
      comparableTax(tax),
    )
  );
}

const comparableComponents = (components: InvoiceTax['components']) =>
  components.map((one) => [one.name, one.rate, one.order, one.compound, one.compoundOnOrder]);

/** A computed rounding follows from the other lines. */
const withoutComputedRounding = (
  lines: readonly LineContent[],
  { roundTo }: Pick<Invoice, 'roundTo'>,
) => lines.filter(({ role }) => role !== 'ROUNDING' || roundTo === null);

function contentOf(
  context: Context,
  invoice: InvoiceRecord,
  change: InvoiceDraftUpdate,
  billing: ResolvedBilling & { deposits: DraftDeposits },
): InvoiceContent {
  const tax = changedTax(invoice, change, billing);
  const all = buildDraftLines(invoice, change, billing, tax);
  const summed = { ...invoice, lines: all, amountsAt: 'items' } as const;
  const items = change.items ?? [];
  const errors = validateInvoicePrecision(context, change, items, invoice.currency);
  const { lines, totals } = computeInvoiceTotals(context, summed, tax, errors);
  return { lines, tax, totals };
}

const given = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);

/** A client can send back category and rate: the returned rate is null for a rule or several rates. */
function changedTax(
  invoice: InvoiceRecord,
  change: InvoiceDraftUpdate,
  billing: ResolvedBilling,
): InvoiceTax {
  const { items, taxCategory, taxRate, taxReason, taxReasonCode, taxRuleId, taxRuleName } = change;
  const taxFields = [taxCategory, taxRate, taxRuleId, taxRuleName];
  const isReturnedValue =
    items !== undefined &&
    taxRate === null &&
    invoice.taxPercentage === null &&
    (taxCategory === undefined || taxCategory === invoice.taxCategory) &&
    (taxRuleId ?? taxRuleName) === undefined;
  if (!isReturnedValue && taxFields.some((one) => one !== undefined)) {
    return chooseTax(billing.usualTax, billing.client, billing.workspace);
  }
  const tax = invoiceTaxOf(invoice);
  const { reason, reasonCode } = tax;
  return { ...tax, reason: given(taxReason, reason), reasonCode: given(taxReasonCode, reasonCode) };
}

function sumsOf(content: InvoiceContent) {
  const { sums, taxed } = invoiceColumnsOf(content);
  const taxRuleSnapshot = taxed.taxRuleSnapshot ?? Prisma.DbNull;
  const usualTax = taxed.usualTax ?? Prisma.DbNull;
  return { ...sums, ...taxed, taxRuleSnapshot, usualTax, amountDue: sums.total };
}
