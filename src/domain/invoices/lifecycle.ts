import type { Invoice } from '../../generated/prisma/client.ts';
import { InvoiceStatus } from '../../generated/prisma/enums.ts';

export type InvoiceAction =
  | 'SEND'
  | 'MARK_SENT'
  | 'EDIT'
  | 'PAY'
  | 'REVERSE_PAYMENT'
  | 'REFUND_PAYMENT'
  | 'CREDIT'
  | 'VOID'
  | 'WRITE_OFF'
  | 'DUPLICATE'
  | 'RENEW_LINK'
  | 'REVOKE_LINK'
  | 'DELETE';

export interface InvoiceState extends Pick<Invoice, 'status' | 'invoiceNumber' | 'dateSent'> {
  paymentTotal: { isZero(): boolean };
  creditedTotal: { isZero(): boolean };
  nextNumber: number;
}

interface Condition {
  /** Completes "only if …". */
  words: string;
  holds: (state: InvoiceState) => boolean;
}

interface Trigger {
  meaning: string;
  /** Completes "cannot be …". */
  participle: string;
  /** The statuses before and after the action. Empty if the invoice is deleted. */
  transitions: Readonly<Partial<Record<InvoiceStatus, readonly InvoiceStatus[]>>>;
  condition?: Condition;
  /** Advice: the first one with possible actions is used. */
  instead?: readonly { words: string; actions: readonly InvoiceAction[] }[];
}

type Transitions = Trigger['transitions'];

const keepStatus = (...statuses: readonly InvoiceStatus[]): Transitions =>
  Object.fromEntries(statuses.map((status) => [status, [status]]));

const transitionsBetween = (from: readonly InvoiceStatus[], ...to: InvoiceStatus[]): Transitions =>
  Object.fromEntries(from.map((status) => [status, to]));

const hasNoPayments: Condition = {
  words: 'nothing was paid on it or credited',
  holds: ({ creditedTotal, paymentTotal }) => paymentTotal.isZero() && creditedTotal.isZero(),
};

const hasPayments: Condition = {
  words: 'something that was paid on it counts',
  holds: ({ paymentTotal }) => !paymentTotal.isZero(),
};

/** The second status applies if no payment is left. */
const reopened: Transitions = {
  ...transitionsBetween(['PARTIAL', 'PAID'], 'PARTIAL', 'SENT'),
  ...keepStatus('WRITE_OFF'),
};

/** Deleting an older invoice would leave a gap in the numbers. */
const isUnsentAndNewest: Condition = {
  words: 'it was never sent, and no invoice has been numbered after it',
  holds: ({ dateSent, invoiceNumber, nextNumber }) =>
    dateSent === null && (invoiceNumber === null || invoiceNumber >= nextNumber - 1),
};

/**
 * Commands, documentation and `allowedActions` in GraphQL follow from this table.
 * The second status of an action applies when nothing is due, or after a reversal or refund when no payment is left.
 */
