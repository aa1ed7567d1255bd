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
  textElement(`ram:${name}`, ...rest);
const parent = (name: string, ...children: Xml[]) => parentElement(`ram:${name}`, ...children);
const amount = (name: string, value: Decimal | null) => text(name, value && amountText(value));

const unCefact = 'urn:un:unece:uncefact:data:standard';

const namespaces = {
  rsm: `${unCefact}:CrossIndustryInvoice:100`,
  qdt: `${unCefact}:QualifiedDataType:100`,
  ram: `${unCefact}:ReusableAggregateBusinessInformationEntity:100`,
  udt: `${unCefact}:UnqualifiedDataType:100`,
};

/** CII D16B. The elements are in the order of the schema. */
export function writeCii(invoice: EInvoice, format: EInvoiceFormat): string {
  const { customization, profile } = specifications[format];
  return xmlDocument(
    'rsm:CrossIndustryInvoice',
    namespaces,
    parentElement(
      'rsm:ExchangedDocumentContext',
      parent('BusinessProcessSpecifiedDocumentContextParameter', text('ID', profile)),
      parent('GuidelineSpecifiedDocumentContextParameter', text('ID', customization)),
    ),
    parentElement(
      'rsm:ExchangedDocument',
      text('ID', invoice.number),
      text('TypeCode', invoice.typeCode),
      dateElement('IssueDateTime', invoice.issueDate),
      parent('IncludedNote', text('Content', invoice.note)),
    ),
    parentElement(
      'rsm:SupplyChainTradeTransaction',
      ...invoice.lines.map(lineElement),
      agreementElement(invoice),
      deliveryElement(invoice),
      settlementElement(invoice),
    ),
  );
}

const dateElement = (name: string, date: IsoDate | null | undefined, prefix = 'udt'): Xml =>
  parent(
    name,
    textElement(`${prefix}:DateTimeString`, date?.replaceAll('-', ''), { format: '102' }),
  );

const agreementElement = ({ buyer, buyerReference, orderNumber, seller }: EInvoice): Xml =>
  parent(
    'ApplicableHeaderTradeAgreement',
    text('BuyerReference', buyerReference),
    partyElement('SellerTradeParty', seller, contactElement(seller)),
    partyElement('BuyerTradeParty', buyer),
    parent('BuyerOrderReferencedDocument', text('IssuerAssignedID', orderNumber)),
  );

/** The schema requires the element, even if it is empty. */
const deliveryElement = ({ deliverTo, deliveryDate }: EInvoice): Xml =>
  parent(
    'ApplicableHeaderTradeDelivery',
    parent('ShipToTradeParty', addressElement(deliverTo)),
    parent('ActualDeliverySupplyChainEvent', dateElement('OccurrenceDateTime', deliveryDate)),
  ) || '<ram:ApplicableHeaderTradeDelivery/>';

function settlementElement(invoice: EInvoice): Xml {
  // The schema allows one preceding invoice. The lines of deposits name theirs.
  const [preceding] = invoice.precedingInvoices;
  return parent(
    'ApplicableHeaderTradeSettlement',
    text('PaymentReference', invoice.payment?.reference),
    text('InvoiceCurrencyCode', invoice.currency),
    paymentMeansElement(invoice.payment),
    ...invoice.taxes.map(taxElement),
    periodElement(invoice.period),
    ...invoice.allowances.map(allowanceElement),
    parent(
      'SpecifiedTradePaymentTerms',
      text('Description', invoice.paymentTerms),
      dateElement('DueDateDateTime', invoice.dueDate),
    ),
    totalsElement(invoice),
    parent(
      'InvoiceReferencedDocument',
      text('IssuerAssignedID', preceding?.number),
      dateElement('FormattedIssueDateTime', preceding?.issueDate, 'qdt'),
    ),
  );
}

function partyElement(
  name: string,
  party: EInvoiceParty & Partial<EInvoiceSeller>,
  contact: Xml = '',
): Xml {
  const registration = (id: string | null | undefined, schemeID: string) =>
    parent('SpecifiedTaxRegistration', text('ID', id, { schemeID }));
  return parent(
    name,
    text('Name', party.name),
    parent(
      'SpecifiedLegalOrganization',
      text('ID', party.legalId, { schemeID: party.legalIdScheme }),
    ),
    contact,
    addressElement(party),
    parent(
      'URIUniversalCommunication',
      text('URIID', party.electronicAddress, { schemeID: party.electronicAddressScheme }),
    ),
    registration(party.vatId, 'VA'),
    registration(party.taxNumber, 'FC'),
  );
}

