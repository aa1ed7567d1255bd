import type { EmailTemplate } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { inTransaction } from '../../platform/context/context.ts';
import { addDays, dateToDb, formatDate, todayIn } from '../../platform/dates/dates.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { lookUpOrCollectErrors } from '../../platform/errors/collect-lookup-errors.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { Decimal } from '../../platform/money/money.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import type { DocumentValues } from '../../templates/template-values.ts';
import {
  groupWorkByItem,
  linkBilledRecords,
  lockBilledRecords,
  requireBillableRecords,
} from './billed-records.ts';
import type { Deposit } from './deposits.ts';
import { depositLines, findDeposits, lockDeposits, resolveDeposits } from './deposits.ts';
import { requireNewInvoiceDates } from './draft-dates.ts';
import { requireMailKind } from './find-mail-template.ts';
import { insertInvoice, newViewToken } from './insert-invoice.ts';
import type { NewInvoiceEvent } from './invoice-events.ts';
import type { InvoiceFields } from './invoice-input.ts';
import {
  createInvoiceInput,
  createSimpleInvoiceInput,
  foldItemAdjustments,
  validateInvoiceFields,
  validateInvoiceHeader,
} from './invoice-input.ts';
import { itemDefaults, lookUpInvoiceNames } from './invoice-name-lookups.ts';
import { allocateNumber, numberSeriesFor, numberTakenMessage } from './invoice-numbers.ts';
import type { InvoiceHeader, InvoiceRecord } from './invoice-record.ts';
import { clientInfoOf } from './invoice-record.ts';
import {
  computeInvoiceTotals,
  validateInvoiceCurrency,
  validateInvoicePrecision,
} from './invoice-totals.ts';
import type { ResolvedBilling, ResolvedItem } from './item-resolution.ts';
import { resolveBilling } from './item-resolution.ts';
import { statusAfterSending } from './lifecycle.ts';
import { requireLinePeriodsInRange, withLinePeriods } from './line-periods.ts';
import {
  adjustmentLineContents,
  itemLineContents,
  itemLinesOf,
  withDepositType,
} from './line-rows.ts';
import { choosePaymentInstructions } from './payment-instructions.ts';
import type { Recipient } from './recipients.ts';
import { chooseRecipients, redactClientName } from './recipients.ts';
import { supplyPeriodOf } from './supply-period.ts';
import { chooseTax } from './tax.ts';

/** What goes out when an invoice is sent. */
export interface InvoiceDelivery {
  invoice: InvoiceHeader;
  recipients: readonly Recipient[];
  emailTemplate: EmailTemplate;
}

declare module '../../platform/context/context.ts' {
  interface Services {
    /**
     * Takes a sent invoice for delivery, within the transaction that makes it: what it throws undoes the invoice. Answers
     * the mail, which is an earlier one where that is the same.
     */
    deliver(context: Context, delivery: InvoiceDelivery): Promise<{ id: string; isSame: boolean }>;
    /** The values of an invoice that templates name, written as its document writes them. */
    documentValues(
      workspace: { name: string; language?: string | null },
      invoice: InvoiceHeader,
    ): DocumentValues;
    /** The letters of a text that no font of its document has, each once. */
    unprintable(text: string): string[];
  }
}

const daysToPay = 30;

/** What history says where no mail leaves. */
export const mailNotSentNote =
  'not sent, but kept in the outbox, since no mail server is configured';

/**
 * Makes an invoice of items (spec part 4, "Create Invoice", shape A; decisions, "invoices/create"), and sends it where
 * `sendTo.send` says so. Its number comes from the workspace's sequence without gap or double, whoever else makes
 * invoices at the time; an invoice that fails, however late, uses none. Client, tax rule and tax lines are kept as they
 * are now.
 * A deposit is numbered by its own series; deposits that are named are taken off, once ({@link lockDeposits}).
 * What its items name of time, expenses and deliverables is charged with it, once ({@link lockBilledRecords}).
 * @throws ActionError invalid_input; name_not_found and record_not_found for client, projects, templates, contacts and
 * what is charged; number_taken for a number asked for; conflicting_state where something is charged already, a deposit is not paid or taken off elsewhere, or the e-mail's template, or payment instructions of the
 * invoice's, cannot be rendered
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
 * Makes an invoice of one amount (spec part 4, "Create Invoice", shape B): one taxable line, to which tax is added.
 * Otherwise as {@link createInvoice}.
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

/** An invoice as its input describes it, whichever the shape. */
export type InvoiceDraftInput = InvoiceFields & {
  /** The field at which faults of amounts are told: the amount itself is exact, items are rounded. */
  amountsAt: 'items' | 'amount';
};

type Mail = Omit<InvoiceDelivery, 'invoice'> | null;

/** What is written of an invoice besides its number. */
export function composeInvoice(
  context: Context,
  draft: Omit<InvoiceDraftInput, 'items'>,
  billing: ResolvedBilling,
  mail: Mail,
  deposits: readonly Deposit[] = [],
) {
  const { adjustments, client, lines: items, usualTax, workspace } = billing;
  const tax = chooseTax(usualTax, client, workspace);
  const currency = client.currency ?? workspace.currency;
  const all = [
    ...withDepositType(draft.invoiceType, itemLineContents(items, tax)),
    ...depositLines(deposits, draft, tax),
    ...adjustmentLineContents({ ...draft, ...adjustments }, tax),
  ];
  const faults = [
    ...validateInvoiceCurrency(context, draft, currency),
    ...validateInvoicePrecision(context, draft, items, currency),
  ];
  const { lines, totals } = computeInvoiceTotals(
    context,
    { ...draft, currency, lines: all },
    tax,
    faults,
  );
  const status = mail ? statusAfterSending('DRAFT', totals.total) : 'DRAFT';
  const header = { ...headerOf(context, draft, billing), ...standingOf(context, status), currency };
  const events = firstEvents(context, status, mail?.recipients ?? []);
  return { header, lines, tax, totals, events };
}

