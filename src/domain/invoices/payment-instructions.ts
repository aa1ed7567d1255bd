import type { Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { renderTemplate } from '../../templates/liquid.ts';
import {
  instructionsValues,
  maxRenderedCharacters,
  renderedTooLongMessage,
} from '../../templates/template-values.ts';
import type { InvoiceHeader } from './invoice-record.ts';
import type { ResolvedBilling } from './item-resolution.ts';

/** How to pay, or the template's text that it is to be written from. */
export type PaymentInstructions = Pick<Invoice, 'paymentInstructions' | 'instructionsTemplate'>;

/** PaymentInstructions that stay as they are given: nothing in them is a placeholder. */
export function literalInstructions(paymentInstructions: string | null): PaymentInstructions {
  return { paymentInstructions, instructionsTemplate: null };
}

/**
 * Which payment instructions an invoice takes: its own, else its template's, else its client's, else the workspace's
 * (decisions, "invoices/create"). Of a template's it takes the text, which {@link renderPaymentInstructions} fills in.
 */
export function choosePaymentInstructions(
  own: string | null,
  { client, template, workspace }: Pick<ResolvedBilling, 'client' | 'template' | 'workspace'>,
): PaymentInstructions {
  const instructionsTemplate = template?.paymentInstructions ?? null;
  if (own !== null || instructionsTemplate === null) {
    return literalInstructions(own ?? client.payInstructions ?? workspace.payInstructions);
  }
  return { paymentInstructions: null, instructionsTemplate };
}

/**
 * The payment instructions of an invoice: those that came from its template are written for the invoice as it is, others
 * are as given. Null where they come to nothing.
 * @throws ActionError conflicting_state where the template's text cannot be rendered, or comes to too much;
 * too_many_requests where too many templates wait to be rendered
 */
export async function renderPaymentInstructions(
  { accountId, services, workspace }: Pick<Context, 'accountId' | 'services' | 'workspace'>,
  invoice: InvoiceHeader,
): Promise<string | null> {
  const { instructionsTemplate, paymentInstructions } = invoice;
  if (instructionsTemplate === null) return paymentInstructions;
  const values = instructionsValues(services.documentValues(workspace, invoice));
  const rendered = await renderTemplate(accountId, instructionsTemplate, values);
  if ('fault' in rendered) throw refusal(`cannot be rendered, ${rendered.fault}`);
  const most = maxRenderedCharacters.paymentInstructions;
  const { text } = rendered;
  if (text.length > most) throw refusal(renderedTooLongMessage(text.length, most));
  return text.trim() === '' ? null : text;
}

function refusal(fault: string): ActionError {
  return new ActionError('conflicting_state', `The template’s payment instructions ${fault}`);
}
