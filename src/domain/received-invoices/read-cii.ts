import { compactId, ibanOf, isCreditNoteCode, taxCategoryOf } from './code-lists.ts';
import type { ElementReader } from './element-reader.ts';
import { joinAddress } from './read-ubl.ts';
import type {
  ReceivedAllowance,
  ReceivedInvoice,
  ReceivedLine,
  ReceivedSeller,
  ReceivedTax,
  ReceivedTaxTotal,
  ReceivedTotals,
} from './received-invoice.ts';

/** Reads a CrossIndustryInvoice, also of the profiles MINIMUM and BASIC WL, which have no lines. */
export function readCii(root: ElementReader): ReceivedInvoice {
  const document = root.at('ExchangedDocument');
  const transaction = root.at('SupplyChainTradeTransaction');
  const settlement = transaction.at('ApplicableHeaderTradeSettlement');
  const typeCode = document.text('TypeCode');
  const terms = settlement.all('SpecifiedTradePaymentTerms');
  const dueDates = terms.map((each) => each.date('DueDateDateTime/DateTimeString'));
  const issueDate = document.date('IssueDateTime/DateTimeString');
  return {
    syntax: 'CII',
    number: root.required(document.text('ID'), 'ram:ID, the number,'),
    typeCode,
    isCreditNote: isCreditNoteCode(typeCode),
    issueDate: root.required(issueDate, 'ram:IssueDateTime'),
    dueDate: dueDates.find((date) => date !== null) ?? null,
    currency: root.required(settlement.text('InvoiceCurrencyCode'), 'ram:InvoiceCurrencyCode'),
    seller: readSeller(transaction.at('ApplicableHeaderTradeAgreement/SellerTradeParty')),
    payment: readPayment(settlement),
    lines: transaction.all('IncludedSupplyChainTradeLineItem').filter(isCounted).map(readLine),
    allowances: [
      ...settlement.all('SpecifiedTradeAllowanceCharge').map(readAllowance),
      ...settlement.all('SpecifiedLogisticsServiceCharge').map(readServiceCharge),
    ],
    taxes: settlement.all('ApplicableTradeTax').map(readTaxTotal),
    totals: readTotals(settlement),
  };
}

/** The profile EXTENDED has lines that only group or explain others. */
const isCounted = (line: ElementReader): boolean =>
  !['GROUP', 'INFORMATION'].includes(
    line.text('AssociatedDocumentLineDocument/LineStatusReasonCode') ?? '',
  );

function readSeller(party: ElementReader): ReceivedSeller {
  const address = party.at('PostalTradeAddress');
  const lines = ['LineOne', 'LineTwo', 'LineThree', 'PostcodeCode', 'CityName'];
  const vat = party
    .all('SpecifiedTaxRegistration')
    .find((each) => each.at('ID').attribute('schemeID') === 'VA');
  const name = party.text('Name') ?? party.text('SpecifiedLegalOrganization/TradingBusinessName');
  return {
    name: party.required(name, 'the name of the seller (ram:SellerTradeParty)'),
    vatId: compactId(vat?.text('ID') ?? null),
    legalId: compactId(party.text('SpecifiedLegalOrganization/ID')),
    email: party.text('DefinedTradeContact/EmailURIUniversalCommunication/URIID'),
    phone: party.text('DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber'),
    address: joinAddress([...lines, 'CountrySubDivisionName'].map((each) => address.text(each))),
    countryCode: address.text('CountryID'),
  };
}

function readPayment(settlement: ElementReader): ReceivedInvoice['payment'] {
  const accounts = settlement
    .all('SpecifiedTradeSettlementPaymentMeans')
    .map((each) => each.at('PayeePartyCreditorFinancialAccount'));
  const ibanIn = (account: ElementReader) =>
    ibanOf(account.text('IBANID') ?? account.text('ProprietaryID'));
  const account = accounts.find((each) => ibanIn(each) !== null);
  return {
    iban: account ? ibanIn(account) : null,
    accountHolder: account?.text('AccountName') ?? null,
    reference: settlement.text('PaymentReference'),
  };
}

const readTax = (tax: ElementReader): ReceivedTax => ({
  category: taxCategoryOf(tax.text('CategoryCode')),
  rate: tax.amount('RateApplicablePercent') ?? tax.amount('ApplicablePercent'),
});

const readAllowance = (allowance: ElementReader): ReceivedAllowance => ({
  ...readAmount(allowance),
  reason: allowance.text('Reason'),
  ...readTax(allowance.at('CategoryTradeTax')),
});

const readAmount = (allowance: ElementReader) => ({
  isCharge: allowance.text('ChargeIndicator/Indicator') === 'true',
  amount: allowance.required(
    allowance.amount('ActualAmount'),
    'ram:ActualAmount of an allowance or charge',
  ),
});

const readServiceCharge = (charge: ElementReader): ReceivedAllowance => ({
  isCharge: true,
  reason: charge.text('Description'),
  amount: charge.required(charge.amount('AppliedAmount'), 'ram:AppliedAmount of a charge'),
  ...readTax(charge.at('AppliedTradeTax')),
});

function readLine(line: ElementReader): ReceivedLine {
  const settlement = line.at('SpecifiedLineTradeSettlement');
  const agreement = line.at('SpecifiedLineTradeAgreement/NetPriceProductTradePrice');
  const delivery = line.at('SpecifiedLineTradeDelivery');
  const product = line.at('SpecifiedTradeProduct');
  const net = settlement.amount('SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount');
  return {
    description: product.text('Name') ?? product.text('Description'),
    quantity: delivery.amount('BilledQuantity'),
    unit: delivery.at('BilledQuantity').attribute('unitCode'),
    price: agreement.amount('ChargeAmount'),
    baseQuantity: agreement.amount('BasisQuantity'),
    net: line.required(net, 'ram:LineTotalAmount of a line'),
    allowances: settlement.all('SpecifiedTradeAllowanceCharge').map(readAmount),
    ...readTax(settlement.at('ApplicableTradeTax')),
  };
}

const readTaxTotal = (tax: ElementReader): ReceivedTaxTotal => ({
  ...readTax(tax),
  taxable: tax.required(tax.amount('BasisAmount'), 'ram:BasisAmount'),
  tax: tax.required(tax.amount('CalculatedAmount'), 'ram:CalculatedAmount'),
});

function readTotals(settlement: ElementReader): ReceivedTotals {
  const sums = settlement.at('SpecifiedTradeSettlementHeaderMonetarySummation');
  const currency = settlement.text('InvoiceCurrencyCode');
  // A second total can have the tax in the seller's currency.
  const tax = sums
    .all('TaxTotalAmount')
    .find((each) => (each.attribute('currencyID') ?? currency) === currency);
  return {
    lines: sums.amount('LineTotalAmount'),
    allowances: sums.amount('AllowanceTotalAmount'),
    charges: sums.amount('ChargeTotalAmount'),
    withoutTax: sums.amount('TaxBasisTotalAmount'),
    tax: tax?.amount('') ?? null,
    withTax: sums.required(sums.amount('GrandTotalAmount'), 'ram:GrandTotalAmount, the total,'),
    prepaid: sums.amount('TotalPrepaidAmount'),
    rounding: sums.amount('RoundingAmount'),
    amountDue: sums.amount('DuePayableAmount'),
  };
}