export const invoiceLifecycle: Readonly<Record<InvoiceAction, Trigger>> = {
  SEND: {
    meaning: 'E-mail it to the client, for the first time or again.',
    participle: 'sent',
    transitions: {
      DRAFT: ['SENT', 'PAID'],
      SENT: ['SENT', 'PAID'],
      ...keepStatus('PARTIAL', 'PENDING', 'PAID'),
    },
  },
  MARK_SENT: {
    meaning: 'Mark it as sent by other means.',
    participle: 'marked as sent',
    transitions: transitionsBetween(['DRAFT'], 'SENT', 'PAID'),
  },
  EDIT: {
    meaning: 'Change its lines, days, notes, discount or tax.',
    participle: 'changed',
    transitions: keepStatus('DRAFT'),
    instead: [
      { words: 'Void it and duplicate it instead.', actions: ['VOID', 'DUPLICATE'] },
      {
        words: 'Write off the amount due and duplicate it instead.',
        actions: ['WRITE_OFF', 'DUPLICATE'],
      },
    ],
  },
  PAY: {
    meaning: 'Record a payment. A draft is issued by it, and a written-off invoice is reopened.',
    participle: 'paid',
    transitions: transitionsBetween(
      ['DRAFT', 'SENT', 'PARTIAL', 'PENDING', 'WRITE_OFF'],
      'PARTIAL',
      'PAID',
    ),
  },
  REVERSE_PAYMENT: {
    meaning: 'Reverse a payment that bounced or was recorded by mistake.',
    participle: 'without a payment',
    transitions: reopened,
    condition: hasPayments,
  },
  REFUND_PAYMENT: {
    meaning: 'Refund all or part of a payment.',
    participle: 'refunded',
    transitions: reopened,
    condition: hasPayments,
  },
  CREDIT: {
    meaning: 'Credit all or part of it with a credit note.',
    participle: 'credited',
    transitions: {
      SENT: ['SENT', 'PAID'],
      PARTIAL: ['PARTIAL', 'PAID'],
      PENDING: ['PENDING', 'PAID'],
      PAID: ['PAID'],
    },
  },
  VOID: {
    meaning: 'Cancel it. It keeps its number.',
    participle: 'voided',
    // A PAID invoice without payments, because nothing was due, can be a mistake too.
    transitions: transitionsBetween(['DRAFT', 'SENT', 'PENDING', 'PAID'], 'VOIDED'),
    condition: hasNoPayments,
    instead: [
      {
        words: 'An invoice with a payment can be written off instead.',
        actions: ['WRITE_OFF'],
      },
    ],
  },
  WRITE_OFF: {
    meaning: 'Write off the amount due.',
    participle: 'written off',
    transitions: transitionsBetween(['SENT', 'PARTIAL', 'PENDING'], 'WRITE_OFF'),
  },
  DUPLICATE: {
    meaning: 'Create a draft with the same lines.',
    participle: 'duplicated',
    transitions: keepStatus(...Object.values(InvoiceStatus)),
  },
  RENEW_LINK: {
    meaning: 'Replace its link. The old link stops working.',
    participle: 'given a new link',
    transitions: keepStatus(...Object.values(InvoiceStatus)),
  },
  REVOKE_LINK: {
    meaning: 'Revoke its link.',
    participle: 'without its link',
    transitions: keepStatus(...Object.values(InvoiceStatus)),
  },
  DELETE: {
    meaning: 'Delete it permanently. The next invoice gets its number.',
    participle: 'deleted',
    transitions: { DRAFT: [] },
    condition: isUnsentAndNewest,
    instead: [
      { words: 'Void it instead.', actions: ['VOID'] },
      { words: 'Write off the amount due instead.', actions: ['WRITE_OFF'] },
    ],
  },
};

export const invoiceActions = Object.keys(invoiceLifecycle) as InvoiceAction[];

export function statusesAllowing(action: InvoiceAction): InvoiceStatus[] {
  return Object.keys(invoiceLifecycle[action].transitions) as InvoiceStatus[];
}

export function allowedActions(state: InvoiceState): InvoiceAction[] {
  return invoiceActions.filter((action) => isAllowed(action, state));
}

export function isAllowed(action: InvoiceAction, state: InvoiceState): boolean {
  const { condition, transitions } = invoiceLifecycle[action];
  return state.status in transitions && (condition?.holds(state) ?? true);
}

export function statusAfterSending(
  before: InvoiceStatus,
  amountDue: { isZero(): boolean },
): InvoiceStatus {
  const [next, settled] = invoiceLifecycle.SEND.transitions[before] ?? [];
  return (amountDue.isZero() ? (settled ?? next) : next) ?? before;
}

export function statusAfterReversal(
  before: InvoiceStatus,
  paymentTotal: { isZero(): boolean },
): InvoiceStatus {
  const [next, unpaid] = invoiceLifecycle.REVERSE_PAYMENT.transitions[before] ?? [];
  return (paymentTotal.isZero() ? (unpaid ?? next) : next) ?? before;
}

export function statusAfterCredit(
  before: InvoiceStatus,
  { amountDue, paymentTotal }: Record<'amountDue' | 'paymentTotal', { isZero(): boolean }>,
): InvoiceStatus {
  const [next, settled] = invoiceLifecycle.CREDIT.transitions[before] ?? [];
  const after = (amountDue.isZero() ? (settled ?? next) : next) ?? before;
  return after === 'PARTIAL' && paymentTotal.isZero() ? 'SENT' : after;
}

/** For invoices that are no drafts: number and sent date make no difference. */
export const unnumbered = { invoiceNumber: null, dateSent: null, nextNumber: 1 };

export function allowedActionsOfClosed({
  creditedTotal,
  paymentTotal,
  status,
}: Pick<InvoiceState, 'creditedTotal' | 'paymentTotal' | 'status'>): InvoiceAction[] {
  return allowedActions({ creditedTotal, paymentTotal, status, ...unnumbered });
}
