import type { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import type { EInvoice, EInvoiceAllowance, EInvoiceLineTax, EInvoiceSeller } from './e-invoice.ts';
import { specifications } from './formats.ts';
import type { XmlElement } from './xml.ts';
import { xmlDocument } from './xml.ts';

const oasis = 'urn:oasis:names:specification:ubl:schema:xsd';

/** UBL 2.1. The elements are in the order of the schema. */
export function writeUbl(invoice: EInvoice, format: EInvoiceFormat): string {
  const { currency, typeCode } = invoice;
  const kind = typeCode === '381' ? 'CreditNote' : 'Invoice';
  const { customization, profile } = specifications[format];
  const content = {
    '@xmlns': `${oasis}:${kind}-2`,
    '@xmlns:cac': `${oasis}:CommonAggregateComponents-2`,
    '@xmlns:cbc': `${oasis}:CommonBasicComponents-2`,
    CustomizationID: customization,
    ProfileID: profile,
    ID: invoice.number,
    IssueDate: invoice.issueDate,
    DueDate: invoice.dueDate,
    [`${kind}TypeCode`]: typeCode,
    Note: invoice.note,
    DocumentCurrencyCode: currency,
    BuyerReference: invoice.buyerReference,
    InvoicePeriod: periodOf(invoice.period),
    OrderReference: { ID: invoice.orderNumber },
    BillingReference: invoice.precedingInvoices.map(({ issueDate, number }) => ({
      InvoiceDocumentReference: { ID: number, IssueDate: issueDate },
    })),
    AccountingSupplierParty: { Party: partyOf(invoice.seller) },
    AccountingCustomerParty: { Party: partyOf(invoice.buyer) },
    Delivery: {
      ActualDeliveryDate: invoice.deliveryDate,
      DeliveryLocation: { Address: addressOf(invoice.deliverTo) },
    },
    PaymentMeans: paymentMeansOf(invoice.payment),
    PaymentTerms: { Note: invoice.paymentTerms },
    AllowanceCharge: invoice.allowances.map(allowanceOf),
    ...amountsOf(invoice),
    [`${kind}Line`]: invoice.lines.map((line) => lineOf(line, kind)),
  };
  return xmlDocument(kind, content, { parent: 'cac', text: 'cbc', currency });
}

const periodOf = (period: EInvoice['period']): XmlElement => ({
  StartDate: period?.start,
  EndDate: period?.end,
});

const partyOf = (party: EInvoice['buyer'] & Partial<EInvoiceSeller>): XmlElement => ({
  EndpointID: { '#': party.electronicAddress, '@schemeID': party.electronicAddressScheme },
  PartyName: { Name: party.name },
  PostalAddress: addressOf(party),
  PartyTaxScheme: [
    ...(party.vatId ? [{ CompanyID: party.vatId, TaxScheme: { ID: 'VAT' } }] : []),
    ...(party.taxNumber ? [{ CompanyID: party.taxNumber, TaxScheme: { ID: 'FC' } }] : []),
  ],
  PartyLegalEntity: {
    RegistrationName: party.name,
    CompanyID: { '#': party.legalId, '@schemeID': party.legalIdScheme },
  },
  Contact: {
    Name: party.contactName,
    Telephone: party.contactPhone,
    ElectronicMail: party.contactEmail,
  },
});

const addressOf = (address: EInvoice['deliverTo']): XmlElement => ({
  StreetName: address?.address1,
  AdditionalStreetName: address?.address2,
  CityName: address?.city,
  PostalZone: address?.postal,
  CountrySubentity: address?.locality,
  Country: { IdentificationCode: address?.countryCode },
});

const paymentMeansOf = (payment: EInvoice['payment']): XmlElement => ({
  PaymentMeansCode: payment?.meansCode,
  PaymentID: payment?.reference,
  PayeeFinancialAccount: {
    ID: payment?.iban,
    Name: payment?.accountHolder,
    FinancialInstitutionBranch: { ID: payment?.bic },
  },
});

const taxCategoryOf = (
  { taxCode, taxRate }: Partial<EInvoiceLineTax>,
  reasons?: XmlElement,
): XmlElement => ({ ID: taxCode, Percent: taxRate, ...reasons, TaxScheme: { ID: 'VAT' } });

const allowanceOf = (allowance: EInvoiceAllowance & Partial<EInvoiceLineTax>): XmlElement => ({
  ChargeIndicator: String(allowance.isCharge),
  AllowanceChargeReason: allowance.reason,
  MultiplierFactorNumeric: allowance.percent,
  Amount: allowance.amount,
  BaseAmount: allowance.baseAmount,
  TaxCategory: allowance.taxCode && taxCategoryOf(allowance),
});

const amountsOf = ({ taxes, totals }: EInvoice): XmlElement => ({
  TaxTotal: {
    TaxAmount: totals.tax,
    TaxSubtotal: taxes.map((tax) => ({
      TaxableAmount: tax.taxableAmount,
      TaxAmount: tax.amount,
      TaxCategory: taxCategoryOf(
        { taxCode: tax.code, taxRate: tax.rate },
        { TaxExemptionReasonCode: tax.reasonCode, TaxExemptionReason: tax.reason },
      ),
    })),
  },
  LegalMonetaryTotal: {
    LineExtensionAmount: totals.lines,
    TaxExclusiveAmount: totals.withoutTax,
    TaxInclusiveAmount: totals.withTax,
    AllowanceTotalAmount: totals.allowances,
    ChargeTotalAmount: totals.charges,
    PrepaidAmount: totals.prepaid,
    PayableRoundingAmount: totals.rounding,
    PayableAmount: totals.amountDue,
  },
});

function lineOf(line: EInvoice['lines'][number], kind: 'CreditNote' | 'Invoice'): XmlElement {
  const quantity = kind === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity';
  const unit = { '@unitCode': line.unitCode };
  return {
    ID: line.id,
    [quantity]: { '#': line.quantity, ...unit },
    LineExtensionAmount: line.netAmount,
    InvoicePeriod: periodOf(line.period),
    AllowanceCharge: line.allowances.map(allowanceOf),
    Item: {
      Description: line.description,
      Name: line.name,
      ClassifiedTaxCategory: taxCategoryOf(line),
    },
    Price: { PriceAmount: line.unitPrice, BaseQuantity: { '#': line.baseQuantity, ...unit } },
  };
}
