/** Invoices of a vendor as UBL and CII, with the same amounts: 2 × 45 − 10 % discount of the document + 5 of another rate. */

interface Vendor {
  name: string;
  vatId: string | null;
  iban: string | null;
  legalId: string | null;
}

export interface ReceivedDocument extends Vendor {
  number: string;
  typeCode: string;
  total: string;
  due: string;
  /** Replaces the lines, the allowance and the tax breakdown. */
  body: string | null;
}

const receivedDocument: ReceivedDocument = {
  ...{ name: 'Hosting GmbH', vatId: 'DE123456789', legalId: 'HRB 4711' },
  ...{ iban: 'DE02 1203 0000 0000 2020 51', number: 'RE 2026-17', typeCode: '380' },
  ...{ total: '101.74', due: '101.74', body: null },
};

const tag = (name: string, value: string | null, attributes = '') =>
  value === null ? '' : `<${name}${attributes}>${value}</${name}>`;

const ublTax = (name: string, category: string, rate: string) =>
  `<cac:${name}><cbc:ID>${category}</cbc:ID><cbc:Percent>${rate}</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:${name}>`;

const ublLine = (id: number, root: string, [quantity, price, net, rate, name]: string[]) => {
  const kind = root === 'Invoice' ? 'Invoice' : 'CreditNote';
  const counted = root === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity';
  return `<cac:${kind}Line><cbc:ID>${id}</cbc:ID><cbc:${counted} unitCode="HUR">${quantity}</cbc:${counted}>
<cbc:LineExtensionAmount currencyID="EUR">${net}</cbc:LineExtensionAmount>
<cac:Item><cbc:Name>${name}</cbc:Name>${ublTax('ClassifiedTaxCategory', 'S', rate ?? '')}</cac:Item>
<cac:Price><cbc:PriceAmount currencyID="EUR">${price}</cbc:PriceAmount></cac:Price></cac:${kind}Line>`;
};

const sampleLines = [
  ['2', '45', '90', '19', 'Hosting &amp; backups'],
  ['1', '5', '5', '7', 'Handbook'],
];

/** Root `Invoice`, or `CreditNote` for the type 381. */
export function ublFile(change: Partial<ReceivedDocument> = {}): string {
  const document = { ...receivedDocument, ...change };
  const root = document.typeCode === '381' ? 'CreditNote' : 'Invoice';
  const amount = (name: string, value: string) => tag(`cbc:${name}`, value, ' currencyID="EUR"');
  const subtotal = (taxable: string, tax: string, rate: string) =>
    `<cac:TaxSubtotal>${amount('TaxableAmount', taxable)}${amount('TaxAmount', tax)}${ublTax('TaxCategory', 'S', rate)}</cac:TaxSubtotal>`;
  const body = `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Loyalty</cbc:AllowanceChargeReason>${amount('Amount', '9')}${ublTax('TaxCategory', 'S', '19.00')}</cac:AllowanceCharge>
<cac:TaxTotal>${amount('TaxAmount', '15.74')}${subtotal('81', '15.39', '19')}${subtotal('5', '0.35', '7')}</cac:TaxTotal>
<cac:LegalMonetaryTotal>${amount('LineExtensionAmount', '95')}${amount('TaxExclusiveAmount', '86')}${amount('TaxInclusiveAmount', document.total)}${amount('AllowanceTotalAmount', '9')}${amount('PayableAmount', document.due)}</cac:LegalMonetaryTotal>
${sampleLines.map((line, index) => ublLine(index + 1, root, line)).join('\n')}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID>
<cbc:ID>${document.number}</cbc:ID><cbc:IssueDate>2026-11-02</cbc:IssueDate>
${root === 'Invoice' ? '<cbc:DueDate>2026-12-02</cbc:DueDate>' : ''}<cbc:${root}TypeCode>${document.typeCode}</cbc:${root}TypeCode>
<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party><cac:PostalAddress><cbc:CityName>Berlin</cbc:CityName><cac:Country><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
${document.vatId === null ? '' : `<cac:PartyTaxScheme><cbc:CompanyID>${document.vatId}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`}
<cac:PartyLegalEntity><cbc:RegistrationName>${document.name}</cbc:RegistrationName>${tag('cbc:CompanyID', document.legalId)}</cac:PartyLegalEntity>
<cac:Contact><cbc:ElectronicMail>billing@hosting.example</cbc:ElectronicMail></cac:Contact></cac:Party></cac:AccountingSupplierParty>
<cac:PaymentMeans><cbc:PaymentMeansCode>58</cbc:PaymentMeansCode><cbc:PaymentID>${document.number}</cbc:PaymentID>${document.iban === null ? '' : `<cac:PayeeFinancialAccount><cbc:ID>${document.iban}</cbc:ID></cac:PayeeFinancialAccount>`}</cac:PaymentMeans>
${document.body ?? body}
</${root}>`;
}

export const taxSubtotal = (taxable: string, tax: string, rate: string, category = 'S') =>
  `<cac:TaxSubtotal><cbc:TaxableAmount>${taxable}</cbc:TaxableAmount><cbc:TaxAmount>${tax}</cbc:TaxAmount>${ublTax('TaxCategory', category, rate)}</cac:TaxSubtotal>`;

const smallDocument = {
  ...{ net: '100', price: '100', taxable: '100', tax: '19', total: '119', due: '119' },
  ...{ category: 'S', rate: '19', lineRate: '19', currency: 'EUR', typeCode: '380', more: '' },
};

