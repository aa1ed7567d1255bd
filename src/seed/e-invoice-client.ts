import { setClientTaxRule } from '../domain/clients/tax-rule.ts';
import { createClient } from '../domain/contacts/create-client.ts';
import { createInvoice } from '../domain/invoices/create.ts';
import { markInvoiceSent } from '../domain/invoices/send-invoice.ts';
import { createTaxRule } from '../domain/invoices/tax-rules.ts';
import type { Context } from '../platform/context/context.ts';

const leitwegId = '04011000-1234512345-06';

/** A German authority, which receives XRechnungen with German tax. */
export async function addEInvoiceClient(context: Context): Promise<void> {
  const { id: taxRuleId } = await createTaxRule(context, {
    name: 'Germany 19 %',
    components: [{ name: 'MwSt.', rate: 19 }],
  });
  const client = await createClient(context, {
    name: 'Hansestadt Bremen',
    address1: 'Am Markt 21',
    city: 'Bremen',
    postal: '28195',
    country: 'Germany',
    currency: 'EUR',
    language: 'de',
    buyerReference: leitwegId,
    electronicAddress: leitwegId,
    electronicAddressScheme: '0204',
    eInvoiceFormat: 'XRECHNUNG_UBL',
  });
  await setClientTaxRule(context, { id: client.id, taxRuleId });
  const { id } = await createInvoice(context, {
    clientId: client.id,
    description: 'Signage for the town hall',
    items: [
      { description: 'Design', quantity: 16, rate: 110, unit: 'h' },
      { description: 'Print files', quantity: 4, rate: 85, unit: 'piece' },
    ],
  });
  await markInvoiceSent(context, { id });
}
