import type { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import type { Decimal } from '../../platform/money/money.ts';
import type {
  EInvoice,
  EInvoiceAddress,
  EInvoiceAllowance,
  EInvoiceDocumentAllowance,
  EInvoiceLine,
  EInvoiceParty,
  EInvoicePeriod,
  EInvoiceSeller,
  EInvoiceTax,
  EInvoiceTaxCode,
  IsoDate,
} from './e-invoice.ts';
import { specifications } from './formats.ts';
import type { Xml } from './xml.ts';
import { amountText, numberText, parentElement, textElement, xmlDocument } from './xml.ts';

const text = (name: string, ...rest: [string | null | undefined, Record<string, string | null>?]) =>
  textElement(`cbc:${name}`, ...rest);
const parent = (name: string, ...children: Xml[]) => parentElement(`cac:${name}`, ...children);

const oasis = 'urn:oasis:names:specification:ubl:schema:xsd';

const namespaces = {
  cac: `${oasis}:CommonAggregateComponents-2`,
  cbc: `${oasis}:CommonBasicComponents-2`,
};

type AmountElement = (name: string, amount: Decimal | null) => Xml;

/** UBL 2.1. The elements are in the order of the schema. */
export function writeUbl(invoice: EInvoice, format: EInvoiceFormat): string {
  const { currency, payment, totals, typeCode } = invoice;
  const isCreditNote = typeCode === '381';
  const kind = isCreditNote ? 'CreditNote' : 'Invoice';
  const amount: AmountElement = (name, value) =>
    text(name, value && amountText(value), { currencyID: currency });
  const { customization, profile } = specifications[format];
  return xmlDocument(
    kind,
    { '': `${oasis}:${kind}-2`, ...namespaces },
    text('CustomizationID', customization),
    text('ProfileID', profile),
    text('ID', invoice.number),
    text('IssueDate', invoice.issueDate),
    text('DueDate', isCreditNote ? null : invoice.dueDate),
    text(`${kind}TypeCode`, typeCode),
    text('Note', invoice.note),
    text('DocumentCurrencyCode', currency),
    text('BuyerReference', invoice.buyerReference),
    periodElement(invoice.period),
    parent('OrderReference', text('ID', invoice.orderNumber)),
    ...invoice.precedingInvoices.map(({ issueDate, number }) =>
      parent(
        'BillingReference',
        parent('InvoiceDocumentReference', text('ID', number), text('IssueDate', issueDate)),
      ),
    ),
    parent('AccountingSupplierParty', partyElement(invoice.seller, contactElement(invoice.seller))),
    parent('AccountingCustomerParty', partyElement(invoice.buyer)),
    parent(
      'Delivery',
      text('ActualDeliveryDate', invoice.deliveryDate),
      parent('DeliveryLocation', addressElement('Address', invoice.deliverTo)),
    ),
    paymentMeansElement(payment, isCreditNote ? invoice.dueDate : null),
    parent('PaymentTerms', text('Note', invoice.paymentTerms)),
    ...invoice.allowances.map((allowance) => allowanceElement(allowance, amount)),
    parent(
      'TaxTotal',
      amount('TaxAmount', totals.tax),
      ...invoice.taxes.map((tax) => taxSubtotalElement(tax, amount)),
    ),
    totalsElement(totals, amount),
    ...invoice.lines.map((line) => lineElement(line, kind, amount)),
  );
}

const periodElement = (period: EInvoicePeriod | null): Xml =>
  parent('InvoicePeriod', text('StartDate', period?.start), text('EndDate', period?.end));

function partyElement(party: EInvoiceParty & Partial<EInvoiceSeller>, contact: Xml = ''): Xml {
  const taxScheme = (id: string | null | undefined, scheme: string) =>
    id ? parent('PartyTaxScheme', text('CompanyID', id), taxSchemeElement(scheme)) : '';
  return parent(
    'Party',
    text('EndpointID', party.electronicAddress, { schemeID: party.electronicAddressScheme }),
    parent('PartyName', text('Name', party.name)),
    addressElement('PostalAddress', party),
    taxScheme(party.vatId, 'VAT'),
    taxScheme(party.taxNumber, 'FC'),
    parent(
      'PartyLegalEntity',
      text('RegistrationName', party.name),
      text('CompanyID', party.legalId, { schemeID: party.legalIdScheme }),
    ),
    contact,
  );
}

const contactElement = ({ contactEmail, contactName, contactPhone }: EInvoiceSeller): Xml =>
  parent(
    'Contact',
    text('Name', contactName),
    text('Telephone', contactPhone),
    text('ElectronicMail', contactEmail),
  );

const addressElement = (name: string, address: EInvoiceAddress | null): Xml =>
  parent(
    name,
    text('StreetName', address?.address1),
    text('AdditionalStreetName', address?.address2),
    text('CityName', address?.city),
    text('PostalZone', address?.postal),
    text('CountrySubentity', address?.locality),
    parent('Country', text('IdentificationCode', address?.countryCode)),
  );

const paymentMeansElement = (payment: EInvoice['payment'], dueDate: IsoDate | null): Xml =>
  parent(
    'PaymentMeans',
    text('PaymentMeansCode', payment?.meansCode),
    text('PaymentDueDate', dueDate),
    text('PaymentID', payment?.reference),
    parent(
      'PayeeFinancialAccount',
      text('ID', payment?.iban),
      text('Name', payment?.accountHolder),
      parent('FinancialInstitutionBranch', text('ID', payment?.bic)),
    ),
  );

const taxSchemeElement = (id = 'VAT'): Xml => parent('TaxScheme', text('ID', id));

const taxCategoryElement = (
  name: string,
  code: EInvoiceTaxCode | null,
  rate: Decimal | null,
  ...reasons: Xml[]
): Xml =>
  parent(name, text('ID', code), text('Percent', numberText(rate)), ...reasons, taxSchemeElement());

const allowanceElement = (
  allowance: EInvoiceAllowance & Partial<EInvoiceDocumentAllowance>,
  amount: AmountElement,
): Xml =>
  parent(
    'AllowanceCharge',
    text('ChargeIndicator', String(allowance.isCharge)),
    text('AllowanceChargeReason', allowance.reason),
    text('MultiplierFactorNumeric', numberText(allowance.percent)),
    amount('Amount', allowance.amount),
    amount('BaseAmount', allowance.baseAmount),
    allowance.taxCode
      ? taxCategoryElement('TaxCategory', allowance.taxCode, allowance.taxRate ?? null)
      : '',
  );

const taxSubtotalElement = (tax: EInvoiceTax, amount: AmountElement): Xml =>
  parent(
    'TaxSubtotal',
    amount('TaxableAmount', tax.taxableAmount),
    amount('TaxAmount', tax.amount),
    taxCategoryElement(
      'TaxCategory',
      tax.code,
      tax.rate,
      text('TaxExemptionReasonCode', tax.reasonCode),
      text('TaxExemptionReason', tax.reason),
    ),
  );

const totalsElement = (totals: EInvoice['totals'], amount: AmountElement): Xml =>
  parent(
    'LegalMonetaryTotal',
    amount('LineExtensionAmount', totals.lines),
    amount('TaxExclusiveAmount', totals.withoutTax),
    amount('TaxInclusiveAmount', totals.withTax),
    amount('AllowanceTotalAmount', totals.allowances),
    amount('ChargeTotalAmount', totals.charges),
    amount('PrepaidAmount', totals.prepaid),
    amount('PayableRoundingAmount', totals.rounding),
    amount('PayableAmount', totals.amountDue),
  );

function lineElement(line: EInvoiceLine, kind: string, amount: AmountElement): Xml {
  const unit = { unitCode: line.unitCode };
  return parent(
    `${kind}Line`,
    text('ID', line.id),
    text(
      kind === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity',
      numberText(line.quantity),
      unit,
    ),
    amount('LineExtensionAmount', line.netAmount),
    periodElement(line.period),
    ...line.allowances.map((allowance) => allowanceElement(allowance, amount)),
    parent(
      'Item',
      text('Description', line.description),
      text('Name', line.name),
      taxCategoryElement('ClassifiedTaxCategory', line.taxCode, line.taxRate),
    ),
    parent(
      'Price',
      amount('PriceAmount', line.unitPrice),
      text('BaseQuantity', numberText(line.baseQuantity), unit),
    ),
  );
}
