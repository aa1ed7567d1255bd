import { compactId, ibanOf, isCreditNoteCode, taxCategoryOf } from './code-lists.ts';
import type { ElementReader } from './element-reader.ts';

/** An invoice or credit note of a vendor, with the amounts of its document as written. */
export type ReceivedInvoice = ReturnType<typeof readInvoice>;
export type ReceivedAllowance = ReturnType<typeof readAllowance>;
export type ReceivedLine = ReturnType<typeof readLine>;
export type ReceivedTax = ReturnType<typeof readTax>;
export type ReceivedTaxTotal = ReturnType<typeof readTaxTotal>;

/**
 * Reads UBL and CII. The profiles MINIMUM and BASIC WL have no lines. Each path has the form "UBL|CII": a document contains only one
 * of both.
 */
export function readInvoice(root: ElementReader, isCreditNoteRoot: boolean) {
  const trade = root.at('SupplyChainTradeTransaction|');
  const settlement = trade.at('ApplicableHeaderTradeSettlement|');
  const document = root.at('ExchangedDocument|');
  const typeCode = document.text('InvoiceTypeCode|CreditNoteTypeCode|TypeCode');
  const currency = settlement.text('DocumentCurrencyCode|InvoiceCurrencyCode');
  const issueDate = document.date('IssueDate|IssueDateTime/DateTimeString');
  const lines = trade.all('InvoiceLine|CreditNoteLine|IncludedSupplyChainTradeLineItem');
  const allowances =
    'AllowanceCharge|SpecifiedTradeAllowanceCharge|SpecifiedLogisticsServiceCharge';
  return {
    number: root.required(document.text('ID'), 'ID, the number,'),
    isCreditNote: isCreditNoteRoot || isCreditNoteCode(typeCode),
    issueDate: root.required(issueDate, 'the issue date'),
    dueDate: settlement.date(
      'DueDate|PaymentMeans/PaymentDueDate|SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString',
    ),
    currency: root.required(currency, 'the currency'),
    seller: readSeller(
      trade.at('AccountingSupplierParty/Party|ApplicableHeaderTradeAgreement/SellerTradeParty'),
    ),
    payment: readPayment(settlement),
    lines: lines.filter(isDetailLine).map(readLine),
    allowances: settlement.all(allowances).map(readAllowance),
    ...readTotals(settlement, currency),
  };
}

/** The profile EXTENDED also has lines that only group or explain other lines. */
const isDetailLine = (line: ElementReader): boolean =>
  !['GROUP', 'INFORMATION'].includes(
    line.text('AssociatedDocumentLineDocument/LineStatusReasonCode') ?? '',
  );

function readSeller(party: ElementReader) {
  const address = party.at('PostalAddress|PostalTradeAddress');
  const addressLines = [
    ...['StreetName|LineOne', 'AdditionalStreetName|LineTwo', 'AddressLine/Line|LineThree'],
    ...['PostalZone|PostcodeCode', 'CityName', 'CountrySubentity|CountrySubDivisionName'],
  ].flatMap((path) => address.text(path) ?? []);
  const vat = party
    .all('PartyTaxScheme|SpecifiedTaxRegistration')
    .find((each) => ['VAT', 'VA'].includes(each.text('TaxScheme/ID|ID/@schemeID') ?? ''));
  const name = party.text(
    'PartyLegalEntity/RegistrationName|PartyName/Name|Name|SpecifiedLegalOrganization/TradingBusinessName',
  );
  const contact = party.at('Contact|DefinedTradeContact');
  return {
    name: party.required(name, 'the name of the seller'),
    vatId: compactId(vat?.text('CompanyID|ID') ?? null),
    legalId: compactId(party.text('PartyLegalEntity/CompanyID|SpecifiedLegalOrganization/ID')),
    email: contact.text('ElectronicMail|EmailURIUniversalCommunication/URIID'),
    phone: contact.text('Telephone|TelephoneUniversalCommunication/CompleteNumber'),
    address: addressLines.join(', ') || null,
    countryCode: address.text('Country/IdentificationCode|CountryID'),
  };
}

