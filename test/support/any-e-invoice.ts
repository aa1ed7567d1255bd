import fc from 'fast-check';

/** Random invoices as REST takes them, with every feature that EN 16931 knows and a few that it does not. */

/** Inputs of clients, by their names. */
export const eInvoiceClients = [
  {
    ...{ name: 'Köln', currency: 'EUR', address1: 'Domplatz 1', city: 'Köln', postal: '50667' },
    ...{ countryCode: 'DE', taxId: 'DE 123 456 788', buyerReference: '04011000-12345-03' },
    ...{ electronicAddress: '04011000-12345-03', electronicAddressScheme: '0204' },
  },
  {
    ...{
      name: 'Lyon & <Fils>',
      currency: 'EUR',
      address1: '1, rue',
      city: 'Lyon',
      postal: '69001',
    },
    ...{ countryCode: 'FR', taxId: 'FR83404833048', buyerReference: 'Service achats' },
    ...{ legalId: '404833048', legalIdScheme: '0002' },
    ...{ electronicAddress: 'FR83404833048', electronicAddressScheme: '9957' },
  },
  {
    ...{ name: 'Boston', currency: 'USD', address1: '1 Main St', city: 'Boston', postal: '02101' },
    ...{ countryCode: 'US', buyerReference: 'PO desk', legalId: '12-3456789' },
    ...{ electronicAddress: '5790000435944', electronicAddressScheme: '0088' },
  },
  {
    ...{ name: '東京', currency: 'JPY', address1: '1-1', city: '東京', postal: '100-0001' },
    ...{ countryCode: 'JP', buyerReference: '購買', legalId: '1234567890123' },
    ...{ electronicAddress: '5790000435944', electronicAddressScheme: '0088' },
  },
] as const;