const contactElement = ({ contactEmail, contactName, contactPhone }: EInvoiceSeller): Xml =>
  parent(
    'DefinedTradeContact',
    text('PersonName', contactName),
    parent('TelephoneUniversalCommunication', text('CompleteNumber', contactPhone)),
    parent('EmailURIUniversalCommunication', text('URIID', contactEmail)),
  );

const addressElement = (address: EInvoiceAddress | null): Xml =>
  parent(
    'PostalTradeAddress',
    text('PostcodeCode', address?.postal),
    text('LineOne', address?.address1),
    text('LineTwo', address?.address2),
    text('CityName', address?.city),
    text('CountryID', address?.countryCode),
    text('CountrySubDivisionName', address?.locality),
  );

const paymentMeansElement = (payment: EInvoice['payment']): Xml =>
  parent(
    'SpecifiedTradeSettlementPaymentMeans',
    text('TypeCode', payment?.meansCode),
    parent(
      'PayeePartyCreditorFinancialAccount',
      text('IBANID', payment?.iban),
      text('AccountName', payment?.accountHolder),
    ),
    parent('PayeeSpecifiedCreditorFinancialInstitution', text('BICID', payment?.bic)),
  );

const periodElement = (period: EInvoicePeriod | null): Xml =>
  parent(
    'BillingSpecifiedPeriod',
    dateElement('StartDateTime', period?.start),
    dateElement('EndDateTime', period?.end),
  );

const taxElement = (tax: EInvoiceTax): Xml =>
  parent(
    'ApplicableTradeTax',
    amount('CalculatedAmount', tax.amount),
    text('TypeCode', 'VAT'),
    text('ExemptionReason', tax.reason),
    amount('BasisAmount', tax.taxableAmount),
    text('CategoryCode', tax.code),
    text('ExemptionReasonCode', tax.reasonCode),
    text('RateApplicablePercent', numberText(tax.rate)),
  );

const lineTaxElement = (name: string, code: EInvoiceTaxCode | null, rate: Decimal | null): Xml =>
  parent(
    name,
    text('TypeCode', 'VAT'),
    text('CategoryCode', code),
    text('RateApplicablePercent', numberText(rate)),
  );

const allowanceElement = (allowance: EInvoiceAllowance & Partial<EInvoiceDocumentAllowance>): Xml =>
  parent(
    'SpecifiedTradeAllowanceCharge',
    parent('ChargeIndicator', textElement('udt:Indicator', String(allowance.isCharge))),
    text('CalculationPercent', numberText(allowance.percent)),
    amount('BasisAmount', allowance.baseAmount),
    amount('ActualAmount', allowance.amount),
    text('Reason', allowance.reason),
    allowance.taxCode
      ? lineTaxElement('CategoryTradeTax', allowance.taxCode, allowance.taxRate ?? null)
      : '',
  );

const totalsElement = ({ currency, totals }: EInvoice): Xml =>
  parent(
    'SpecifiedTradeSettlementHeaderMonetarySummation',
    amount('LineTotalAmount', totals.lines),
    amount('ChargeTotalAmount', totals.charges),
    amount('AllowanceTotalAmount', totals.allowances),
    amount('TaxBasisTotalAmount', totals.withoutTax),
    text('TaxTotalAmount', amountText(totals.tax), { currencyID: currency }),
    amount('RoundingAmount', totals.rounding),
    amount('GrandTotalAmount', totals.withTax),
    amount('TotalPrepaidAmount', totals.prepaid),
    amount('DuePayableAmount', totals.amountDue),
  );

function lineElement(line: EInvoiceLine): Xml {
  const unit = { unitCode: line.unitCode };
  return parent(
    'IncludedSupplyChainTradeLineItem',
    parent('AssociatedDocumentLineDocument', text('LineID', line.id)),
    parent('SpecifiedTradeProduct', text('Name', line.name), text('Description', line.description)),
    parent(
      'SpecifiedLineTradeAgreement',
      parent(
        'NetPriceProductTradePrice',
        amount('ChargeAmount', line.unitPrice),
        text('BasisQuantity', numberText(line.baseQuantity), unit),
      ),
    ),
    parent('SpecifiedLineTradeDelivery', text('BilledQuantity', numberText(line.quantity), unit)),
    parent(
      'SpecifiedLineTradeSettlement',
      lineTaxElement('ApplicableTradeTax', line.taxCode, line.taxRate),
      periodElement(line.period),
      ...line.allowances.map(allowanceElement),
      parent(
        'SpecifiedTradeSettlementLineMonetarySummation',
        amount('LineTotalAmount', line.netAmount),
      ),
    ),
  );
}
