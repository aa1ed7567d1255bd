import type {
  AllowanceTerms,
  LineTerms,
  PartyTerms,
  PeriodTerms,
  TaxTerms,
  Terms,
} from './terms.ts';
import type { Element } from './xml-tree.ts';
import { all, attributeAt, descendants, textAt } from './xml-tree.ts';

export function readUbl(root: Element): Terms {
  const kind = root.name;
  const totals = all(root, 'LegalMonetaryTotal')[0];
  return {
    specification: textAt(root, 'CustomizationID'),
    number: textAt(root, 'ID'),
    issueDate: textAt(root, 'IssueDate'),
    typeCode: textAt(root, `${kind}TypeCode`),
    currency: textAt(root, 'DocumentCurrencyCode'),
    buyerReference: textAt(root, 'BuyerReference'),
    orderNumber: textAt(root, 'OrderReference/ID'),
    dueDate: textAt(root, 'DueDate') ?? textAt(root, 'PaymentMeans/PaymentDueDate'),
    paymentTerms: textAt(root, 'PaymentTerms/Note'),
    precedingNumbers: all(root, 'BillingReference/InvoiceDocumentReference').map((one) =>
      textAt(one, 'ID'),
    ),
    seller: readParty(all(root, 'AccountingSupplierParty/Party')[0]),
    buyer: readParty(all(root, 'AccountingCustomerParty/Party')[0]),
    deliveryDate: textAt(root, 'Delivery/ActualDeliveryDate'),
    period: readPeriod(root),
    deliveryCountries: all(root, 'Delivery/DeliveryLocation/Address').map((one) =>
      textAt(one, 'Country/IdentificationCode'),
    ),
    payments: all(root, 'PaymentMeans').map((means) => ({
      code: textAt(means, 'PaymentMeansCode'),
      accounts: all(means, 'PayeeFinancialAccount').map((one) => textAt(one, 'ID')),
    })),
    lines: all(root, `${kind}Line`).map(readLine),
    allowances: all(root, 'AllowanceCharge').map((one) => ({
      ...readAllowance(one),
      ...readTax(one, 'TaxCategory'),
    })),
    taxes: all(root, 'TaxTotal/TaxSubtotal').map((one) => ({
      code: textAt(one, 'TaxCategory/ID'),
      rate: textAt(one, 'TaxCategory/Percent'),
      taxableAmount: textAt(one, 'TaxableAmount'),
      amount: textAt(one, 'TaxAmount'),
      reason: textAt(one, 'TaxCategory/TaxExemptionReason'),
      reasonCode: textAt(one, 'TaxCategory/TaxExemptionReasonCode'),
    })),
    totals: {
      lines: textAt(totals, 'LineExtensionAmount'),
      allowances: textAt(totals, 'AllowanceTotalAmount'),
      charges: textAt(totals, 'ChargeTotalAmount'),
      withoutTax: textAt(totals, 'TaxExclusiveAmount'),
      tax: textAt(root, 'TaxTotal/TaxAmount'),
      withTax: textAt(totals, 'TaxInclusiveAmount'),
      prepaid: textAt(totals, 'PrepaidAmount'),
      rounding: textAt(totals, 'PayableRoundingAmount'),
      amountDue: textAt(totals, 'PayableAmount'),
    },
    amountCurrencies: descendants(root).flatMap(({ attributes }) => attributes.currencyID ?? []),
    emptyElements: descendants(root)
      .filter(({ children, text }) => children.length === 0 && text.trim() === '')
      .map(({ name }) => name),
  };
}

function readParty(party: Element | undefined): PartyTerms {
  const schemes = party ? all(party, 'PartyTaxScheme') : [];
  const idOf = (isVat: boolean) =>
    textAt(
      schemes.find((scheme) => (textAt(scheme, 'TaxScheme/ID') === 'VAT') === isVat),
      'CompanyID',
    );
  const [address] = party ? all(party, 'PostalAddress') : [];
  const [endpoint] = party ? all(party, 'EndpointID') : [];
  return {
    name: textAt(party, 'PartyLegalEntity/RegistrationName'),
    vatId: idOf(true),
    taxNumber: idOf(false),
    legalId: textAt(party, 'PartyLegalEntity/CompanyID'),
    legalIdScheme: attributeAt(party, 'PartyLegalEntity/CompanyID', 'schemeID'),
    address: address ? { countryCode: textAt(address, 'Country/IdentificationCode') } : null,
    electronicAddress: endpoint
      ? { id: endpoint.text, scheme: endpoint.attributes.schemeID ?? null }
      : null,
  };
}

function readPeriod(parent: Element): PeriodTerms | null {
  const [period] = all(parent, 'InvoicePeriod');
  return period ? { start: textAt(period, 'StartDate'), end: textAt(period, 'EndDate') } : null;
}

const readTax = (parent: Element, name: string): TaxTerms => ({
  taxCode: textAt(parent, `${name}/ID`),
  taxRate: textAt(parent, `${name}/Percent`),
});

const readAllowance = (element: Element): AllowanceTerms => ({
  isCharge: textAt(element, 'ChargeIndicator') === 'true',
  amount: textAt(element, 'Amount'),
  baseAmount: textAt(element, 'BaseAmount'),
  percent: textAt(element, 'MultiplierFactorNumeric'),
  reason: textAt(element, 'AllowanceChargeReason'),
});

function readLine(line: Element): LineTerms {
  const quantity = line.name === 'InvoiceLine' ? 'InvoicedQuantity' : 'CreditedQuantity';
  return {
    id: textAt(line, 'ID'),
    quantity: textAt(line, quantity),
    unit: attributeAt(line, quantity, 'unitCode'),
    netAmount: textAt(line, 'LineExtensionAmount'),
    price: textAt(line, 'Price/PriceAmount'),
    baseQuantity: textAt(line, 'Price/BaseQuantity'),
    name: textAt(line, 'Item/Name'),
    period: readPeriod(line),
    allowances: all(line, 'AllowanceCharge').map(readAllowance),
    ...readTax(all(line, 'Item')[0] ?? line, 'ClassifiedTaxCategory'),
  };
}
