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

/** A text, or the template to render it from. */
export type PaymentInstructions = Pick<Invoice, 'paymentInstructions' | 'instructionsTemplate'>;

/** Text without placeholders. */
export function literalInstructions(paymentInstructions: string | null): PaymentInstructions {
  return { paymentInstructions, instructionsTemplate: null };
}

/** The instructions of the invoice, otherwise of its template, client or workspace (spec part 4, "Create Invoice"). */
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
 * Null if the result is blank.
 * @throws ActionError too_many_requests; conflicting_state if the template cannot be rendered or the result is too long
 */
export async function renderPaymentInstructions(
  { accountId, services, workspace }: Pick<Context, 'accountId' | 'services' | 'workspace'>,
  invoice: InvoiceHeader,
): Promise<string | null> {
  const { instructionsTemplate, paymentInstructions } = invoice;
  if (instructionsTemplate === null) return paymentInstructions;
  const values = instructionsValues(services.documentValues(workspace, invoice));
  const rendered = await renderTemplate(accountId, instructionsTemplate, values);
  if ('fault' in rendered) throw instructionsError(`cannot be rendered, ${rendered.fault}`);
  const maxLength = maxRenderedCharacters.paymentInstructions;
  const { text } = rendered;
  if (text.length > maxLength)
    throw instructionsError(renderedTooLongMessage(text.length, maxLength));
  return text.trim() === '' ? null : text;
}

function instructionsError(fault: string): ActionError {
  return new ActionError('conflicting_state', `The template’s payment instructions ${fault}`);
}
