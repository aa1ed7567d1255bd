import type { z } from 'zod';
import type { Invoice } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { foundOrAll } from '../../platform/errors/collect-lookup-errors.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { parseChange } from '../../platform/input/update-input.ts';
import type { Context } from '../../platform/context/context.ts';
import { changedExternalIdFields } from '../../platform/external-ids/external-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  asInRecord,
  defaulted,
  inputObject,
  kept,
  keptUnlessGiven,
  nullable,
} from '../../platform/input/fields.ts';
import { readOrAll } from '../../platform/input/input-errors.ts';
import { date, flag, list, longText, object, percent, recordId, text } from '../../platform/input/field-types.ts';
import { Decimal } from '../../platform/money/money.ts';
import { touched, writtenRow } from '../../write/records.ts';
import { adjustmentFaults, adjustmentFields } from './adjustments.ts';
import type { Billing } from './item-resolution.ts';
import { namingNothing, readBilling } from './item-resolution.ts';
import { datedCharges, isChargedSo, lockCharged, requireChargeable } from './billed-records.ts';
import { requireDays } from './draft-dates.ts';
import type { DraftDeposits } from './draft-deposits.ts';
import { lockingDeposits, readDraftDeposits } from './draft-deposits.ts';
import { changedLines, writeParts } from './draft-lines.ts';
import { recordInvoiceEvent } from './invoice-events.ts';
import { folded, itemFaults, itemInput } from './invoice-input.ts';
import type { InvoiceContent } from './insert-invoice.ts';
import { columnsOf } from './insert-invoice.ts';
import type { Instructions } from './payment-instructions.ts';
import { asGiven, chooseInstructions, writeInstructions } from './payment-instructions.ts';
import { precisionFaults, totalsOf } from './invoice-totals.ts';
import type { LineContent } from './line-rows.ts';
import { itemsOf, storedContents } from './line-rows.ts';
import { requireNearLines, withDays } from './line-periods.ts';
import type { InvoiceHeader, InvoiceRecord } from './invoice-record.ts';
import { presentInvoice } from './invoice-record.ts';
import { taxOf } from './stored-tax.ts';
import { supplyFields } from './supply-period.ts';
import type { InvoiceTax } from './tax.ts';
import { chooseTax } from './tax.ts';
import { taxFaults, usualTaxFields } from './tax-input.ts';
import { changing, findInvoice } from './transitions.ts';
import { namesOf } from './invoice-name-lookups.ts';

export const updateInvoiceInput = inputObject('UpdateInvoice', 'A draft’s contents.', {
  items: asInRecord(
    'lineItems',
    kept(
      list(object(itemInput), { min: 1 }),
      'The lines, all of them: what they do not name is charged no longer.',
    ),
  ),
  description: nullable(longText()),
  notes: nullable(longText(), 'Notes on the invoice.'),
  dateCreated: kept(date),
  dueDate: kept(date),
  ...usualTaxFields,
  taxInclusive: defaulted(flag, false),
  discountPercent: defaulted(percent(), new Decimal(0), 'Of all items.'),
  depositIds: keptUnlessGiven(
    nullable(
      list(recordId, { max: 50 }),
      'The deposits that are taken off, all of them: one that is not named is taken off no longer.',
    ),
  ),
  ...adjustmentFields,
  ...supplyFields,
  buyerReference: nullable(text()),
  orderNumber: nullable(text()),
  paymentInstructions: nullable(
    longText(),
    'How to pay; kept or given as they stand, those that came from a template are written anew.',
  ),
  ...changedExternalIdFields,
  templateName: asInRecord(
    'invoiceTemplateName',
    nullable(text(), 'The invoice’s template; null: the default one.'),
  ),
  templateId: asInRecord('invoiceTemplateId', nullable(recordId, 'The invoice’s template by id.')),
});

export type Change = Partial<z.output<typeof updateInvoiceInput>>;

