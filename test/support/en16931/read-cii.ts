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

export function readCii(root: Element): Terms {
  const [document] = all(root, 'ExchangedDocument');
  const [transaction] = all(root, 'SupplyChainTradeTransaction');
  if (!transaction) throw new Error('there is no transaction');
  const part = (name: string) => all(transaction, `ApplicableHeaderTrade${name}`);
  const [agreement, delivery, settlement] = ['Agreement', 'Delivery', 'Settlement'].flatMap(part);
  if (!agreement || !delivery || !settlement) throw new Error('a part of the header is missing');
  const totals = all(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')[0];
  return {
    specification: textAt(
      root,
      'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID',
    ),
    number: textAt(document, 'ID'),
    issueDate: dateAt(document, 'IssueDateTime'),
    typeCode: textAt(document, 'TypeCode'),
    currency: textAt(settlement, 'InvoiceCurrencyCode'),
    buyerReference: textAt(agreement, 'BuyerReference'),
    orderNumber: textAt(agreement, 'BuyerOrderReferencedDocument/IssuerAssignedID'),
    dueDate: dateAt(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime'),
    paymentTerms: textAt(settlement, 'SpecifiedTradePaymentTerms/Description'),
    precedingNumbers: all(settlement, 'InvoiceReferencedDocument').map((one) =>
      textAt(one, 'IssuerAssignedID'),
    ),
    seller: readParty(all(agreement, 'SellerTradeParty')[0]),
    buyer: readParty(all(agreement, 'BuyerTradeParty')[0]),
    deliveryDate: dateAt(delivery, 'ActualDeliverySupplyChainEvent/OccurrenceDateTime'),
    period: readPeriod(settlement),
    deliveryCountries: all(delivery, 'ShipToTradeParty/PostalTradeAddress').map((one) =>
      textAt(one, 'CountryID'),
    ),
    payments: all(settlement, 'SpecifiedTradeSettlementPaymentMeans').map((means) => ({
      code: textAt(means, 'TypeCode'),
      accounts: all(means, 'PayeePartyCreditorFinancialAccount').map(
        (one) => textAt(one, 'IBANID') ?? textAt(one, 'ProprietaryID'),
      ),
    })),
    lines: all(transaction, 'IncludedSupplyChainTradeLineItem').map(readLine),
    allowances: all(settlement, 'SpecifiedTradeAllowanceCharge').map((one) => ({
      ...readAllowance(one),
      ...readTax(one, 'CategoryTradeTax'),
    })),
    taxes: all(settlement, 'ApplicableTradeTax').map((one) => ({
      code: textAt(one, 'CategoryCode'),
      rate: textAt(one, 'RateApplicablePercent'),
      taxableAmount: textAt(one, 'BasisAmount'),
      amount: textAt(one, 'CalculatedAmount'),
      reason: textAt(one, 'ExemptionReason'),
      reasonCode: textAt(one, 'ExemptionReasonCode'),
    })),
    totals: {
      lines: textAt(totals, 'LineTotalAmount'),
      allowances: textAt(totals, 'AllowanceTotalAmount'),
      charges: textAt(totals, 'ChargeTotalAmount'),
      withoutTax: textAt(totals, 'TaxBasisTotalAmount'),
      tax: textAt(totals, 'TaxTotalAmount'),
      withTax: textAt(totals, 'GrandTotalAmount'),
      prepaid: textAt(totals, 'TotalPrepaidAmount'),
      rounding: textAt(totals, 'RoundingAmount'),
      amountDue: textAt(totals, 'DuePayableAmount'),
    },
    amountCurrencies: descendants(root).flatMap(({ attributes }) => attributes.currencyID ?? []),
    emptyElements: descendants(root)
      .filter(({ children, text }) => children.length === 0 && text.trim() === '')
      .map(({ name }) => name)
      // The schema requires it.
      .filter((name) => name !== 'ApplicableHeaderTradeDelivery'),
  };
}

/** A date of format 102, for example "20261129". */
function dateAt(element: Element | undefined, path: string): string | null {
  const date = textAt(element, `${path}/DateTimeString`);
  if (attributeAt(element, `${path}/DateTimeString`, 'format') !== '102') return date;
  return date?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') ?? null;
}

function readParty(party: Element | undefined): PartyTerms {
  const registrations = party ? all(party, 'SpecifiedTaxRegistration/ID') : [];
  const idOf = (scheme: string) =>
    registrations.find(({ attributes }) => attributes.schemeID === scheme)?.text ?? null;
  const [address] = party ? all(party, 'PostalTradeAddress') : [];
  const [endpoint] = party ? all(party, 'URIUniversalCommunication/URIID') : [];
  return {
    name: textAt(party, 'Name'),
    vatId: idOf('VA'),
    taxNumber: idOf('FC'),
    legalId: textAt(party, 'SpecifiedLegalOrganization/ID'),
    legalIdScheme: attributeAt(party, 'SpecifiedLegalOrganization/ID', 'schemeID'),
    address: address ? { countryCode: textAt(address, 'CountryID') } : null,
    electronicAddress: endpoint
      ? { id: endpoint.text, scheme: endpoint.attributes.schemeID ?? null }
      : null,
  };
}

function readPeriod(parent: Element): PeriodTerms | null {
  const [period] = all(parent, 'BillingSpecifiedPeriod');
  return period
    ? { start: dateAt(period, 'StartDateTime'), end: dateAt(period, 'EndDateTime') }
    : null;
}

const readTax = (parent: Element, name: string): TaxTerms => ({
  taxCode: textAt(parent, `${name}/CategoryCode`),
  taxRate: textAt(parent, `${name}/RateApplicablePercent`),
});

const readAllowance = (element: Element): AllowanceTerms => ({
  isCharge: textAt(element, 'ChargeIndicator/Indicator') === 'true',
  amount: textAt(element, 'ActualAmount'),
  baseAmount: textAt(element, 'BasisAmount'),
  percent: textAt(element, 'CalculationPercent'),
  reason: textAt(element, 'Reason'),
});

function readLine(line: Element): LineTerms {
  const [settlement = line] = all(line, 'SpecifiedLineTradeSettlement');
  const price = 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice';
  const quantity = 'SpecifiedLineTradeDelivery/BilledQuantity';
  return {
    id: textAt(line, 'AssociatedDocumentLineDocument/LineID'),
    quantity: textAt(line, quantity),
    unit: attributeAt(line, quantity, 'unitCode'),
    netAmount: textAt(settlement, 'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
    price: textAt(line, `${price}/ChargeAmount`),
    baseQuantity: textAt(line, `${price}/BasisQuantity`),
    name: textAt(line, 'SpecifiedTradeProduct/Name'),
    period: readPeriod(settlement),
    allowances: all(settlement, 'SpecifiedTradeAllowanceCharge').map(readAllowance),
    ...readTax(settlement, 'ApplicableTradeTax'),
  };
}