function readPayment(settlement: ElementReader) {
  const means = settlement.all('PaymentMeans|SpecifiedTradeSettlementPaymentMeans');
  const numberOf = (account: ElementReader) => account.text('ID|IBANID|ProprietaryID');
  const accounts = means
    .map((each) => each.at('PayeeFinancialAccount|PayeePartyCreditorFinancialAccount'))
    .filter((each) => numberOf(each) !== null);
  const account = accounts.find((each) => ibanOf(numberOf(each)) !== null) ?? accounts[0];
  const number = account ? numberOf(account) : null;
  const iban = ibanOf(number);
  return {
    iban,
    /** The IBAN, or another number as written. */
    account: iban ?? number,
    accountHolder: account?.text('Name|AccountName') ?? null,
    reference: settlement.text('PaymentMeans/PaymentID|PaymentReference'),
  };
}

const readTax = (tax: ElementReader) => ({
  category: taxCategoryOf(tax.text('ID|CategoryCode')),
  rate: tax.amount('Percent|RateApplicablePercent|ApplicablePercent'),
});

const readAllowance = (allowance: ElementReader) => ({
  ...readAmount(allowance),
  reason: allowance.text('AllowanceChargeReason|Reason|Description'),
  ...readTax(allowance.at('TaxCategory|CategoryTradeTax|AppliedTradeTax')),
});

/** A service charge of CII has no ChargeIndicator. */
const readAmount = (allowance: ElementReader) => ({
  isCharge:
    allowance.text('ChargeIndicator/Indicator|ChargeIndicator') === 'true' ||
    allowance.text('AppliedAmount') !== null,
  amount: allowance.required(
    allowance.amount('Amount|ActualAmount|AppliedAmount'),
    'the amount of an allowance or charge',
  ),
});

function readLine(line: ElementReader) {
  const quantity = 'InvoicedQuantity|CreditedQuantity|SpecifiedLineTradeDelivery/BilledQuantity';
  const product = line.at('Item|SpecifiedTradeProduct');
  const price = line.at('Price|SpecifiedLineTradeAgreement/NetPriceProductTradePrice');
  const settlement = line.at('SpecifiedLineTradeSettlement|');
  const net = settlement.amount(
    'LineExtensionAmount|SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount',
  );
  return {
    description: product.text('Name|Description'),
    quantity: line.amount(quantity),
    unit: line.at(quantity).text('@unitCode'),
    price: price.amount('PriceAmount|ChargeAmount'),
    baseQuantity: price.amount('BaseQuantity|BasisQuantity'),
    net: line.required(net, 'the net amount of a line'),
    allowances: settlement.all('AllowanceCharge|SpecifiedTradeAllowanceCharge').map(readAmount),
    ...readTax(settlement.at('Item/ClassifiedTaxCategory|ApplicableTradeTax')),
  };
}

const readTaxTotal = (tax: ElementReader) => ({
  ...readTax(tax.at('TaxCategory|')),
  taxable: tax.required(tax.amount('TaxableAmount|BasisAmount'), 'the amount of a tax rate'),
  tax: tax.required(tax.amount('TaxAmount|CalculatedAmount'), 'the tax of a tax rate'),
});

function readTotals(settlement: ElementReader, currency: string | null) {
  const sums = settlement.at('LegalMonetaryTotal|SpecifiedTradeSettlementHeaderMonetarySummation');
  // A second TaxTotal can contain the tax in the seller's currency.
  const isTotal = (tax: ElementReader) => (tax.text('@currencyID') ?? currency) === currency;
  const taxTotal = settlement.all('TaxTotal').find((each) => isTotal(each.at('TaxAmount')));
  const tax = taxTotal?.at('TaxAmount') ?? sums.all('TaxTotalAmount').find(isTotal);
  const subtotals = [
    ...(taxTotal?.all('TaxSubtotal') ?? []),
    ...settlement.all('ApplicableTradeTax'),
  ];
  const withTax = sums.amount('TaxInclusiveAmount|GrandTotalAmount');
  const totals = {
    lines: sums.amount('LineExtensionAmount|LineTotalAmount'),
    allowances: sums.amount('AllowanceTotalAmount'),
    charges: sums.amount('ChargeTotalAmount'),
    withoutTax: sums.amount('TaxExclusiveAmount|TaxBasisTotalAmount'),
    tax: tax?.amount('') ?? null,
    withTax: sums.required(withTax, 'TaxInclusiveAmount or GrandTotalAmount, the total,'),
    prepaid: sums.amount('PrepaidAmount|TotalPrepaidAmount'),
    rounding: sums.amount('PayableRoundingAmount|RoundingAmount'),
    amountDue: sums.amount('PayableAmount|DuePayableAmount'),
  };
  return { taxes: subtotals.map(readTaxTotal), totals };
}