/**
 * Changes a draft and computes it anew: patch keeps what is left out, replace resets it, except lines and days, which
 * cannot be empty. What is kept of the client stays as it was. Payment instructions that came from a template are
 * written anew, from its text as it was then, unless others are given; those of another template that is named take
 * their place. Where nothing changes, nothing is written and its history tells nothing.
 * What the lines that are given charge, and no others, is charged; deposits that are given are taken off, and no others.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_not_found; conflicting_state where it is no draft,
 * something is charged by another invoice or its template's payment instructions cannot be rendered
 */
export async function updateInvoice(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateInvoiceInput>,
  mode: UpdateMode,
): Promise<InvoiceHeader> {
  return lockingDeposits(context, input, (locked) =>
    changing(locked, input, 'EDIT', async (tx, { id, clientId }) => {
      const read = () =>
        parseChange(updateInvoiceInput, input, mode, ({ items = [], ...fields }) => [
          ...taxFaults(fields),
          ...adjustmentFaults(fields),
          ...itemFaults(items),
        ]);
      const change = await readOrAll(read, (rest) => namesOf(tx, { ...rest, clientId }));
      if (change.items) change.items = folded(change.items);
      const named = readBilling(tx, { ...namingNothing, ...change, clientId });
      const chargesToo = () => [requireChargeable(tx, change.items ?? [])];
      const billing = await foundOrAll(named, chargesToo);
      const before = await findInvoice(tx, id);
      const charges =
        change.items && (await lockCharged(tx, billing.lines, { clientId, invoiceId: id }));
      requireDays(tx, before, change);
      requireNearLines(tx, change.items);
      const header = headerChange(before, change, billing);
      const deposits = await readDraftDeposits(tx, before, change);
      const composed = contentOf(tx, { ...before, ...header }, change, { ...billing, deposits });
      const lines = withDays(tx, composed.lines, datedCharges(charges ?? []));
      const content = { ...composed, lines };
      const { lines: _lines, ...sums } = content.totals;
      const after = { ...before, ...header, ...sums, amountDue: sums.total };
      const paymentInstructions = await writeInstructions(tx, after);
      const columns = { ...header, paymentInstructions };
      const chargesSame =
        !charges || (await isChargedSo(tx, { id, lineItems: itemsOf(before.lineItems) }, charges));
      if (chargesSame && isSame(before, columns, content)) return before;
      await writeParts(tx, before, charges, content);
      const where = { accountId: tx.accountId, id };
      // One statement: a change raises the version by one, of lines alone too.
      const data = { ...columns, ...sumsOf(content), ...touched };
      const rows = await tx.db.invoice.updateManyAndReturn({ where, data });
      await recordInvoiceEvent(tx, { invoiceId: id, kind: 'EDITED' });
      return presentInvoice(tx, writtenRow(rows, 'Invoice', id));
    }),
  );
}

/** What a change says of the columns of the same names. */
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
  'buyerReference',
  'orderNumber',
  'externalId',
  'source',
] as const satisfies readonly (keyof Change & keyof Invoice)[];