/** One line, and the totals that an invoice needs. */
export function smallUblFile(change: Partial<typeof smallDocument> = {}): string {
  const document = { ...smallDocument, ...change };
  const { category, currency, due, lineRate, more, net, price, rate, tax, taxable, total } =
    document;
  return ublFile({
    typeCode: document.typeCode,
    body: `${more}<cac:TaxTotal><cbc:TaxAmount>${tax}</cbc:TaxAmount>${rate === '' ? '' : taxSubtotal(taxable, tax, rate, category)}</cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount>${total}</cbc:TaxInclusiveAmount><cbc:PayableAmount>${due}</cbc:PayableAmount></cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:InvoicedQuantity>1</cbc:InvoicedQuantity><cbc:LineExtensionAmount>${net}</cbc:LineExtensionAmount>
<cac:Item>${ublTax('ClassifiedTaxCategory', category, lineRate)}</cac:Item>
<cac:Price><cbc:PriceAmount>${price}</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`,
  }).replace('>EUR<', `>${currency}<`);
}

const ciiTax = (name: string, rate: string, content = '') =>
  `<ram:${name}>${content}<ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>${rate}</ram:RateApplicablePercent></ram:${name}>`;

const ciiLine = (id: number, [quantity, price, net, rate, name]: string[]) =>
  `<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>${id}</ram:LineID></ram:AssociatedDocumentLineDocument>
<ram:SpecifiedTradeProduct><ram:Name>${name}</ram:Name></ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>${price}</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="HUR">${quantity}</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement>${ciiTax('ApplicableTradeTax', rate ?? '')}<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${net}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>`;

const ciiSums = (taxable: string, tax: string) =>
  `<ram:CalculatedAmount>${tax}</ram:CalculatedAmount><ram:BasisAmount>${taxable}</ram:BasisAmount>`;

/** The profiles MINIMUM and BASIC WL have no lines, MINIMUM no tax breakdown either. */
export function ciiFile(
  change: Partial<ReceivedDocument> = {},
  profile: 'MINIMUM' | 'BASIC_WL' | 'EN16931' = 'EN16931',
): string {
  const document = { ...receivedDocument, ...change };
  const day = (value: string) => `<udt:DateTimeString format="102">${value}</udt:DateTimeString>`;
  const lines = sampleLines.map((line, index) => ciiLine(index + 1, line)).join('\n');
  const details = `<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode>${document.iban === null ? '' : `<ram:PayeePartyCreditorFinancialAccount><ram:IBANID>${document.iban}</ram:IBANID></ram:PayeePartyCreditorFinancialAccount>`}</ram:SpecifiedTradeSettlementPaymentMeans>
${ciiTax('ApplicableTradeTax', '19.00', ciiSums('81.00', '15.39'))}${ciiTax('ApplicableTradeTax', '7.00', ciiSums('5.00', '0.35'))}
<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>false</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>9.00</ram:ActualAmount><ram:Reason>Loyalty</ram:Reason>${ciiTax('CategoryTradeTax', '19')}</ram:SpecifiedTradeAllowanceCharge>
<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>${day('20261202')}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocument><ram:ID>${document.number}</ram:ID><ram:TypeCode>${document.typeCode}</ram:TypeCode><ram:IssueDateTime>${day('20261102')}</ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>${profile === 'EN16931' ? lines : ''}
<ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>${document.name}</ram:Name>
${document.legalId === null ? '' : `<ram:SpecifiedLegalOrganization><ram:ID>${document.legalId}</ram:ID></ram:SpecifiedLegalOrganization>`}
<ram:PostalTradeAddress><ram:CityName>Berlin</ram:CityName><ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress>
${document.vatId === null ? '' : `<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${document.vatId}</ram:ID></ram:SpecifiedTaxRegistration>`}</ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeSettlement><ram:PaymentReference>${document.number}</ram:PaymentReference><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
${profile === 'MINIMUM' ? '' : details}
<ram:SpecifiedTradeSettlementHeaderMonetarySummation>${profile === 'MINIMUM' ? '' : '<ram:LineTotalAmount>95.00</ram:LineTotalAmount><ram:AllowanceTotalAmount>9.00</ram:AllowanceTotalAmount>'}<ram:TaxBasisTotalAmount>86.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">15.74</ram:TaxTotalAmount><ram:GrandTotalAmount>${document.total}</ram:GrandTotalAmount><ram:DuePayableAmount>${document.due}</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;
}

/** A PDF without pages, with attachments. */
export function pdfFile(attachments: Record<string, Buffer>, filter = ''): Buffer {
  const names = Object.keys(attachments);
  const objects = [
    `<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[${names.map((name, index) => `(${name}) ${3 + 2 * index} 0 R`).join(' ')}]>>>>>>`,
    '<</Type/Pages/Kids[]/Count 0>>',
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  objects.forEach((object, index) => {
    parts.push(Buffer.from(`${index + 1} 0 obj${object}endobj\n`));
  });
  Object.entries(attachments).forEach(([name, content], index) => {
    const id = 3 + 2 * index;
    parts.push(
      Buffer.from(
        `${id} 0 obj<</Type/Filespec/F(${name})/UF(${name})/EF<</F ${id + 1} 0 R>>>>endobj\n`,
      ),
      Buffer.from(
        `${id + 1} 0 obj<</Type/EmbeddedFile${filter}/Length ${content.length}>>stream\n`,
      ),
      content,
      Buffer.from('\nendstream endobj\n'),
    );
  });
  parts.push(Buffer.from('trailer<</Root 1 0 R>>\n'));
  return Buffer.concat(parts);
}
