import type { Client, Workspace } from '../../generated/prisma/client.ts';
import { countryCodeOf } from '../../locales/country-names.ts';
import { addressFields } from '../../platform/input/address-fields.ts';
import type { CreditNoteRecord } from '../credit-notes/fields.ts';
import type { EInvoiceRow } from '../invoices/e-invoice-services.ts';
import type { ClientInfo } from '../invoices/invoice-record.ts';
import { clientInfoOf, invoicePartsInclude, presentInvoice } from '../invoices/invoice-record.ts';
import { sellerOf } from '../invoices/seller.ts';
import { buildCreditNoteEInvoice, buildEInvoice } from './build-e-invoice.ts';
import type { EInvoice } from './e-invoice.ts';

const { lineItems, taxBreakdown } = invoicePartsInclude;

export const eInvoiceInclude = {
  lineItems,
  taxBreakdown,
  client: true,
  workspace: true,
} as const;

/** @throws Error if the sums of the record do not agree */
export function eInvoiceOf(row: EInvoiceRow, creditNote?: CreditNoteRecord | null): EInvoice {
  const { client, workspace, ...rest } = row;
  const header = presentInvoice({ publicUrl: '' }, rest);
  const isDraft = row.sellerInfo === null;
  const clientInfo = isDraft
    ? completeClientInfo(header.clientInfo, client)
    : { ...header.clientInfo, ...completeAddressing(header.clientInfo, client) };
  const seller = sellerOf(workspace, header);
  const invoice = { ...header, clientInfo, payments: [], creditNotes: [] };
  const sellerSource = {
    ...seller,
    ...completeAddressing(seller, workspace),
    ...completeContact(seller, workspace),
  };
  return creditNote
    ? buildCreditNoteEInvoice(creditNote, invoice, sellerSource)
    : buildEInvoice(invoice, sellerSource);
}

type AddressingData = Partial<
  Pick<
    Client,
    | 'country'
    | 'countryCode'
    | 'legalId'
    | 'legalIdScheme'
    | 'electronicAddress'
    | 'electronicAddressScheme'
    | 'buyerReference'
  >
>;

/** Takes the fields that snapshots of earlier releases lack from the current record. */
function completeAddressing(snapshot: AddressingData, current: AddressingData) {
  const { legalId, legalIdScheme } = snapshot.legalId ? snapshot : current;
  const { electronicAddress, electronicAddressScheme } = snapshot.electronicAddress
    ? snapshot
    : current;
  return {
    ...{ legalId: legalId ?? null, legalIdScheme: legalIdScheme ?? null },
    electronicAddress: electronicAddress ?? null,
    electronicAddressScheme: electronicAddressScheme ?? null,
    countryCode:
      snapshot.countryCode ??
      countryCodeOf(snapshot.country ?? null) ??
      current.countryCode ??
      null,
    buyerReference: snapshot.buyerReference ?? current.buyerReference ?? null,
  };
}

const completeContact = (snapshot: Workspace, { contactName, contactEmail }: Workspace) => ({
  contactName: snapshot.contactName ?? contactName,
  contactEmail: snapshot.contactEmail ?? contactEmail,
});

const addressFieldNames = Object.keys(addressFields) as (keyof typeof addressFields)[];

/** A draft has the current electronic address and buyer reference. Other current values only replace missing ones. */
export function completeClientInfo(info: ClientInfo, client: Client): ClientInfo {
  const current = clientInfoOf(client);
  const isSameAddress = addressFieldNames.every(
    (name) => (info[name] ?? null) === null || info[name] === client[name],
  );
  const { electronicAddress, electronicAddressScheme, buyerReference } = client;
  const address = addressFieldNames.map((name) => [name, current[name]]);
  const completed = {
    ...info,
    ...(isSameAddress && { ...Object.fromEntries(address), countryCode: client.countryCode }),
    taxId: info.taxId ?? client.taxId,
    ...(electronicAddress && { electronicAddress, electronicAddressScheme }),
    ...(buyerReference && { buyerReference }),
  };
  return { ...completed, ...completeAddressing(completed, client) } as ClientInfo;
}
