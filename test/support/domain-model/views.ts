import { decimalText } from '../integer-totals.ts';
import { digitsOf } from './amounts.ts';
import type { Row, Rows, Type } from './records.ts';
import type { Model } from './state.ts';

/** How records are shown: by each door, in the database, and as the model expects it, all as plain values. */

/** Labels of stages and statuses, with the ids that a workspace has for them. */
export type Labels = Readonly<Record<string, string>>;

/** The fields that are compared, each with its name on REST; null where that does not show it. */
const visibleFields: Readonly<Record<Type, Readonly<Record<string, string | null>>>> = {
  Client: {
    ...{ name: 'name', notes: 'notes', currency: 'currency' },
    ...{ defaultTaxRate: 'defaultTaxRate', archived: 'archive' },
  },
  Contact: {
    ...{ clientId: 'clientId', firstName: 'firstName', email: 'email' },
    ...{ defaultContact: 'defaultContact', invoiceContact: 'invoiceContact', archived: 'archive' },
  },
  Project: { clientId: 'clientId', name: 'name', description: 'description', active: 'active' },
  Deliverable: {
    ...{ projectId: 'projectId', name: 'name', statusId: 'statusId', archived: 'archived' },
  },
  TimeEntry: {
    ...{ clientId: 'clientId', projectId: 'projectId', deliverableId: 'deliverableId' },
    ...{ timerStart: 'timerStart', timerEnd: 'timerEnd', notes: 'notes' },
  },
  Vendor: { name: null },
  Expense: {
    ...{ clientId: 'clientId', projectId: 'projectId', vendorId: 'vendorId', notes: 'notes' },
    ...{ amount: 'amount', paid: 'paid', datePaid: 'paidDate' },
  },
  Invoice: {
    ...{ clientId: 'clientId', status: 'status', currency: 'currency', total: 'total', tax: 'tax' },
    ...{ invoiceNumberFormatted: 'invoiceNumberFormatted', subTotal: 'subTotal' },
    ...{ paymentTotal: 'paymentTotal', amountDue: 'amountDue', dateCreated: 'dateCreated' },
    ...{ invoiceNumber: 'invoiceNumber', dateSent: 'dateSent', datePaid: 'datePaid' },
    ...{ creditedTotal: 'creditedTotal', notes: null },
    ...{ discountAmount: 'discountAmount', discountPercent: 'discountPercent' },
    invoiceType: 'invoiceType',
  },
  Payment: {
    ...{ invoiceId: 'invoiceId', amount: 'amount', date: 'date' },
    ...{ referenceNumber: 'referenceNumber', reversalReason: 'reversalReason' },
    ...{
      refundedTotal: 'refundedTotal',
      creditedAmount: 'creditedAmount',
      fromCredit: 'fromCredit',
      groupId: 'groupId',
    },
  },
  CreditNote: {
    ...{ invoiceId: 'invoiceId', numberFormatted: 'numberFormatted', dateCreated: 'dateCreated' },
    ...{ subTotal: 'subTotal', discountAmount: 'discountAmount', tax: 'tax', total: 'total' },
    ...{ refundedAmount: 'refundedAmount', keptAsCredit: 'keptAsCredit' },
  },
  Opportunity: {
    ...{ clientId: 'clientId', name: 'name', statusId: 'statusId', value: 'value' },
    ...{ actualCloseDate: 'actualCloseDate', archived: 'archive' },
  },
  Form: { name: null },
  FormSubmission: {
    ...{ clientId: 'clientId', opportunityId: 'opportunityId', notes: 'notes' },
  },
};

const referred: Readonly<Record<string, Type>> = {
  clientId: 'Client',
  projectId: 'Project',
  deliverableId: 'Deliverable',
  vendorId: 'Vendor',
  invoiceId: 'Invoice',
  opportunityId: 'Opportunity',
  groupId: 'Payment',
};

/** Amounts that are kept in hundredths, whatever the currency. */
const inHundredths = ['Expense amount', 'Opportunity value'];

function expectedValue(model: Model, type: Type, row: Rows[Type], field: string, labels: Labels) {
  if (field === 'statusId') {
    const { stage, status } = row as { stage?: string; status?: string };
    return labels[String(stage ?? status)];
  }
  const value = (row as unknown as Record<string, unknown>)[field];
  const to = referred[field];
  if (to && typeof value === 'number') return model.get(to, value).id;
  if (inHundredths.includes(`${type} ${field}`) && typeof value === 'number') {
    return decimalText(BigInt(value), 2);
  }
  if (typeof value !== 'bigint') return value;
  const { currency } =
    type === 'Payment' || type === 'CreditNote'
      ? model.get('Invoice', (row as Rows['Payment']).invoiceId)
      : (row as Rows['Invoice']);
  return decimalText(value, digitsOf(currency));
}

/** Decimals as the shortest text, instants alike, whatever the door. */
function plain(field: string, value: unknown): unknown {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? null;
  if (/^timer/.test(field)) return new Date(String(value)).toISOString();
  const isDecimal =
    /^(amount|amountDue|value|total|tax|subTotal|keptAsCredit)$|^(payment|refunded|credited)(Total|Amount)$/.test(
      field,
    );
  const isNumber = isDecimal || /^(discount|invoiceNumber$|defaultTaxRate)/.test(field);
  return isNumber ? String(Number(value)) : value;
}

/** A record as the model has it. */
export function expectedRecord(model: Model, type: Type, row: Row, labels: Labels) {
  const fields = Object.keys(visibleFields[type]).map((field) => {
    const value = expectedValue(model, type, row as Rows[Type], field, labels);
    return [field, plain(field, value)];
  });
  return { id: row.id, ...Object.fromEntries(fields) };
}

/** A record as REST returns it. Hidden fields are equal to the other one. */
export function fromRest(type: Type, body: Record<string, unknown>, expected: object) {
  const fields = Object.entries(visibleFields[type]).map(([field, name]) => {
    const value = name === null ? expected[field as keyof typeof expected] : body[name];
    return [field, plain(field, value)];
  });
  return { id: body.id, ...Object.fromEntries(fields) };
}

/** A record as GraphQL or the database has it. */
export function fromFields(type: Type, record: Record<string, unknown>) {
  const fields = Object.keys(visibleFields[type]).map((field) => [
    field,
    plain(field, record[field]),
  ]);
  return { id: record.id, ...Object.fromEntries(fields) };
}

/** What GraphQL is asked for. */
export const selectionOf = (type: Type): string =>
  ['id', 'version', ...Object.keys(visibleFields[type])].join(' ');
