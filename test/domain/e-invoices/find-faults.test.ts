import { describe, expect, test } from 'vitest';
import type { EInvoice } from '../../../src/domain/e-invoices/e-invoice.ts';
import { describeFaults } from '../../../src/domain/e-invoices/fault.ts';
import {
  findEInvoiceFaults,
  findWorkspaceEInvoiceFaults,
} from '../../../src/domain/e-invoices/find-faults.ts';
import type { EInvoiceFormat } from '../../../src/generated/prisma/enums.ts';
import { Decimal } from '../../../src/platform/money/money.ts';
import { sampleEInvoice } from '../../support/en16931/sample.ts';

type Change = (document: EInvoice) => unknown;

const peppolIds = {
  ...{ electronicAddress: '4012345000009', electronicAddressScheme: '0088' },
  ...{ legalId: '987654325', legalIdScheme: '0192' },
};

/** A document that every format accepts. */
function validDocument(): EInvoice {
  const document = sampleEInvoice('S');
  Object.assign(document.seller, peppolIds);
  Object.assign(document.buyer, peppolIds);
  return document;
}

function faultsOf(format: EInvoiceFormat, change: Change) {
  const document = validDocument();
  change(document);
  return findEInvoiceFaults(document, format).map(({ path, rule }) => `${path} ${rule}`);
}

const seller = (change: Partial<EInvoice['seller']>): Change => {
  return (document) => Object.assign(document.seller, change);
};
const buyer = (change: Partial<EInvoice['buyer']>): Change => {
  return (document) => Object.assign(document.buyer, change);
};
const top = (change: Partial<EInvoice>): Change => {
  return (document) => Object.assign(document, change);
};
/** All lines, allowances and the breakdown have this tax. */
const tax = (code: EInvoice['taxes'][number]['code'], more: object = {}): Change => {
  return (document) => {
    const sample = sampleEInvoice(code);
    const { allowances, lines, taxes, totals } = sample;
    Object.assign(document, { allowances, lines, taxes, totals });
    Object.assign(document.taxes[0] as object, more);
  };
};
const rate = (text: string): Change => {
  return ({ lines, taxes }) => {
    for (const line of lines) line.taxRate = new Decimal(text);
    Object.assign(taxes[0] as object, { rate: new Decimal(text) });
  };
};
const together = (...changes: Change[]): Change => {
  return (document) => changes.map((change) => change(document));
};

const formats: readonly EInvoiceFormat[] = [
  ...['PEPPOL_UBL', 'XRECHNUNG_UBL', 'XRECHNUNG_CII', 'EN16931_CII', 'FACTUR_X'],
] as EInvoiceFormat[];

/** In every format. */
const everywhere: [string, Change][] = [
  ['workspace.countryCode BR-09', seller({ countryCode: null })],
  ['client.countryCode BR-11', buyer({ countryCode: null })],
  ['workspace.legalId BR-CO-26', seller({ vatId: null, legalId: null, legalIdScheme: null })],
  ['workspace.legalIdScheme BR-CL-11', seller({ legalIdScheme: '0249' })],
  ['client.legalIdScheme BR-CL-11', buyer({ legalIdScheme: '0092' })],
  ['workspace.electronicAddressScheme BR-62', seller({ electronicAddressScheme: null })],
  ['client.electronicAddressScheme BR-63', buyer({ electronicAddressScheme: null })],
  [
    'deliverTo.countryCode BR-57',
    ({ deliverTo }) => Object.assign(deliverTo as object, { countryCode: null }),
  ],
  ['lineItems BR-16', top({ lines: [] })],
  ['currency BR-DEC-14', top({ currency: 'KWD' })],
  ['currency BR-CL-04', top({ currency: 'HRK' })],
  ['workspace.taxId BR-S-02', seller({ vatId: null, taxNumber: null })],
  ['workspace.taxId BR-Z-02', together(tax('Z'), seller({ vatId: null, taxNumber: null }))],
  ['workspace.taxId BR-G-02', together(tax('G'), seller({ vatId: null }))],
  ['client.taxId BR-AE-02', together(tax('AE'), buyer({ vatId: null, legalId: null }))],
  ['client.taxId BR-IC-02', together(tax('K'), buyer({ vatId: null }))],
  ['supplyDate BR-IC-11', together(tax('K'), top({ deliveryDate: null, period: null }))],
  ['lineItems.0.taxReason BR-E-10', tax('E', { reason: null, reasonCode: null })],
  ['lineItems.0.taxRate UBL-SR-48', tax('S', { names: ['GST', 'QST'] })],
  ['lineItems.0.taxRate BR-S-05', rate('-19')],
  ['lineItems.0.taxRate BR-S-05', rate('0')],
  ['lineItems.0.taxRate BR-Z-05', together(tax('Z'), rate('5'))],
  ['lineItems.0.taxRate BR-CO-17', tax('S', { amount: new Decimal('14.3') })],
  [
    'lineItems.1.taxCategory BR-CO-04',
    ({ lines }) => Object.assign(lines[1] as object, { taxCode: null }),
  ],
  [
    'allowances BR-32',
    ({ allowances }) => Object.assign(allowances[0] as object, { taxCode: null }),
  ],
  [
    'lineItems.0.taxCategory BR-O-11',
    together(tax('O'), ({ taxes }) => taxes.push(...sampleEInvoice('S').taxes)),
  ],
];

