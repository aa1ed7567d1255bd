import type { Db } from '../database/client/db.ts';
import { recordOmittedText } from '../domain/invoices/invoice-events.ts';
import type { InvoiceView } from '../domain/invoices/invoice-view.ts';
import { renderTemplate } from '../templates/liquid.ts';
import { usesLinesOrTaxes } from '../templates/template-values.ts';
import { buildInvoiceDocument, withoutInstructionsWhenSettled } from './build-invoice-document.ts';
import { documentValues } from './document-values.ts';
import type { InvoiceDocument } from './invoice-document.ts';

/**
 * A footer template that cannot be rendered is omitted, because the customer must still get the
 * invoice. The invoice's history records the reason.
 * @throws ActionError too_many_requests
 */
export async function buildInvoiceDocumentWithFooter(
  db: Db,
  view: InvoiceView,
): Promise<InvoiceDocument> {
  const { footerTemplate, workspace } = view;
  if (footerTemplate === null) return buildInvoiceDocument(view);
  const invoice = withoutInstructionsWhenSettled(view.invoice);
  const values = documentValues(workspace, invoice, {
    includesParts: usesLinesOrTaxes(footerTemplate),
    today: view.today,
  });
  const rendered = await renderTemplate(invoice.accountId, footerTemplate, values);
  if ('text' in rendered) return buildInvoiceDocument(view, rendered.text);
  const historyNote = `The footer of its template was omitted because it cannot be rendered, ${rendered.fault}`;
  await recordOmittedText(db, invoice, historyNote);
  return buildInvoiceDocument(view);
}
