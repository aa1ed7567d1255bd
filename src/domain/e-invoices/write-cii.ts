import type { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import type { EInvoice, EInvoiceAllowance, EInvoiceLineTax, EInvoiceSeller } from './e-invoice.ts';
import { specifications } from './formats.ts';
import type { XmlElement } from './xml.ts';
import { xmlDocument } from './xml.ts';

const unCefact = 'urn:un:unece:uncefact:data:standard';

/** CII D16B. The elements are in the order of the schema. */
export function writeCii(invoice: EInvoice, format: EInvoiceFormat): string {
  const { customization, profile } = specifications[format];
  const content = {
    '@xmlns:rsm': `${unCefact}:CrossIndustryInvoice:100`,
    '@xmlns:qdt': `${unCefact}:QualifiedDataType:100`,
    '@xmlns:ram': `${unCefact}:ReusableAggregateBusinessInformationEntity:100`,
    '@xmlns:udt': `${unCefact}:UnqualifiedDataType:100`,
    'rsm:ExchangedDocumentContext': {
      BusinessProcessSpecifiedDocumentContextParameter: { ID: profile },
      GuidelineSpecifiedDocumentContextParameter: { ID: customization },
    },
    'rsm:ExchangedDocument': {
      ID: invoice.number,
      TypeCode: invoice.typeCode,
      IssueDateTime: dateOf(invoice.issueDate),
      IncludedNote: { Content: invoice.note },
    },
    'rsm:SupplyChainTradeTransaction': {
      IncludedSupplyChainTradeLineItem: invoice.lines.map(lineOf),
      ApplicableHeaderTradeAgreement: agreementOf(invoice),
      ApplicableHeaderTradeDelivery: deliveryOf(invoice),
      ApplicableHeaderTradeSettlement: settlementOf(invoice),
    },
  };
  // The schema requires the delivery, even if it is empty.
  const syntax = { parent: 'ram', text: 'ram', required: 'ApplicableHeaderTradeDelivery' };
  return xmlDocument('rsm:CrossIndustryInvoice', content, syntax);
}

const dateOf = (date: string | null | undefined, prefix = 'udt'): XmlElement => ({
  [`${prefix}:DateTimeString`]: { '#': date?.replaceAll('-', ''), '@format': '102' },
});

const agreementOf = ({ buyer, buyerReference, orderNumber, seller }: EInvoice): XmlElement => ({
  BuyerReference: buyerReference,
  SellerTradeParty: partyOf(seller),
  BuyerTradeParty: partyOf(buyer),
  BuyerOrderReferencedDocument: { IssuerAssignedID: orderNumber },
});

const deliveryOf = ({ deliverTo, deliveryDate }: EInvoice): XmlElement => ({
  ShipToTradeParty: { PostalTradeAddress: addressOf(deliverTo) },
  ActualDeliverySupplyChainEvent: { OccurrenceDateTime: dateOf(deliveryDate) },
});

function settlementOf(invoice: EInvoice): XmlElement {
  const { payment } = invoice;
  // The schema allows one preceding invoice. The lines of deposits name theirs.
  const [preceding] = invoice.precedingInvoices;
  return {
    PaymentReference: payment?.reference,
    InvoiceCurrencyCode: invoice.currency,
    SpecifiedTradeSettlementPaymentMeans: {
      TypeCode: payment?.meansCode,
      PayeePartyCreditorFinancialAccount: {
        IBANID: payment?.iban,
        AccountName: payment?.accountHolder,
      },
      PayeeSpecifiedCreditorFinancialInstitution: { BICID: payment?.bic },
    },
    ApplicableTradeTax: invoice.taxes.map((tax) => ({
      CalculatedAmount: tax.amount,
      TypeCode: 'VAT',
      ExemptionReason: tax.reason,
      BasisAmount: tax.taxableAmount,
      CategoryCode: tax.code,
      ExemptionReasonCode: tax.reasonCode,
      RateApplicablePercent: tax.rate,
    })),
    BillingSpecifiedPeriod: periodOf(invoice.period),
    SpecifiedTradeAllowanceCharge: invoice.allowances.map(allowanceOf),
    SpecifiedTradePaymentTerms: {
      Description: invoice.paymentTerms,
      DueDateDateTime: dateOf(invoice.dueDate),
    },
    SpecifiedTradeSettlementHeaderMonetarySummation: totalsOf(invoice),
    InvoiceReferencedDocument: {
      IssuerAssignedID: preceding?.number,
      FormattedIssueDateTime: dateOf(preceding?.issueDate, 'qdt'),
    },
  };
}

const partyOf = (party: EInvoice['buyer'] & Partial<EInvoiceSeller>): XmlElement => ({
  Name: party.name,
  SpecifiedLegalOrganization: { ID: { '#': party.legalId, '@schemeID': party.legalIdScheme } },
  DefinedTradeContact: {
    PersonName: party.contactName,
    TelephoneUniversalCommunication: { CompleteNumber: party.contactPhone },
    EmailURIUniversalCommunication: { URIID: party.contactEmail },
  },
  PostalTradeAddress: addressOf(party),
  URIUniversalCommunication: {
    URIID: { '#': party.electronicAddress, '@schemeID': party.electronicAddressScheme },
  },
  SpecifiedTaxRegistration: [
    { ID: { '#': party.vatId, '@schemeID': 'VA' } },
    { ID: { '#': party.taxNumber, '@schemeID': 'FC' } },
  ],
});

const addressOf = (address: EInvoice['deliverTo']): XmlElement => ({
  PostcodeCode: address?.postal,
  LineOne: address?.address1,
  LineTwo: address?.address2,
  CityName: address?.city,
  CountryID: address?.countryCode,
  CountrySubDivisionName: address?.locality,
});

const periodOf = (period: EInvoice['period']): XmlElement => ({
  StartDateTime: dateOf(period?.start),
  EndDateTime: dateOf(period?.end),
});

const taxOf = ({ taxCode, taxRate }: Partial<EInvoiceLineTax>): XmlElement => ({
  TypeCode: 'VAT',
  CategoryCode: taxCode,
  RateApplicablePercent: taxRate,
});

const allowanceOf = (allowance: EInvoiceAllowance & Partial<EInvoiceLineTax>): XmlElement => ({
  ChargeIndicator: { 'udt:Indicator': String(allowance.isCharge) },
  CalculationPercent: allowance.percent,
  BasisAmount: allowance.baseAmount,
  ActualAmount: allowance.amount,
  Reason: allowance.reason,
  CategoryTradeTax: allowance.taxCode && taxOf(allowance),
});

const totalsOf = ({ currency, totals }: EInvoice): XmlElement => ({
  LineTotalAmount: totals.lines,
  ChargeTotalAmount: totals.charges,
  AllowanceTotalAmount: totals.allowances,
  TaxBasisTotalAmount: totals.withoutTax,
  TaxTotalAmount: { '#': totals.tax, '@currencyID': currency },
  RoundingAmount: totals.rounding,
  GrandTotalAmount: totals.withTax,
  TotalPrepaidAmount: totals.prepaid,
  DuePayableAmount: totals.amountDue,
});

function lineOf(line: EInvoice['lines'][number]): XmlElement {
  const unit = { '@unitCode': line.unitCode };
  return {
    AssociatedDocumentLineDocument: { LineID: line.id },
    SpecifiedTradeProduct: { Name: line.name, Description: line.description },
    SpecifiedLineTradeAgreement: {
      NetPriceProductTradePrice: {
        ChargeAmount: line.unitPrice,
        BasisQuantity: { '#': line.baseQuantity, ...unit },
      },
    },
    SpecifiedLineTradeDelivery: { BilledQuantity: { '#': line.quantity, ...unit } },
    SpecifiedLineTradeSettlement: {
      ApplicableTradeTax: taxOf(line),
      BillingSpecifiedPeriod: periodOf(line.period),
      SpecifiedTradeAllowanceCharge: line.allowances.map(allowanceOf),
      SpecifiedTradeSettlementLineMonetarySummation: { LineTotalAmount: line.netAmount },
    },
  };
}
