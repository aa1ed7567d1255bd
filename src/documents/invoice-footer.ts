import type { Db } from '../database/client/db.ts';
import { recordOmittedText } from '../domain/invoices/invoice-events.ts';
import type { InvoiceView } from '../domain/invoices/invoice-view.ts';
import { renderTemplate } from '../templates/liquid.ts';
import { usesLinesOrTaxes } from '../templates/template-values.ts';
import { buildInvoiceDocument, withoutInstructionsWhenSettled } from './build-invoice-document.ts';
import { documentValues } from './document-values.ts';
import type { InvoiceDocument } from './invoice-document.ts';

/**
 * Writes out an invoice for its customer, the text at its foot with it. A template is checked when it is saved; one that
 * cannot be rendered all the same is left out, because a customer has to get the invoice and is nobody to read templates,
 * and the invoice's history tells its owner for what reason.
 * @throws ActionError too_many_requests where too many templates wait to be rendered
 */
export async function buildInvoiceDocumentWithFooter(
  db: Db,
  shown: InvoiceView,
): Promise<InvoiceDocument> {
  const { footerTemplate, workspace } = shown;
  if (footerTemplate === null) return buildInvoiceDocument(shown);
  const invoice = withoutInstructionsWhenSettled(shown.invoice);
  const values = documentValues(workspace, invoice, {
    namesParts: usesLinesOrTaxes(footerTemplate),
    today: shown.today,
  });
  const rendered = await renderTemplate(invoice.accountId, footerTemplate, values);
  if ('text' in rendered) return buildInvoiceDocument(shown, rendered.text);
  const note = `The footer of its template was omitted because it cannot be rendered, ${rendered.fault}`;
  await recordOmittedText(db, invoice, note);
  return buildInvoiceDocument(shown);
}