/** The seller. */
export const eInvoiceSeller = {
  ...{ name: 'Müller & Söhne', address1: 'Torstraße 1', city: 'Berlin', postal: '10119' },
  ...{ country: 'Germany', countryCode: 'DE', taxId: 'DE123456788', taxNumber: '30/123/45678' },
  ...{ legalId: '5790000435944', legalIdScheme: '0088', phone: '+49 30 1234567' },
  ...{ electronicAddress: '5790000435944', electronicAddressScheme: '0088' },
  ...{ contactName: 'Ada Müller', contactEmail: 'ada@example.org' },
  ...{ iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', accountHolder: 'Müller & Söhne' },
};

const reason = { taxReason: 'Steuerfrei nach § 4 Nr. 21 UStG' };
const taxes = {
  S: { taxCategory: 'STANDARD', taxRate: 19 },
  S7: { taxCategory: 'REDUCED', taxRate: 7 },
  S55: { taxCategory: 'REDUCED', taxRate: 5.5 },
  Z: { taxCategory: 'ZERO' },
  E: { taxCategory: 'EXEMPT', ...reason },
  AE: { taxCategory: 'REVERSE_CHARGE' },
  K: { taxCategory: 'INTRA_COMMUNITY' },
  G: { taxCategory: 'EXPORT', taxReasonCode: 'VATEX-EU-G' },
  O: { taxCategory: 'OUTSIDE_SCOPE' },
} as const;

type Tax = keyof typeof taxes;

/** The taxes of one document. */
const palettes: fc.Arbitrary<readonly Tax[]> = fc.oneof(
  fc.constantFrom<readonly Tax[]>(['S'], ['S', 'S7'], ['S', 'S7', 'S55', 'Z', 'E'], ['O']),
  fc.constantFrom<readonly Tax[]>(['AE'], ['K'], ['G'], ['S', 'AE'], ['E', 'Z'], ['K', 'G', 'S']),
);

const percent = fc.constantFrom(10, 33.333333, 2.5, 50, 0.5);
const share = (max: number) =>
  fc.oneof(
    percent.map((one) => ({ percent: one })),
    fc.integer({ min: 1, max }).map((amount) => ({ amount })),
  );
const texts = fc.constantFrom(
  'Beratung',
  'Zeile eins\nZeile zwei\r\nZeile drei',
  '<b>&amp; "Preis"</b> ]]>',
  '\u0001 Steuerung \ufffe',
  '東京 ✓ שלום',
  '   ',
);
const period = fc.constantFrom(
  {},
  {},
  { servicePeriodStart: '2026-11-01', servicePeriodEnd: '2026-11-15' },
);

const itemOf = (palette: readonly Tax[]) =>
  fc
    .tuple(
      fc.record(
        {
          description: texts,
          unit: fc.constantFrom('h', 'Stunden', 'Stk', 'kg', 'MON', 'Fass', 'm²'),
          baseQuantity: fc.constantFrom(1, 3, 1000),
          discountPercent: percent,
          charges: fc.array(share(9), { minLength: 1, maxLength: 2 }),
          allowances: fc.array(share(3), { minLength: 1, maxLength: 2 }),
        },
        { requiredKeys: [] },
      ),
      fc.record({
        quantity: fc.constantFrom(1, 2, 3, 7.5, 0.25, 1.333333, -1, 1000),
        rate: fc.oneof(
          fc.integer({ min: 50, max: 900 }),
          fc.integer({ min: -300, max: 99_999 }).map((cents) => cents / 100),
          fc.integer({ min: 1, max: 9_999_999 }).map((millionths) => millionths / 1_000_000),
        ),
      }),
      fc.constantFrom(...palette).map((name) => taxes[name]),
      period,
    )
    .map((parts) => Object.assign({}, ...parts));

const invoiceOf = (palette: readonly Tax[]) => {
  const tax = fc.constantFrom(...palette).map((name) => taxes[name]);
  const adjustment = (max: number) =>
    fc.tuple(share(max), tax).map((parts) => Object.assign({}, ...parts));
  return fc
    .tuple(
      fc.record({
        clientName: fc.constantFrom(...eInvoiceClients.map(({ name }) => name)),
        items: fc.array(itemOf(palette), { minLength: 1, maxLength: 6 }),
      }),
      tax,
      fc.record(
        {
          taxInclusive: fc.boolean(),
          discountPercent: percent,
          allowances: fc.array(adjustment(9), { maxLength: 2 }),
          charges: fc.array(adjustment(30), { maxLength: 2 }),
          withholding: share(5),
          prepaidAmount: fc.integer({ min: 1, max: 60 }),
          roundTo: fc.constantFrom(5, 1),
          orderNumber: fc.constantFrom('PO-1', 'Best. 7/2026'),
          buyerReference: fc.constantFrom('Kostenstelle 12'),
          notes: texts,
          paymentInstructions: texts,
          supplyDate: fc.constant('2026-11-20'),
        },
        { requiredKeys: [] },
      ),
      fc.constantFrom({}, { servicePeriodStart: '2026-11-01', servicePeriodEnd: '2026-11-30' }),
      fc.constantFrom({}, { deliverTo: { city: 'Lyon', postal: '69001', countryCode: 'FR' } }),
    )
    .map((parts) => Object.assign({}, ...parts));
};

export interface RandomEInvoice {
  /** Body of `invoices/create`. */
  invoice: { clientName: string; items: object[] } & Record<string, unknown>;
  /** Rates of deposits that the invoice deducts. */
  deposits: number[];
  /** Its tax. */
  depositTax: object;
  /** Share of each line that a first credit note credits. A second one credits the rest. */
  creditedShare: number;
}

export const anyEInvoice: fc.Arbitrary<RandomEInvoice> = palettes.chain((palette) =>
  fc.record({
    invoice: invoiceOf(palette),
    deposits: fc.oneof(
      { weight: 4, arbitrary: fc.constant<number[]>([]) },
      { weight: 1, arbitrary: fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 2 }) },
    ),
    depositTax: fc.constant(taxes[palette[0] as Tax]),
    creditedShare: fc.constantFrom(1, 0.5, 0.333333, 0.1),
  }),
);