const xRechnung: [string, Change][] = [
  ['client.buyerReference BR-DE-15', top({ buyerReference: null })],
  ['workspace.city BR-DE-3', seller({ city: null })],
  ['workspace.postal BR-DE-4', seller({ postal: ' ' })],
  ['workspace.contactName BR-DE-5', seller({ contactName: null })],
  ['workspace.phone BR-DE-6', seller({ contactPhone: null })],
  ['workspace.contactEmail BR-DE-7', seller({ contactEmail: null })],
  ['client.city BR-DE-8', buyer({ city: null })],
  ['client.postal BR-DE-9', buyer({ postal: null })],
  [
    'deliverTo.city BR-DE-10',
    ({ deliverTo }) => Object.assign(deliverTo as object, { city: null }),
  ],
  [
    'deliverTo.postal BR-DE-11',
    ({ deliverTo }) => Object.assign(deliverTo as object, { postal: null }),
  ],
  ['paymentInstructions BR-DE-18', top({ paymentTerms: 'Terms\n #SKONTO 2 %' })],
  ['workspace.electronicAddress PEPPOL-EN16931-R020', seller({ electronicAddress: null })],
  ['client.electronicAddress PEPPOL-EN16931-R010', buyer({ electronicAddress: null })],
  [
    'lineItems.0.servicePeriodStart PEPPOL-EN16931-R110',
    top({ period: { start: '2026-11-02', end: null } }),
  ],
  [
    'lineItems.0.servicePeriodEnd PEPPOL-EN16931-R111',
    top({ period: { start: null, end: '2026-11-29' } }),
  ],
];

const abroad = (countryCode: string, more: Partial<EInvoice['seller']> = {}) =>
  seller({ countryCode, vatId: null, ...more });
const both = (countryCode: string) => together(abroad(countryCode), buyer({ countryCode }));

