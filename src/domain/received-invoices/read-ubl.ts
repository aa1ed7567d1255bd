import { compactId, ibanOf, isCreditNoteCode, taxCategoryOf } from './code-lists.ts';
import type { ElementReader } from './element-reader.ts';
import type {
  ReceivedAllowance,
  ReceivedInvoice,
  ReceivedLine,
  ReceivedSeller,
  ReceivedTax,
  ReceivedTaxTotal,
  ReceivedTotals,
} from './received-invoice.ts';

/** Reads an Invoice or a CreditNote of UBL 2. */
export function readUbl(root: ElementReader, rootName: string): ReceivedInvoice {
  const isCreditNoteRoot = rootName === 'CreditNote';
  const typeCode = root.text(`${rootName}TypeCode`);
  const currency = root.required(root.text('DocumentCurrencyCode'), 'cbc:DocumentCurrencyCode');
  const means = root.all('PaymentMeans');
  const account = means.map((each) => each.at('PayeeFinancialAccount'));
  const paid = account.find((each) => ibanOf(each.text('ID')) !== null);
  const lineName = isCreditNoteRoot ? 'CreditNoteLine' : 'InvoiceLine';
  return {
    syntax: 'UBL',
    number: root.required(root.text('ID'), 'cbc:ID, the number,'),
    typeCode,
    isCreditNote: isCreditNoteRoot || isCreditNoteCode(typeCode),
    issueDate: root.required(root.date('IssueDate'), 'cbc:IssueDate'),
    dueDate: root.date('DueDate') ?? firstOf(means, (each) => each.date('PaymentDueDate')) ?? null,
    currency,
    seller: readSeller(root.at('AccountingSupplierParty/Party')),
    payment: {
      iban: ibanOf(paid?.text('ID') ?? null),
      accountHolder: paid?.text('Name') ?? null,
      reference: firstOf(means, (each) => each.text('PaymentID')),
    },
    lines: root.all(lineName).map((line) => readLine(line, isCreditNoteRoot)),
    allowances: root.all('AllowanceCharge').map(readAllowance),
    ...readTotals(root, currency),
  };
}

function firstOf<T>(
  readers: readonly ElementReader[],
  read: (reader: ElementReader) => T | null,
): T | null {
  for (const reader of readers) {
    const value = read(reader);
    if (value !== null) return value;
  }
  return null;
}

function readSeller(party: ElementReader): ReceivedSeller {
  const name = party.text('PartyLegalEntity/RegistrationName') ?? party.text('PartyName/Name');
  const address = party.at('PostalAddress');
  const lines = ['StreetName', 'AdditionalStreetName', 'AddressLine/Line', 'PostalZone'];
  const vat = party.all('PartyTaxScheme').find((each) => each.text('TaxScheme/ID') === 'VAT');
  return {
    name: party.required(name, 'the name of the seller (cac:AccountingSupplierParty)'),
    vatId: compactId(vat?.text('CompanyID') ?? null),
    legalId: compactId(party.text('PartyLegalEntity/CompanyID')),
    email: party.text('Contact/ElectronicMail'),
    phone: party.text('Contact/Telephone'),
    address: joinAddress(
      [...lines, 'CityName', 'CountrySubentity'].map((each) => address.text(each)),
    ),
    countryCode: address.text('Country/IdentificationCode'),
  };
}

export const joinAddress = (lines: readonly (string | null)[]): string | null =>
  lines.filter((line) => line !== null).join(', ') || null;

const readTax = (tax: ElementReader): ReceivedTax => ({
  category: taxCategoryOf(tax.text('ID')),
  rate: tax.amount('Percent'),
});

const readAllowance = (allowance: ElementReader): ReceivedAllowance => ({
  ...readAmount(allowance),
  reason: allowance.text('AllowanceChargeReason'),
  ...readTax(allowance.at('TaxCategory')),
});

const readAmount = (allowance: ElementReader) => ({
  isCharge: allowance.text('ChargeIndicator') === 'true',
  amount: allowance.required(allowance.amount('Amount'), 'cbc:Amount of an allowance or charge'),
});

function readLine(line: ElementReader, isCredited: boolean): ReceivedLine {
  const quantity = isCredited ? 'CreditedQuantity' : 'InvoicedQuantity';
  return {
    description: line.text('Item/Name') ?? line.text('Item/Description'),
    quantity: line.amount(quantity),
    unit: line.at(quantity).attribute('unitCode'),
    price: line.amount('Price/PriceAmount'),
    baseQuantity: line.amount('Price/BaseQuantity'),
    net: line.required(line.amount('LineExtensionAmount'), 'cbc:LineExtensionAmount of a line'),
    allowances: line.all('AllowanceCharge').map(readAmount),
    ...readTax(line.at('Item/ClassifiedTaxCategory')),
  };
}

function readTotals(root: ElementReader, currency: string) {
  // A second total can have the tax in the seller's currency.
  const total = root
    .all('TaxTotal')
    .find((each) => (each.at('TaxAmount').attribute('currencyID') ?? currency) === currency);
  const taxes: ReceivedTaxTotal[] = (total?.all('TaxSubtotal') ?? []).map((each) => ({
    ...readTax(each.at('TaxCategory')),
    taxable: each.required(each.amount('TaxableAmount'), 'cbc:TaxableAmount'),
    tax: each.required(each.amount('TaxAmount'), 'cbc:TaxAmount'),
  }));
  const sums = root.at('LegalMonetaryTotal');
  const totals: ReceivedTotals = {
    lines: sums.amount('LineExtensionAmount'),
    allowances: sums.amount('AllowanceTotalAmount'),
    charges: sums.amount('ChargeTotalAmount'),
    withoutTax: sums.amount('TaxExclusiveAmount'),
    tax: total?.amount('TaxAmount') ?? null,
    withTax: sums.required(sums.amount('TaxInclusiveAmount'), 'cbc:TaxInclusiveAmount, the total,'),
    prepaid: sums.amount('PrepaidAmount'),
    rounding: sums.amount('PayableRoundingAmount'),
    amountDue: sums.amount('PayableAmount'),
  };
  return { taxes, totals };
}