/**
 * Makes an invoice of a draft. Its lines are the draft's items, or what `buildWorkLines` finds in the transaction that makes it:
 * nobody else makes one in the workspace at the time.
 */
export async function createInvoiceFromInput(
  context: Context,
  draft: InvoiceDraftInput,
  linesOf?: (tx: Context, billing: ResolvedBilling) => Promise<ResolvedItem[]>,
): Promise<InvoiceRecord> {
  requireNewInvoiceDates(context, draft);
  requireLinePeriodsInRange(context, draft.items);
  const chargesToo = () => [requireBillableRecords(context, draft.items)];
  const othersToo = () => [...chargesToo(), findDeposits(context, draft.depositIds)];
  const billing = await lookUpOrCollectErrors(resolveBilling(context, draft), othersToo);
  const mail = mailOf(context, draft, billing);
  const deposits = await lookUpOrCollectErrors(
    resolveDeposits(context, draft, billing.client),
    chargesToo,
  );
  const known = linesOf ? undefined : composeInvoice(context, draft, billing, mail, deposits);
  const asked = draft.invoiceNumber;
  return withUniqueConflict(
    'invoiceNumber',
    numberTakenMessage(asked),
    () =>
      inTransaction(context, async (tx) => {
        const { name: clientName } = billing.client;
        const number = await allocateNumber(tx, numberSeriesFor(draft.invoiceType), {
          clientName,
          asked,
        });
        await lockDeposits(tx, deposits);
        const lines = linesOf ? await linesOf(tx, billing) : billing.lines;
        const composed = known ?? composeInvoice(tx, draft, { ...billing, lines }, mail, deposits);
        const header = { ...composed.header, ...number };
        const charges = await lockBilledRecords(tx, lines, header);
        const dated = withLinePeriods(tx, composed.lines, groupWorkByItem(charges));
        const invoice = await insertInvoice(tx, { ...composed, header, lines: dated });
        await linkBilledRecords(tx, invoice.id, charges, itemLinesOf(invoice.lineItems));
        if (mail) await tx.services.deliver(tx, { invoice, ...mail });
        return invoice;
      }),
    'number_taken',
  );
}

function headerOf(
  { now, workspace: { timeZone } }: Context,
  draft: Omit<InvoiceDraftInput, 'items'>,
  billing: ResolvedBilling,
) {
  const { dateDue, description, discountPercent, dueDate, notes, paymentInstructions } = draft;
  const { buyerReference, orderNumber, roundTo, taxInclusive } = draft;
  const { client, template } = billing;
  const day = draft.dateCreated ? formatDate(draft.dateCreated) : todayIn(timeZone, now);
  return {
    clientId: client.id,
    invoiceType: draft.invoiceType,
    description,
    notes,
    discountPercent,
    taxInclusive,
    roundTo,
    buyerReference,
    orderNumber,
    dateCreated: dateToDb(day),
    dueDate: dueDate ?? dateDue ?? dateToDb(addDays(day, daysToPay)),
    ...supplyPeriodOf(draft),
    ...choosePaymentInstructions(paymentInstructions, billing),
    invoiceTemplateId: template?.id ?? null,
    clientInfo: clientInfoOf(client),
    viewToken: newViewToken(),
    firstViewedAt: null,
    erasedAt: null,
    externalId: draft.externalId,
    source: draft.source,
  };
}

/** Where a new invoice stands: a sent one on which nothing is due is paid already. */
function standingOf({ now, workspace: { timeZone } }: Context, status: InvoiceRecord['status']) {
  const today = dateToDb(todayIn(timeZone, now));
  const dateSent = status === 'DRAFT' ? null : today;
  return { status, dateSent, datePaid: status === 'PAID' ? today : null };
}

function firstEvents(
  context: Context,
  status: InvoiceRecord['status'],
  recipients: readonly Recipient[],
) {
  const made = { kind: 'CREATED', toStatus: 'DRAFT' } as const;
  return status === 'DRAFT'
    ? [made]
    : [made, sentInvoiceEvent(context, 'DRAFT', status, recipients)];
}

/** What the history tells of an invoice that is given to be sent: to whom, and where no mail leaves, that it did not. */
export function sentInvoiceEvent(
  { sendsMail }: Pick<Context, 'sendsMail'>,
  before: InvoiceRecord['status'],
  status: InvoiceRecord['status'],
  recipients: readonly Recipient[],
): Omit<NewInvoiceEvent, 'invoiceId'> {
  const addresses = recipients.map(({ email }) => email).join(', ');
  const note = sendsMail ? addresses : `${addresses}: ${mailNotSentNote}`;
  const changed = before === status ? {} : { fromStatus: before, toStatus: status };
  return { kind: 'SENT', note, ...changed };
}

/** Whom a sent invoice goes to, with which mail; null where it is not sent: nobody is looked for then. */
function mailOf(
  context: Context,
  { sendTo }: InvoiceDraftInput,
  { client, emailTemplate }: ResolvedBilling,
): Mail {
  if (!sendTo?.send) return null;
  const recipients = chooseRecipients(redactClientName(context, client), sendTo.contacts ?? []);
  if (emailTemplate) {
    const path = `sendTo.emailTemplate${sendTo.emailTemplateName === null ? 'Id' : 'Name'}`;
    requireMailKind(emailTemplate, 'INVOICE', path);
    return { recipients, emailTemplate };
  }
  const message = 'is required, since the workspace has no default e-mail template';
  throw invalidInputError([{ path: 'sendTo.emailTemplateName', code: 'required', message }]);
}
