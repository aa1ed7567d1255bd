import { recordLeftOut } from '../domain/invoices/invoice-events.ts';
import { renderTemplate } from '../templates/liquid.ts';
import { namesParts } from '../templates/template-values.ts';
import type { ShownInvoice } from '../domain/invoices/invoice-view.ts';
import type { Db } from '../platform/context/context.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { invoiceDocument, withoutWhatIsSettled } from './invoice-document.ts';
import { documentValues } from './document-values.ts';

/**
 * Writes out an invoice for its customer, the text at its foot with it. A template is checked when it is saved; one that
 * cannot be rendered all the same is left out, because a customer has to get the invoice and is nobody to read templates,
 * and the invoice's history tells its owner for what reason.
 * @throws ActionError too_many_requests where too many templates wait to be rendered
 */
export async function documentOf(db: Db, shown: ShownInvoice): Promise<InvoiceDocument> {
  const { footerTemplate, workspace } = shown;
  if (footerTemplate === null) return invoiceDocument(shown);
  const invoice = withoutWhatIsSettled(shown.invoice);
  const values = documentValues(workspace, invoice, {
    namesParts: namesParts(footerTemplate),
    today: shown.today,
  });
  const rendered = await renderTemplate(invoice.accountId, footerTemplate, values);
  if ('text' in rendered) return invoiceDocument(shown, rendered.text);
  const note = `The footer of its template was left out: it cannot be rendered, ${rendered.fault}`;
  await recordLeftOut(db, invoice, note);
  return invoiceDocument(shown);
}
