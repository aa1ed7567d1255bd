import { isDeepStrictEqual } from 'node:util';

/**
 * A workspace as it has to be, in plain maps and whole numbers. It knows the rules from the specification and shares no
 * code with the service, so that a mistake would have to be made twice.
 */

/** What every record has. References are keys of the model, so that a copy of the state is whole. */
export interface Row {
  key: number;
  /** As the service answers it; empty until it did. */
  id: string;
  version: number;
}

export interface Client extends Row {
  name: string;
  notes: string | null;
  currency: string | null;
  defaultTaxRate: number | null;
  archived: boolean;
  /** Whether it is a prospect, as leads are, until it is replaced by a client that is not said to be one. */
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
export interface Line {
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

/** What an operation did to a record. */
export interface Change {
  kind: 'CREATED' | 'UPDATED' | 'DELETED';
  type: Type;
  key: number;
  /** Which operation did it: what one does to one record is one change. */
  operation: string;
}

/** Why an operation is refused, by its code. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** @throws Refused where the condition does not hold */
export function require(condition: unknown, code: string): asserts condition {
  if (!condition) throw new Refused(code);
}

interface State {
  rows: { [T in Type]: Map<number, Rows[T]> };
  nextKey: number;
  nextNumber: number;
  /** Of what comes after one another within an operation, too. */
  moment: number;
}

const noRows = () => Object.fromEntries(types.map((type) => [type, new Map()])) as State['rows'];

type Fields<T extends Type> = Omit<Rows[T], keyof Row>;

/** A workspace of the model, and what the operation at hand has changed. */
export class Model {
  #state: State = { rows: noRows(), nextKey: 1, nextNumber: 1, moment: 0 };
  /** The day of the clock. */
  today = '';
  changes: Change[] = [];
  /** Ids of what is gone. */
  readonly removed = new Map<number, string>();
  /** What is being done. */
  operation = '';
  /** The areas that whoever does it may write. */
  writable: readonly string[] | 'all' = 'all';
  /** Which line of its invoice a line is, by its id, for those that were looked up. */
  readonly placeOfLine = new Map<string, number>();

  mayWrite(area: string): boolean {
    return this.writable === 'all' || this.writable.includes(area);
  }

  all<T extends Type>(type: T): Rows[T][] {
    return [...this.#state.rows[type].values()];
  }

  find<T extends Type>(type: T, holds: (row: Rows[T]) => boolean): Rows[T] | undefined {
    return this.all(type).find(holds);
  }

  get<T extends Type>(type: T, key: number): Rows[T] {
    return this.#state.rows[type].get(key) as Rows[T];
  }

  /** @throws Refused record_not_found */
  byId<T extends Type>(type: T, id: unknown): Rows[T] {
    const row = this.find(type, (one) => one.id === id);
    require(row, 'record_not_found');
    return row;
  }

  get nextNumber(): number {
    return this.#state.nextNumber;
  }

  set nextNumber(number: number) {
    this.#state.nextNumber = number;
  }

  /** A number that counts on. */
  nextMoment(): number {
    this.#state.moment += 1;
    return this.#state.moment;
  }

  add<T extends Type>(type: T, fields: Fields<T>): Rows[T] {
    const key = this.#state.nextKey;
    this.#state.nextKey += 1;
    const row = { ...fields, key, id: '', version: 1 } as unknown as Rows[T];
    this.#state.rows[type].set(key, row);
    this.#note('CREATED', type, row);
    return row;
  }

  /** What changes a record raises its version by one; what leaves all values as they are has changed nothing. */
  change<T extends Type>(type: T, row: Rows[T], fields: Partial<Fields<T>>): Rows[T] {
    const before = { ...row };
    Object.assign(row, fields);
    if (isDeepStrictEqual(row, before)) return row;
    row.version += 1;
    this.#note('UPDATED', type, row);
    return row;
  }

  remove(type: Type, row: Row): void {
    this.#state.rows[type].delete(row.key);
    this.#note('DELETED', type, row);
    this.removed.set(row.key, row.id);
  }

  #note(kind: Change['kind'], type: Type, { key }: Row): void {
    const { operation } = this;
    const isSame = (one: Change) =>
      one.key === key && one.type === type && one.operation === operation;
    const earlier = this.changes.find(isSame);
    if (!earlier) this.changes.push({ kind, type, key, operation });
    else if (kind === 'DELETED') this.changes = this.changes.filter((one) => one !== earlier);
    if (earlier?.kind === 'UPDATED' && kind === 'DELETED') {
      this.changes.push({ kind, type, key, operation });
    }
  }

  /** The id of a record, also of one that is gone. */
  idOf({ key, type }: Pick<Change, 'key' | 'type'>): string {
    return this.#state.rows[type].get(key)?.id ?? this.removed.get(key) ?? '';
  }

  /** Keeps the workspace as it is; what it answers puts that back. */
  keep(): () => void {
    const [before, changes] = [structuredClone(this.#state), [...this.changes]];
    return () => {
      this.#state = before;
      this.changes = changes;
    };
  }

  /** Does something wholly, or not at all where it is refused. @throws Refused */
  whole<R>(work: () => R): R {
    const putBack = this.keep();
    try {
      return work();
    } catch (error) {
      putBack();
      throw error;
    }
  }
}
