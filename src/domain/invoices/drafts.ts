import type { z } from 'zod';
import type { Invoice } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { UpdateMode } from '../kernel/changes.ts';
import { parseChange } from '../kernel/changes.ts';
import type { Context } from '../kernel/context.ts';
import { addDays, dateToDb, todayIn } from '../kernel/dates.ts';
import { changedExternalIdFields } from '../kernel/external-ids.ts';
import type { InputOf } from '../kernel/fields.ts';
import { asInRecord, defaulted, inputObject, kept, nullable } from '../kernel/fields.ts';
import { date, list, longText, object, percent, recordId, text } from '../kernel/kinds.ts';
import { Decimal } from '../kernel/money.ts';
import { insertRows, touched, writtenRow } from '../kernel/records.ts';
import type { Billing } from './billing.ts';
import { readBilling } from './billing.ts';
import type { LockedCharge } from './charged-work.ts';
import { freeCharged, isChargedSo, linkCharged, lockCharged } from './charged-work.ts';
import { chargeFaults } from './charges.ts';
import { recordInvoiceEvent } from './history.ts';
import { totalsOf } from './index.ts';
import { itemInput } from './input.ts';
import type { InvoiceContent, LineContent } from './insert.ts';
import { columnsOf, insertInvoice, lineContents, newViewToken, partsOf } from './insert.ts';
import type { Instructions } from './instructions.ts';
import { asGiven, chooseInstructions, writeInstructions } from './instructions.ts';
import { drawNumber } from './numbers.ts';
import type { InvoiceHeader, InvoiceRecord } from './records.ts';
import { clientInfoOf, presentInvoice } from './records.ts';
import type { InvoiceTax } from './tax.ts';
import { chooseTax } from './tax.ts';
import { changing, findInvoice } from './transitions.ts';

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
  taxRate: asInRecord(
    'taxPercentage',
    nullable(
      percent(),
      'One tax of that percentage; null: the client’s default rule or rate, then the workspace’s.',
    ),
  ),
  discountPercent: defaulted(percent(), new Decimal(0)),
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

type Change = Partial<z.output<typeof updateInvoiceInput>>;

/**
 * Changes a draft and computes it anew: patch keeps what is left out, replace resets it, except lines and days, which
 * cannot be empty. What is kept of the client stays as it was. Payment instructions that came from a template are
 * written anew, from its text as it was then, unless others are given; those of another template that is named take
 * their place. Where nothing changes, nothing is written and its history tells nothing.
 * What the lines that are given charge, and no others, is charged.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_not_found; conflicting_state where it is no draft,
 * something is charged by another invoice or its template's payment instructions cannot be rendered
 */
export async function updateInvoice(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateInvoiceInput>,
  mode: UpdateMode,
): Promise<InvoiceHeader> {
  return changing(context, input, 'EDIT', async (tx, { id, clientId }) => {
    const change = parseChange(updateInvoiceInput, input, mode, ({ items = [] }) =>
      chargeFaults(items),
    );
    const { items = [], templateName = null, templateId = null } = change;
    const named = { clientName: null, clientId, templateName, templateId, items, sendTo: null };
    const billing = await readBilling(tx, named);
    const before = await findInvoice(tx, id);
    const charges =
      change.items && (await lockCharged(tx, billing.lines, { clientId, invoiceId: id }));
    const content = contentOf(tx, before, change, billing);
    const header = headerChange(before, change, billing);
    const after = { ...before, ...header, ...content.totals, amountDue: content.totals.total };
    const paymentInstructions = await writeInstructions(tx, after);
    const columns = { ...header, paymentInstructions };
    const chargesSame = !charges || (await isChargedSo(tx, before, charges));
    if (chargesSame && isSame(before, columns, content)) return before;
    await writeParts(tx, id, charges, content);
    const where = { accountId: tx.accountId, id };
    // One statement: a change raises the version by one, of lines alone too.
    const data = { ...columns, ...sumsOf(content), ...touched };
    const rows = await tx.db.invoice.updateManyAndReturn({ where, data });
    await recordInvoiceEvent(tx, { invoiceId: id, kind: 'EDITED' });
    return presentInvoice(tx, writtenRow(rows, 'Invoice', id));
  });
}

function headerChange(before: InvoiceRecord, change: Change, billing: Billing) {
  const { items: _i, taxRate: _t, paymentInstructions: _p, ...rest } = change;
  const { templateId, templateName, ...columns } = rest;
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
  const shownLines = (of: readonly LineContent[]) =>
    of.map((line) => lineFields.map((field) => line[field]));
  const shownTax = ({ components, percentage, rule }: InvoiceTax) => [
    rule?.id,
    percentage,
    components.map((one) => [one.name, one.rate, one.order, one.compound, one.compoundOnOrder]),
  ];
  const names = Object.keys(columns) as (keyof InvoiceRecord)[];
  const pick = (of: Partial<InvoiceRecord>) => names.map((name) => of[name]);
  // As JSON, in which decimals and dates are text, and the same ones the same text.
  const asText = (...parts: unknown[]) => JSON.stringify(parts);
  return (
    asText(pick(before), shownLines(before.lineItems), shownTax(taxOf(before))) ===
    asText(pick(columns), shownLines(lines), shownTax(tax))
  );
}

