import type { Invoice, Workspace } from '../../generated/prisma/client.ts';
import type { ClientInfo } from '../invoices/invoice-record.ts';
import type { EInvoice, EInvoiceAddress, EInvoiceParty, EInvoiceSeller } from './e-invoice.ts';
import { vatIdOf } from './vat-id.ts';

type AddressSource = Pick<ClientInfo, 'address1' | 'address2' | 'city' | 'locality' | 'postal'>;

/** Snapshots of earlier releases lack these fields. */
type ElectronicFields = Partial<
  Pick<ClientInfo, 'countryCode' | 'electronicAddress' | 'electronicAddressScheme'>
>;

/** The client as stored with the invoice. */
type BuyerSource = AddressSource &
  Pick<ClientInfo, 'legalId' | 'legalIdScheme' | 'name' | 'taxId'> &
  ElectronicFields &
  Partial<Pick<ClientInfo, 'buyerReference'>>;

/** The workspace as stored with the invoice. For a draft, the workspace. */
export type SellerSource = AddressSource &
  Pick<Workspace, 'legalId' | 'legalIdScheme' | 'name' | 'phone' | 'taxId' | 'taxNumber'> &
  Pick<Workspace, 'accountHolder' | 'bic' | 'iban' | 'language'> &
  ElectronicFields &
  Partial<Pick<Workspace, 'contactEmail' | 'contactName' | 'mailReplyTo'>>;

export const buildAddress = (source: AddressSource & ElectronicFields): EInvoiceAddress => ({
  address1: source.address1,
  address2: source.address2,
  city: source.city,
  postal: source.postal,
  locality: source.locality,
  countryCode: source.countryCode ?? null,
});

/** A document outside the scope of tax has no VAT identifiers (BR-O-02). */
function buildParty(source: BuyerSource | SellerSource, hasVatIds: boolean): EInvoiceParty {
  return {
    ...buildAddress(source),
    name: source.name,
    vatId: hasVatIds ? vatIdOf(source.taxId) : null,
    legalId: source.legalId ?? null,
    legalIdScheme: source.legalId ? (source.legalIdScheme ?? null) : null,
    electronicAddress: source.electronicAddress ?? null,
    electronicAddressScheme: source.electronicAddressScheme ?? null,
  };
}

export const buildBuyer: (source: BuyerSource, hasVatIds: boolean) => EInvoiceParty = buildParty;

export function buildSeller(source: SellerSource, hasVatIds: boolean): EInvoiceSeller {
  const taxNumber = source.taxNumber || (vatIdOf(source.taxId) ? null : source.taxId);
  return {
    ...buildParty(source, hasVatIds),
    taxNumber: taxNumber ?? null,
    contactName: source.contactName ?? null,
    contactPhone: source.phone,
    contactEmail: source.contactEmail ?? source.mailReplyTo ?? null,
  };
}

/** SEPA needs euros and an IBAN. Danish parties may not name a transfer in another currency (DK-R-005). */
export function buildPayment(
  { accountHolder, bic, iban, name, countryCode }: SellerSource,
  buyer: ElectronicFields,
  { currency, number }: { currency: Invoice['currency']; number: string },
): EInvoice['payment'] {
  const account = { iban, accountHolder: iban && (accountHolder ?? name), bic: iban && bic };
  const isDanish = countryCode === 'DK' && buyer.countryCode === 'DK';
  const transfer = isDanish ? '1' : '30';
  const meansCode = !iban ? '1' : currency === 'EUR' ? '58' : transfer;
  return { meansCode, reference: number, ...account };
}

/** Dutch parties name no payment on credit notes (NL-R-008). */
export function buildCreditNotePayment(
  seller: ElectronicFields,
  buyer: ElectronicFields,
  number: string,
): EInvoice['payment'] {
  if (seller.countryCode === 'NL' && buyer.countryCode === 'NL') return null;
  return { meansCode: '97', reference: number, iban: null, accountHolder: null, bic: null };
}
