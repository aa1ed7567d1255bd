import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { lookUpOrCollectErrors } from '../../platform/errors/collect-lookup-errors.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { Decimal } from '../../platform/money/money.ts';
import { write } from '../../write/write.ts';
import {
  groupWorkByItem,
  linkBilledRecords,
  lockBilledRecords,
  requireBillableRecords,
} from './billed-records.ts';
import type { InvoiceDraftInput, InvoiceMail } from './compose-invoice.ts';
import { composeInvoice } from './compose-invoice.ts';
import { findDeposits, lockDeposits, resolveDeposits } from './deposits.ts';
import { requireNewInvoiceDates } from './draft-dates.ts';
import { requireMailKind } from './find-mail-template.ts';
import { insertInvoice } from './insert-invoice.ts';
import { createInvoiceInput, createSimpleInvoiceInput } from './invoice-input.ts';
import { itemDefaults, lookUpInvoiceNames } from './invoice-name-lookups.ts';
import { allocateNumber, numberSeriesFor } from './invoice-numbers.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import {
  foldItemAdjustments,
  validateInvoiceFields,
  validateInvoiceHeader,
} from './invoice-rules.ts';
import type { ResolvedBilling, ResolvedItem } from './item-resolution.ts';
import { resolveBilling } from './item-resolution.ts';
import { requireLinePeriodsInRange, withLinePeriods } from './line-periods.ts';
import { itemLinesOf } from './line-rows.ts';
import { chooseRecipients, redactClientName } from './recipients.ts';

/**
 * Creates an invoice with items (spec part 4, "Create Invoice", shape A), and sends it if `sendTo.send` is set.
 * - Numbers have no gaps or duplicates.
 * - The invoice stores the current client, tax rule and tax lines.
 * - Deposits are deducted once, billed records are charged once.
 * @throws ActionError invalid_input, name_not_found, record_not_found, number_taken; conflicting_state if a record is
 * charged already, a deposit is unpaid or deducted elsewhere, or a template cannot be rendered; e_invoice_incomplete if
 * it is sent
 */
export async function createInvoice(
  context: Context,
  input: InputOf<typeof createInvoiceInput>,
): Promise<InvoiceRecord> {
  const fields = await parseOrCollectErrors(
    () => parseInput(createInvoiceInput, input, validateInvoiceFields),
    (rest) => lookUpInvoiceNames(context, rest),
  );
  return createInvoiceFromInput(context, {
    ...fields,
    items: foldItemAdjustments(fields.items),
    amountsAt: 'items',
  });
}

/**
 * One taxable amount (spec part 4, "Create Invoice", shape B).
 * @throws ActionError as createInvoice
 */
export async function createSimpleInvoice(
  context: Context,
  input: InputOf<typeof createSimpleInvoiceInput>,
): Promise<InvoiceRecord> {
  const fields = await parseOrCollectErrors(
    () => parseInput(createSimpleInvoiceInput, input, validateInvoiceHeader),
    (rest) => lookUpInvoiceNames(context, rest),
  );
  const { amount: rate, description, ...rest } = fields;
  const item = { description, rate, quantity: new Decimal(1), taxable: true };
  const items = [{ ...item, ...itemDefaults }];
  return createInvoiceFromInput(context, { ...rest, description, items, amountsAt: 'amount' });
}

/**
 * `buildLines` replaces the items of the draft. It runs while the number sequence is locked: no other invoice of the
 * workspace is created.
 */
export async function createInvoiceFromInput(
  context: Context,
  draft: InvoiceDraftInput,
  buildLines?: (tx: Context, billing: ResolvedBilling) => Promise<ResolvedItem[]>,
): Promise<InvoiceRecord> {
  requireNewInvoiceDates(context, draft);
  requireLinePeriodsInRange(context, draft.items);
  const lookUpCharges = () => [requireBillableRecords(context, draft.items)];
  const lookUpReferences = () => [...lookUpCharges(), findDeposits(context, draft.depositIds)];
  const billing = await lookUpOrCollectErrors(resolveBilling(context, draft), lookUpReferences);
  const mail = mailOf(context, draft, billing);
  const deposits = await lookUpOrCollectErrors(
    resolveDeposits(context, draft, billing.client),
    lookUpCharges,
  );
  const composedDraft = buildLines
    ? undefined
    : composeInvoice(context, draft, billing, mail, deposits);
  return write(context, async (tx) => {
    const { name: clientName } = billing.client;
    const number = await allocateNumber(tx, numberSeriesFor(draft.invoiceType), {
      clientName,
      requestedNumber: draft.invoiceNumber,
    });
    await lockDeposits(tx, deposits);
    const lines = buildLines ? await buildLines(tx, billing) : billing.lines;
    const composed =
      composedDraft ?? composeInvoice(tx, draft, { ...billing, lines }, mail, deposits);
    const header = { ...composed.header, ...number };
    const charges = await lockBilledRecords(tx, lines, header);
    const linesWithPeriods = withLinePeriods(tx, composed.lines, groupWorkByItem(charges));
    const invoice = await insertInvoice(tx, { ...composed, header, lines: linesWithPeriods });
    await linkBilledRecords(tx, invoice.id, charges, itemLinesOf(invoice.lineItems));
    if (mail) await tx.services.deliver(tx, { invoice, ...mail });
    return invoice;
  });
}

/** Null if the invoice is not sent. */
function mailOf(
  context: Context,
  { sendTo }: InvoiceDraftInput,
  { client, emailTemplate }: ResolvedBilling,
): InvoiceMail {
  if (!sendTo?.send) return null;
  const recipients = chooseRecipients(redactClientName(context, client), sendTo.contacts ?? []);
  if (emailTemplate) {
    const path = `sendTo.emailTemplate${sendTo.emailTemplateName === null ? 'Id' : 'Name'}`;
    requireMailKind(emailTemplate, 'INVOICE', path);
    return { recipients, emailTemplate };
  }
  const message = 'is required because the workspace has no default e-mail template';
  throw invalidInputError([{ path: 'sendTo.emailTemplateName', code: 'required', message }]);
}