function headerChange(before: InvoiceRecord, change: Change, billing: Billing) {
  const { templateId, templateName } = change;
  const given = headerFields.filter((name) => change[name] !== undefined);
  const columns: Partial<Pick<Change, (typeof headerFields)[number]>> = Object.fromEntries(
    given.map((name) => [name, change[name]]),
  );
  // A rounding that is given is not made any more; one that is sent back is no change.
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

/** Instructions that are given as they stand are not changed: forms send back all that they were filled with. */
function instructionsChange(
  before: InvoiceRecord,
  { paymentInstructions: given = before.paymentInstructions }: Change,
  named: Billing | null,
): Instructions {
  const { instructionsTemplate, paymentInstructions } = before;
  if (given !== paymentInstructions) return asGiven(given);
  if (named && instructionsTemplate !== null) return chooseInstructions(null, named);
  return { paymentInstructions, instructionsTemplate };
}

/** Whether an invoice has these columns and this content; the sums follow from them. */
function isSame(
  before: InvoiceRecord,
  columns: Partial<InvoiceRecord>,
  { lines, tax }: InvoiceContent,
): boolean {
  const shownTax = ({ category, components, percentage, reason, rule }: InvoiceTax) => [
    rule?.id,
    percentage,
    category,
    reason,
    shownComponents(components),
  ];
  const shownLines = (of: readonly LineContent[]) =>
    of.map(({ ownTax, ...line }) => [
      ...Object.entries(line).sort(),
      ownTax && [
        ownTax.category,
        ownTax.reason,
        ownTax.percentage,
        shownComponents(ownTax.components),
      ],
    ]);
  const names = Object.keys(columns) as (keyof InvoiceRecord)[];
  const pick = (of: Partial<InvoiceRecord>) => names.map((name) => of[name]);
  // As JSON, in which decimals and dates are text, and the same ones the same text.
  const asText = (...parts: unknown[]) => JSON.stringify(parts);
  const linesBefore = withoutMadeRounding(storedContents(before.lineItems, before), before);
  return (
    asText(pick(before), shownLines(linesBefore), shownTax(taxOf(before))) ===
    asText(
      pick(columns),
      shownLines(withoutMadeRounding(lines, { ...before, ...columns })),
      shownTax(tax),
    )
  );
}

const shownComponents = (components: InvoiceTax['components']) =>
  components.map((one) => [one.name, one.rate, one.order, one.compound, one.compoundOnOrder]);

/** The lines that are given: one that rounds as the invoice says follows from the others. */
const withoutMadeRounding = (
  lines: readonly LineContent[],
  { roundTo }: Pick<Invoice, 'roundTo'>,
) => lines.filter(({ role }) => role !== 'ROUNDING' || roundTo === null);

/** The lines, taxes and sums of an invoice once it is changed. */
function contentOf(
  context: Context,
  invoice: InvoiceRecord,
  change: Change,
  billing: Billing & { deposits: DraftDeposits },
): InvoiceContent {
  const tax = changedTax(invoice, change, billing);
  const all = changedLines(invoice, change, billing, tax);
  const summed = { ...invoice, lines: all, amountsAt: 'items' } as const;
  const items = change.items ?? [];
  const faults = precisionFaults(context, change, items, invoice.currency);
  const { lines, totals } = totalsOf(context, summed, tax, faults);
  return { lines, tax, totals };
}

/**
 * The tax of lines that name none, which is said as a whole, but for its reason. One that is sent back with the lines, as both were
 * answered, is not changed: of several rates or a rule the answer has no percentage.
 */
function changedTax(invoice: InvoiceRecord, change: Change, billing: Billing): InvoiceTax {
  const { items, taxCategory, taxRate, taxReason, taxRuleId, taxRuleName } = change;
  const said = [taxCategory, taxRate, taxRuleId, taxRuleName];
  const isAnswered =
    items !== undefined &&
    taxRate === null &&
    invoice.taxPercentage === null &&
    (taxCategory === undefined || taxCategory === invoice.taxCategory) &&
    (taxRuleId ?? taxRuleName) === undefined;
  if (!isAnswered && said.some((one) => one !== undefined)) {
    return chooseTax(billing.usualTax, billing.client, billing.workspace);
  }
  const tax = taxOf(invoice);
  return taxReason === undefined ? tax : { ...tax, reason: taxReason };
}

/** What an invoice's own row says of its content. */
function sumsOf(content: InvoiceContent) {
  const { sums, taxed } = columnsOf(content);
  const taxRuleSnapshot = taxed.taxRuleSnapshot ?? Prisma.DbNull;
  const usualTax = taxed.usualTax ?? Prisma.DbNull;
  return { ...sums, ...taxed, taxRuleSnapshot, usualTax, amountDue: sums.total };
}