/** The lines, taxes and sums of an invoice once it is changed. */
function contentOf(
  context: Context,
  invoice: InvoiceRecord,
  change: Change,
  billing: Billing,
): InvoiceContent {
  const { discountPercent = invoice.discountPercent, items, taxRate } = change;
  const { client, workspace } = billing;
  const tax = taxRate === undefined ? taxOf(invoice) : chooseTax(taxRate, client, workspace);
  const lines = items ? lineContents(billing.lines) : invoice.lineItems;
  const priced = lines.map((line) => ({ ...line, rate: line.unitPrice }));
  const sums = { amountsAt: 'items', discountPercent, items: priced } as const;
  return { lines, tax, totals: totalsOf(context, sums, invoice.currency, tax) };
}

const lineFields = [
  'description',
  'quantity',
  'unitPrice',
  'unit',
  'taxable',
  'type',
  'visible',
  'projectId',
  'projectName',
  'deliverableId',
  'deliverableName',
] as const satisfies readonly (keyof LineContent)[];

/** What an invoice was taxed by. */
function taxOf({ taxBreakdown, taxPercentage, taxRule }: InvoiceRecord): InvoiceTax {
  const components = taxBreakdown.map(({ name, rate, order, compound, compoundOnOrder }) => ({
    name,
    rate,
    order,
    compound,
    compoundOnOrder,
  }));
  return { rule: taxRule, percentage: taxPercentage, components };
}

/** What an invoice's own row says of its content. */
function sumsOf(content: InvoiceContent) {
  const { sums, taxed } = columnsOf(content);
  const taxRuleSnapshot = taxed.taxRuleSnapshot ?? Prisma.DbNull;
  return { ...sums, ...taxed, taxRuleSnapshot, amountDue: sums.total };
}

/** Writes the lines, where they are given, and the taxes anew. */
async function writeParts(
  context: Context,
  id: string,
  charges: readonly LockedCharge[] | undefined,
  content: InvoiceContent,
): Promise<void> {
  const { accountId, db } = context;
  const { lineItems, taxBreakdown } = partsOf(context, id, content);
  await db.invoiceTaxLine.deleteMany({ where: { accountId, invoiceId: id } });
  await insertRows(context, 'InvoiceTaxLine', taxBreakdown);
  if (!charges) return;
  await freeCharged(context, id, 'of lines');
  await db.invoiceLine.deleteMany({ where: { accountId, invoiceId: id } });
  await insertRows(context, 'InvoiceLine', lineItems);
  await linkCharged(context, id, charges, lineItems);
}

/**
 * Makes a draft with the lines, discount and taxes of another invoice, whatever became of that: with the next number,
 * of today, as many days to pay, and the client as it is now. Payment instructions that came from a template are written
 * for the new one.
 * @throws ActionError id_missing, record_not_found; conflicting_state where those cannot be rendered
 */
export async function duplicateInvoice(
  context: Context,
  input: { id?: unknown },
): Promise<InvoiceRecord> {
  return changing(context, input, 'DUPLICATE', async (tx, { id }) => {
    const original = await findInvoice(tx, id);
    const client = await tx.db.client.findUniqueOrThrow({
      where: { accountId_id: { accountId: tx.accountId, id: original.clientId } },
    });
    const { discountPercent, lineItems } = original;
    const tax = taxOf(original);
    const priced = lineItems.map((line) => ({ ...line, rate: line.unitPrice }));
    const sums = { amountsAt: 'items', discountPercent, items: priced } as const;
    const totals = totalsOf(tx, sums, original.currency, tax);
    const header = {
      ...headerOf(tx, original),
      clientInfo: clientInfoOf(client),
      ...(await drawNumber(tx, seriesFor(original.invoiceType), { clientName: client.name })),
    };
    const note = `Duplicate of ${original.invoiceNumberFormatted}`;
    const events = [{ kind: 'CREATED', toStatus: 'DRAFT', note } as const];
    return insertInvoice(tx, { header, lines: lineItems, tax, totals, events });
  });
}

/** The series from which an invoice of a type is numbered. */
const seriesFor = (type: Invoice['invoiceType']) => (type === 'DEPOSIT' ? 'DEPOSIT' : 'INVOICE');

function headerOf({ now, workspace }: Context, original: InvoiceRecord) {
  const today = todayIn(workspace.timeZone, now);
  const { clientId, currency, description, dateCreated, dueDate, discountPercent } = original;
  const { invoiceTemplateId, invoiceType, notes } = original;
  const { instructionsTemplate, paymentInstructions } = original;
  const days = Math.round((dueDate.getTime() - dateCreated.getTime()) / 86_400_000);
  return {
    clientId,
    currency,
    description,
    discountPercent,
    invoiceTemplateId,
    invoiceType,
    notes,
    paymentInstructions,
    instructionsTemplate,
    status: 'DRAFT' as const,
    dateCreated: dateToDb(today),
    dueDate: dateToDb(addDays(today, Math.max(0, days))),
    dateSent: null,
    datePaid: null,
    viewToken: newViewToken(),
    firstViewedAt: null,
    erasedAt: null,
    externalId: null,
    source: null,
  } satisfies Partial<Invoice>;
}
