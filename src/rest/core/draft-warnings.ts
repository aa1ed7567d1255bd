import { findEInvoiceSources, listDraftWarnings } from '../../domain/e-invoices/list-faults.ts';
import { uncheckedDraft } from '../../domain/invoices/invoice-warnings.ts';
import type { Context } from '../../platform/context/context.ts';
import { canRead } from '../../platform/permissions/permissions.ts';

const unchecked = new RegExp(`"warnings": ?"${uncheckedDraft}(inv_\\w+)"`, 'g');

type ReadContext = Pick<Context, 'accountId' | 'actor' | 'db'> & Partial<Pick<Context, 'root'>>;

/** Adds the warnings of drafts that SQL cannot check to the JSON of records. One batch of statements, or none. */
export async function addDraftWarnings(context: ReadContext, json: string): Promise<string> {
  const ids = [...new Set(Array.from(json.matchAll(unchecked), ([, id]) => id as string))];
  if (ids.length === 0) return json;
  const keys = canRead(context, 'invoices') ? ids.map((invoiceId) => ({ invoiceId })) : [];
  const sources = await findEInvoiceSources(context, keys);
  const warningsOf = (id: string) => listDraftWarnings(context, sources[ids.indexOf(id)] ?? null);
  return json.replaceAll(unchecked, (_, id) => `"warnings":${JSON.stringify(warningsOf(id))}`);
}
