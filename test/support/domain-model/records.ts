import type { Movement } from './movements.ts';

/** The records of a workspace of the model, in plain values. */

/** What every record has. References are keys of the model, so that a copy of the state is whole. */
export interface Row {
  key: number;
  /** As the service returns it; empty until it did. */
  id: string;
  version: number;
}

export interface Client extends Row {
  name: string;
  notes: string | null;
  currency: string | null;
  defaultTaxRate: number | null;
  archived: boolean;
  /** Whether it is a prospect, like leads, until a replace makes it a client. */
  isProspect: boolean;
}

export interface Contact extends Row {
  clientId: number | null;
  firstName: string | null;
  email: string | null;
  defaultContact: boolean;
  invoiceContact: boolean;
  archived: boolean;
}

export interface Project extends Row {
  clientId: number;
  name: string;
  description: string | null;
  active: boolean;
}

export interface Deliverable extends Row {
  projectId: number;
  name: string;
  status: string;
  archived: boolean;
}

export interface TimeEntry extends Row {
  clientId: number | null;
  projectId: number | null;
  deliverableId: number | null;
  timerStart: string;
  timerEnd: string;
  notes: string | null;
}

interface Vendor extends Row {
  name: string;
}

export interface Expense extends Row {
  /** In hundredths. */
  amount: number;
  vendorId: number | null;
  clientId: number | null;
  projectId: number | null;
  paid: boolean;
  datePaid: string | null;
  notes: string | null;
}

/** Quantities and prices in millionths. */
interface Line {
  quantity: bigint;
  unitPrice: bigint;
  taxable: boolean;
}

type Status = 'DRAFT' | 'SENT' | 'PARTIAL' | 'PAID' | 'VOIDED' | 'WRITE_OFF';

/** Amounts are in minor units of the currency, percentages whole. */
export interface Invoice extends Row {
  clientId: number;
  invoiceNumber: number | null;
  invoiceNumberFormatted: string;
  status: Status;
  invoiceType: 'STANDARD' | 'DEPOSIT';
  /** The deposits that it takes off, in the sequence of their lines. */
  deposits: number[];
  currency: string;
  lines: Line[];
  discountPercent: number;
  taxPercentage: number | null;
  subTotal: bigint;
  discountAmount: bigint;
  tax: bigint;
  total: bigint;
  paymentTotal: bigint;
  creditedTotal: bigint;
  amountDue: bigint;
  /** How much of each line is credited, in millionths. */
  creditedLines: bigint[];
  notes: string | null;
  dateCreated: string;
  dateSent: string | null;
  datePaid: string | null;
}

export interface Payment extends Row {
  invoiceId: number;
  amount: bigint;
  date: string;
  referenceNumber: string | null;
  reversalReason: string | null;
  refundedTotal: bigint;
  /** What of it is credit of the client. */
  creditedAmount: bigint;
  fromCredit: boolean;
  /** Of money that paid several invoices, the first of its payments. */
  groupId: number | null;
  /** The refunded amount, and its effect on the client’s credit. */
  moved: readonly Movement[];
  /** When credit came of it first, as a number that counts on; null where none did. */
  cameAt: number | null;
}

export interface CreditNote extends Row {
  invoiceId: number;
  numberFormatted: string;
  dateCreated: string;
  subTotal: bigint;
  discountAmount: bigint;
  tax: bigint;
  total: bigint;
  refundedAmount: bigint;
  keptAsCredit: bigint;
}

export interface Opportunity extends Row {
  clientId: number | null;
  name: string;
  stage: string;
  /** In hundredths. */
  value: number | null;
  actualCloseDate: string | null;
  /** Whether that is no more than the day on which it was moved. */
  isAssumed: boolean;
  archived: boolean;
}

interface Form extends Row {
  name: string;
}

export interface FormSubmission extends Row {
  formId: number;
  clientId: number;
  contactId: number | null;
  opportunityId: number;
  notes: string | null;
}

export interface Rows {
  Client: Client;
  Contact: Contact;
  Project: Project;
  Deliverable: Deliverable;
  TimeEntry: TimeEntry;
  Vendor: Vendor;
  Expense: Expense;
  Invoice: Invoice;
  Payment: Payment;
  CreditNote: CreditNote;
  Opportunity: Opportunity;
  Form: Form;
  FormSubmission: FormSubmission;
}

export type Type = keyof Rows;

export const types: readonly Type[] = [
  ...(['Client', 'Contact', 'Project', 'Deliverable', 'TimeEntry', 'Vendor'] as const),
  ...(['Expense', 'Invoice', 'Payment', 'CreditNote', 'Opportunity', 'Form'] as const),
  'FormSubmission',
];
