import type { Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { Billing } from './item-resolution.ts';
import { renderTemplate } from '../../templates/liquid.ts';
import { instructionsValues, longestRendered, tooLong } from '../../templates/template-values.ts';
import type { InvoiceHeader } from './invoice-record.ts';

/** How to pay, or the template's text that it is to be written from. */
export type Instructions = Pick<Invoice, 'paymentInstructions' | 'instructionsTemplate'>;

/** Instructions that stay as they are given: nothing in them is a placeholder. */
export function asGiven(paymentInstructions: string | null): Instructions {
  return { paymentInstructions, instructionsTemplate: null };
}

/**
 * Which payment instructions an invoice takes: its own, else its template's, else its client's, else the workspace's
 * (decisions, "invoices/create"). Of a template's it takes the text, which {@link writeInstructions} fills in.
 */
export function chooseInstructions(
  own: string | null,
  { client, template, workspace }: Pick<Billing, 'client' | 'template' | 'workspace'>,
): Instructions {
  const instructionsTemplate = template?.paymentInstructions ?? null;
  if (own !== null || instructionsTemplate === null) {
    return asGiven(own ?? client.payInstructions ?? workspace.payInstructions);
  }
  return { paymentInstructions: null, instructionsTemplate };
}

/**
 * The payment instructions of an invoice: those that came from its template are written for the invoice as it is, others
 * are as given. Null where they come to nothing.
 * @throws ActionError conflicting_state where the template's text cannot be rendered, or comes to too much;
 * too_many_requests where too many templates wait to be rendered
 */
export async function writeInstructions(
  { accountId, services, workspace }: Pick<Context, 'accountId' | 'services' | 'workspace'>,
  invoice: InvoiceHeader,
): Promise<string | null> {
  const { instructionsTemplate, paymentInstructions } = invoice;
  if (instructionsTemplate === null) return paymentInstructions;
  const values = instructionsValues(services.documentValues(workspace, invoice));
  const rendered = await renderTemplate(accountId, instructionsTemplate, values);
  if ('fault' in rendered) throw refusal(`cannot be rendered, ${rendered.fault}`);
  const most = longestRendered.paymentInstructions;
  const { text } = rendered;
  if (text.length > most) throw refusal(tooLong(text.length, most));
  return text.trim() === '' ? null : text;
}

function refusal(fault: string): ActionError {
  return new ActionError('conflicting_state', `The template’s payment instructions ${fault}`);
}