const peppol: [string, Change][] = [
  [
    'client.buyerReference PEPPOL-EN16931-R003',
    together(abroad('BE'), top({ buyerReference: null, orderNumber: null })),
  ],
  ['client.buyerReference DE-R-015', top({ buyerReference: null })],
  ['workspace.contactName DE-R-005', seller({ contactName: null })],
  ['paymentInstructions DE-R-018', top({ paymentTerms: '#2 %' })],
  [
    'workspace.electronicAddressScheme PEPPOL-EN16931-CL008',
    seller({ electronicAddressScheme: 'EM' }),
  ],
  ['client.electronicAddress PEPPOL-COMMON-R040', buyer({ electronicAddress: '4012345000008' })],
  ['client.legalId PEPPOL-COMMON-R041', buyer({ legalId: '987654326' })],
  ['client.legalId PEPPOL-COMMON-R042', buyer({ legalId: '123', legalIdScheme: '0184' })],
  ['client.legalId PEPPOL-COMMON-R043', buyer({ legalId: '0123456748', legalIdScheme: '0208' })],
  ['client.legalId PEPPOL-COMMON-R049', buyer({ legalId: '5566778898', legalIdScheme: '0007' })],
  ['client.legalId PEPPOL-COMMON-R050', buyer({ legalId: '51824753557', legalIdScheme: '0151' })],
  ['currency PEPPOL-EN16931-CL007', top({ currency: 'XCG' })],
  ['lineItems.0.taxReasonCode PEPPOL-EN16931-P0107', tax('E', { reasonCode: 'VATEX-EU-AE' })],
  ['lineItems.0.taxReasonCode PEPPOL-EN16931-P0111', tax('G', { reasonCode: 'VATEX-EU-J' })],
  ['workspace.countryCode GR-R-004-1', seller({ vatId: 'EL094259216' })],
  ['workspace.taxNumber IT-R-001', seller({ vatId: 'IT12345678903' })],
  ['workspace.address1 IT-R-002', seller({ vatId: 'IT12345678903', address1: null })],
  ['workspace.legalId DK-R-002', abroad('DK', { legalId: null })],
  ['workspace.legalIdScheme DK-R-014', abroad('DK')],
  ['workspace.legalIdScheme IS-R-002', abroad('IS')],
  ['client.legalIdScheme IS-R-004', both('IS')],
  ['workspace.address1 NL-R-002', abroad('NL', { address1: null })],
  ['workspace.legalIdScheme NL-R-003', abroad('NL')],
  ['client.legalIdScheme NL-R-005', both('NL')],
  [
    'workspace.iban NL-R-008',
    together(both('NL'), ({ payment }) => Object.assign(payment as object, { meansCode: '1' })),
  ],
  ['workspace.taxId SE-R-001', seller({ countryCode: 'SE', vatId: 'SE5566778899' })],
  ['workspace.legalId SE-R-013', abroad('SE')],
  ['workspace.taxNumber SE-R-005', abroad('SE')],
  ['lineItems SE-R-006', seller({ countryCode: 'SE', vatId: 'SE556677889901' })],
];

describe('faults of an e-invoice', () => {
  test.each(formats)('a document that has everything has none (%s)', (format) => {
    expect(faultsOf(format, () => undefined)).toEqual([]);
  });

  test.each(everywhere)('%s in every format', (fault, change) => {
    for (const format of formats) expect(faultsOf(format, change)).toContain(fault);
  });

  test.each(xRechnung)('%s of XRechnung, and not of EN 16931', (fault, change) => {
    for (const format of ['XRECHNUNG_UBL', 'XRECHNUNG_CII'] as const)
      expect(faultsOf(format, change)).toContain(fault);
    expect(faultsOf('EN16931_CII', change)).toEqual([]);
  });

  test.each(peppol)('%s of Peppol, and not of EN 16931', (fault, change) => {
    expect(faultsOf('PEPPOL_UBL', change)).toContain(fault);
    expect(faultsOf('FACTUR_X', change)).not.toContain(fault);
  });

  test('a fault names the missing field, its path and the remedy', () => {
    const document = { ...validDocument(), buyerReference: null };
    const messageOf = (format: EInvoiceFormat, typeCode: EInvoice['typeCode']) =>
      findEInvoiceFaults({ ...document, typeCode }, format)[0]?.message;
    expect(messageOf('XRECHNUNG_CII', '380')).toBe(
      'This invoice cannot be an XRechnung: the buyer reference is missing (client.buyerReference). Set it on the client or on the invoice.',
    );
    expect(messageOf('PEPPOL_UBL', '381')).toMatch(
      /^This credit note cannot be a Peppol invoice: /,
    );
  });

  test('several faults have one opening', () => {
    const document = { ...validDocument(), buyerReference: null };
    const faults = findEInvoiceFaults({ ...document, currency: 'BGN' }, 'XRECHNUNG_CII');
    expect(describeFaults(faults)).toBe(
      'This invoice cannot be an XRechnung: the buyer reference is missing (client.buyerReference); the rules of the format do not list BGN (currency).',
    );
    expect(describeFaults(faults.slice(0, 1))).toBe(faults[0]?.message);
  });

  test('the settings of a workspace have their own faults', () => {
    const { contactPhone: phone, ...workspace } = validDocument().seller;
    const account = { accountHolder: null, bic: null, iban: null, language: null };
    const settings = {
      ...workspace,
      ...account,
      phone,
      taxId: null,
      taxNumber: null,
      legalId: null,
    };
    const faults = findWorkspaceEInvoiceFaults(settings, 'XRECHNUNG_UBL');
    expect(faults.map(({ path }) => path)).toEqual(['workspace.legalId', 'workspace.taxId']);
    const complete = { ...settings, taxId: 'DE123456788' };
    expect(findWorkspaceEInvoiceFaults(complete, 'XRECHNUNG_UBL')).toEqual([]);
  });
});
