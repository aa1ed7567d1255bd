import { createClient } from '../domain/contacts/create-client.ts';
import { createInvoice } from '../domain/invoices/create.ts';
import { markInvoiceSent } from '../domain/invoices/send-invoice.ts';
import type { Context } from '../platform/context/context.ts';

const leitwegId = '04011000-1234512345-06';

/** A German authority, which receives XRechnungen. Exported services are zero-rated. */
export async function addEInvoiceClient(context: Context): Promise<void> {
  const client = await createClient(context, {
    name: 'Hansestadt Bremen',
    address1: 'Am Markt 21',
    city: 'Bremen',
    postal: '28195',
    country: 'Germany',
    currency: 'EUR',
    defaultTaxRate: 0,
    language: 'de',
    buyerReference: leitwegId,
    electronicAddress: leitwegId,
    electronicAddressScheme: '0204',
    eInvoiceFormat: 'XRECHNUNG_UBL',
  });
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
