import type {
  EInvoice,
  EInvoiceSeller,
  EInvoiceTaxCode,
} from '../../../src/domain/e-invoices/e-invoice.ts';
import { Decimal } from '../../../src/platform/money/money.ts';

const decimal = (value: string) => new Decimal(value);

const party = {
  address1: 'Torstraße 1',
  address2: 'Aufgang B',
  city: 'Berlin',
  postal: '10119',
  locality: 'Berlin',
  countryCode: 'DE',
  legalId: '12345678',
  legalIdScheme: '0002',
  electronicAddress: 'rechnung@example.org',
  electronicAddressScheme: 'EM',
};

const seller: EInvoiceSeller = {
  ...party,
  name: 'Müller & Söhne',
  vatId: 'DE123456789',
  taxNumber: '30/123/45678',
  contactName: 'Ada',
  contactPhone: '+49 30 123456',
  contactEmail: 'ada@example.org',
};

/** An invoice with every term: a discounted line, a returned one, an allowance and a charge. */
export function sampleEInvoice(code: EInvoiceTaxCode, typeCode: '380' | '381' = '380'): EInvoice {
  const rate = decimal(code === 'S' ? '19' : '0');
  const tax = { taxCode: code, taxRate: code === 'O' ? null : rate };
  const withVatId = code !== 'O';
  const hasReason = code !== 'S' && code !== 'Z';
  const taxAmount = decimal(code === 'S' ? '13.3' : '0');
  const withTax = decimal('70').plus(taxAmount);
  const adjustment = { percent: decimal('10'), reason: 'Loyalty' };
  const period = { start: '2026-11-01', end: '2026-11-30' };
  const line = {
    ...{ unitCode: 'HUR', baseQuantity: decimal('1'), description: 'By the hour', period, ...tax },
    ...{ name: 'Consulting', allowances: [] },
  };
  return {
    ...{ number: 'INV-00001', typeCode, issueDate: '2026-11-29', currency: 'EUR' },
    dueDate: typeCode === '381' ? null : '2026-12-29',
    ...{ buyerReference: '04011000-12345-34', orderNumber: 'PO-1', note: 'Thank you' },
    paymentTerms: 'Within 30 days',
    precedingInvoices: [{ number: 'INV-00000', issueDate: '2026-11-01' }],
    seller: { ...seller, vatId: withVatId ? seller.vatId : null },
    buyer: { ...party, name: 'Lovelace <Sons>', vatId: withVatId ? 'FR12345678901' : null },
    ...{ deliveryDate: '2026-11-15', period },
    deliverTo: { ...party, countryCode: 'FR' },
    payment: {
      ...{ meansCode: '58', reference: 'INV-00001', iban: 'DE89370400440532013000' },
      ...{ accountHolder: 'Müller & Söhne', bic: 'COBADEFFXXX' },
    },
    lines: [
      {
        ...{ ...line, id: '1', quantity: decimal('2'), unitPrice: decimal('50') },
        netAmount: decimal('95'),
        allowances: [
          { ...adjustment, isCharge: false, amount: decimal('10'), baseAmount: decimal('100') },
          { ...adjustment, isCharge: true, amount: decimal('5'), baseAmount: decimal('50') },
        ],
      },
      {
        ...{ ...line, id: '2', quantity: decimal('-1'), unitPrice: decimal('20') },
        netAmount: decimal('-20'),
      },
    ],
    allowances: [
      {
        ...{ ...adjustment, ...tax, isCharge: false },
        ...{ amount: decimal('7.5'), baseAmount: decimal('75') },
      },
      {
        ...{ ...adjustment, ...tax, isCharge: true },
        ...{ amount: decimal('2.5'), baseAmount: decimal('25') },
      },
    ],
    taxes: [
      {
        ...{ code, rate, taxableAmount: decimal('70'), amount: taxAmount, names: ['VAT'] },
        reason: hasReason ? 'A reason' : null,
        reasonCode: hasReason
          ? `VATEX-EU-${code === 'K' ? 'IC' : code === 'E' ? '132' : code}`
          : null,
      },
    ],
    totals: {
      ...{ lines: decimal('75'), allowances: decimal('7.5'), charges: decimal('2.5') },
      ...{ withoutTax: decimal('70'), tax: taxAmount, withTax, prepaid: decimal('3.3') },
      ...{ rounding: decimal('0.01'), amountDue: withTax.minus('3.29') },
    },
  };
}
