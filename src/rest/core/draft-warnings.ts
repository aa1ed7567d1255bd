import { findEInvoiceSources, listDraftWarnings } from '../../domain/e-invoices/list-faults.ts';
import type { InvoiceWarning } from '../../domain/invoices/invoice-warnings.ts';
import { uncheckedDraft } from '../../domain/invoices/invoice-warnings.ts';
import type { Context } from '../../platform/context/context.ts';
import { canRead } from '../../platform/permissions/permissions.ts';

const unchecked = new RegExp(`"warnings": ?"${uncheckedDraft}([^"]+)"`, 'g');

type ReadContext = Pick<Context, 'accountId' | 'actor' | 'db'> & Partial<Pick<Context, 'root'>>;

/** Replaces the markers of `invoiceWarningsSql`, with one batch of statements. */
export async function addDraftWarnings(context: ReadContext, json: string): Promise<string> {
  const ids = [...new Set(Array.from(json.matchAll(unchecked), ([, id]) => id as string))];
  if (ids.length === 0) return json;
  const keys = canRead(context, 'invoices') ? ids.map((invoiceId) => ({ invoiceId })) : [];
  const sources = await findEInvoiceSources(context, keys);
  const warningsOf = (id: string) => tryListWarnings(context, sources[ids.indexOf(id)] ?? null);
  return json.replaceAll(unchecked, (_, id) => `"warnings":${JSON.stringify(warningsOf(id))}`);
}

/** A draft whose amounts do not add up must not prevent the list. Issuing it reports the defect. */
function tryListWarnings(...input: Parameters<typeof listDraftWarnings>): InvoiceWarning[] {
  try {
    return listDraftWarnings(...input);
  } catch {
    return [];
  }
}
