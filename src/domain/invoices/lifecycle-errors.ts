import type { Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import type { InvoiceAction, InvoiceState } from './lifecycle.ts';
import {
  allowedActions,
  invoiceActions,
  invoiceLifecycle,
  isAllowed,
  unnumbered,
} from './lifecycle.ts';

/**
 * @param path the input field of the invoice, unless it is `id`
 * @throws ActionError conflicting_state, with number, status and possible actions only if the caller may read invoices
 */
export function requireActionAllowed(
  context: Pick<Context, 'actor'>,
  action: InvoiceAction,
  invoice: InvoiceState & Pick<Invoice, 'invoiceNumberFormatted'>,
  path?: string,
): void {
  if (isAllowed(action, invoice)) return;
  const { condition, instead, participle, transitions } = invoiceLifecycle[action];
  if (!canRead(context, 'invoices')) {
    const message = `The invoice is in a state in which it cannot be ${participle}.`;
    throw new ActionError('conflicting_state', message, errorAt(path));
  }
  const { invoiceNumberFormatted: number, status } = invoice;
  const why =
    status in transitions && condition
      ? `Invoice ${number} cannot be ${participle}: it can only if ${condition.words}.`
      : `Invoice ${number} is ${status} and cannot be ${participle}.`;
  const allowed = allowedActions(invoice);
  const isPossible = (advised: InvoiceAction) => allowed.includes(advised);
  const advice = instead?.find(({ actions }) => actions.every(isPossible))?.words ?? [];
  const message = [why, advice].flat().join(' ');
  throw new ActionError('conflicting_state', message, {
    ...errorAt(path),
    possibleActions: allowed,
  });
}

const errorAt = (path: string | undefined) =>
  path === undefined
    ? {}
    : { errors: [{ path, code: 'conflicting_state', message: 'is in a state that forbids it' }] };

/** Completes "it can no longer be …". */
export function describeActionsLostByPayment(): string {
  const issued = invoiceLifecycle.PAY.transitions.DRAFT ?? [];
  const nonZero = { isZero: () => false };
  const paid = { paymentTotal: nonZero, creditedTotal: { isZero: () => true } };
  const lostActions = invoiceActions.filter(
    (action) =>
      'DRAFT' in invoiceLifecycle[action].transitions &&
      issued.every((status) => !isAllowed(action, { status, ...paid, ...unnumbered })),
  );
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(
    lostActions.map((action) => invoiceLifecycle[action].participle),
  );
}
