import { describe, expect, test } from 'vitest';
import { computeTotals } from '../../../src/domain/invoices/invoice-totals.ts';
import type { LineTax } from '../../../src/domain/invoices/tax.ts';
import type { TotalsLine } from '../../../src/domain/invoices/totals-lines.ts';
import { Decimal } from '../../../src/platform/money/money.ts';
import examples from './en16931-examples.json' with { type: 'json' };

/**
 * Invoices and credit notes that were published as examples of EN 16931, as numbers: by KoSIT (XRechnung), OpenPEPPOL
 * (BIS Billing), the European Commission (the validation artefacts of CEN/TC 434), FeRD (ZUGFeRD), AgID (Italy), UBL.BE
 * (Belgium) and CIUS-PT (Portugal), some of them in the documents or tests of libraries, each with its file there. The
 * latest ones are all consistent in each line and group, and none repeats the numbers of another. A line has a
 * quantity, price, base quantity, category and rate, discounts (−) or charges, and a net amount. The adjustments of the
 * invoice have their own tax. Of two features there are not ten public examples. EN 16931 has no prices with tax
 * (`test/long/totals.test.ts` compares all prices from 0.01 to 1,000.00 with integer arithmetic instead), and no field
 * for withholding.
 */
type Example = (typeof examples)[number];

/** Examples whose numbers contradict the equations of EN 16931, with the reason. */
const [xrechnung, cen] = [
  'github.com/itplr-kosit/xrechnung-testsuite/src/test/business-cases',
  'github.com/ConnectingEurope/eInvoicing-EN16931/ubl/examples',
];
const otherNets = 'net amounts of lines are not quantity × price ÷ base quantity, rounded half up';
const faulty: Record<string, string> = {
  [`${xrechnung}/extension/05.01a-INVOICE_ubl.xml`]:
    'an extension adds what is collected for others to the amount to be paid',
  [`${xrechnung}/standard/03.01a-INVOICE_ubl.xml`]: otherNets,
  [`${xrechnung}/standard/03.04a-INVOICE_ubl.xml`]: otherNets,
  [`${xrechnung}/standard/03.05a-INVOICE_ubl.xml`]: otherNets,
  [`${cen}/guide-example1.xml`]: otherNets,
  [`${cen}/guide-example2.xml`]: otherNets,
  [`${cen}/guide-example3.xml`]: otherNets,
  [`${cen}/ubl-tc434-example3.xml`]: otherNets,
};

const categories: Record<string, LineTax['category']> = {
  S: 'STANDARD',
  Z: 'ZERO',
  AE: 'REVERSE_CHARGE',
  O: 'OUTSIDE_SCOPE',
  K: 'INTRA_COMMUNITY',
  G: 'EXPORT',
};

const taxOf = (category: string, rate: string): LineTax => ({
  category: categories[category] ?? 'EXEMPT',
  reason: null,
  reasonCode: null,
  percentage: null,
  components: [
    {
      name: `${category}`,
      rate: new Decimal(rate),
      order: 1,
      compound: false,
      compoundOnOrder: null,
    },
  ],
});

const adjusted = ([kind, amount]: string[], of: 'ITEM_' | '', tax: LineTax): TotalsLine => ({
  role: `${of}${kind as 'ALLOWANCE' | 'CHARGE'}`,
  quantity: '1',
  unitPrice: new Decimal(String(amount)).times(kind === 'CHARGE' ? 1 : -1),
  taxable: true,
  tax,
});

const settled = (role: 'PREPAID' | 'ROUNDING', amount: string): TotalsLine[] =>
  new Decimal(amount).isZero()
    ? []
    : [{ role, quantity: '1', unitPrice: new Decimal(amount), taxable: false }];

function computed({ adjustments, currency, expect: { prepaid, rounding }, lines }: Example) {
  const items = lines.flatMap(([quantity, price, baseQuantity, category, rate, own]) => {
    const tax = taxOf(category as string, rate as string);
    return [
      { quantity, unitPrice: price, baseQuantity, taxable: true, tax } as TotalsLine,
      ...(own as string[][]).map((one) => adjusted(one, 'ITEM_', tax)),
    ];
  });
  const all = [
    ...items,
    ...adjustments.map(([kind = '', amount = '', category = '', rate = '']) =>
      adjusted([kind, amount], '', taxOf(category, rate)),
    ),
    ...settled('PREPAID', new Decimal(prepaid).negated().toFixed()),
    ...settled('ROUNDING', rounding),
  ];
  const totals = computeTotals({ currency, lines: all, discountPercent: '0', components: [] });
  const sum = (roles: readonly string[]) =>
    all.reduce(
      (total, { role = 'ITEM' }, index) =>
        roles.includes(role) ? total.plus(totals.lines[index]?.lineTotal ?? 0) : total,
      new Decimal(0),
    );
  const { prepaidAmount, roundingAmount, tax, total } = totals;
  const withTax = total.plus(prepaidAmount).minus(roundingAmount);
  return {
    lines: sum(['ITEM', 'ITEM_ALLOWANCE', 'ITEM_CHARGE']),
    allowances: sum(['ALLOWANCE']).negated(),
    charges: sum(['CHARGE']),
    withoutTax: withTax.minus(tax),
    withTax,
    payable: total,
    tax,
    taxes: totals.taxLines
      .map(({ amount, name, rate, taxableAmount }) =>
        [name, rate, taxableAmount, amount].map((value) =>
          typeof value === 'string' ? value : value.toFixed(2),
        ),
      )
      .sort(),
  };
}

const fixed = (value: unknown) => new Decimal(String(value)).toFixed(2);

describe.each(examples.map((example) => [example.source, example] as const))(
  '%s',
  (source, example) => {
    test(faulty[source] ?? 'comes to what was published', () => {
      const { taxes, ...amounts } = computed(example);
      const { prepaid: _p, rounding: _r, taxes: published, ...sums } = example.expect;
      const text = (values: object) =>
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fixed(value)]));
      if (source in faulty) {
        expect(text(amounts)).not.toEqual(text(sums));
        return;
      }
      expect(text(amounts)).toEqual(text(sums));
      const rows = published.map(([name, ...numbers]) => [name, ...numbers.map(fixed)]).sort();
      expect(taxes).toEqual(rows);
    });
  },
);

test('there are examples of every kind', () => {
  const onInvoice =
    (kind: string) =>
    ({ adjustments }: Example) =>
      adjustments.some(([of]) => of === kind);
  const onLines =
    (kind: string) =>
    ({ lines }: Example) =>
      lines.some((line) => (line[5] as string[][]).some(([of]) => of === kind));
  const kinds = {
    'allowances on the invoice': onInvoice('ALLOWANCE'),
    'charges on the invoice': onInvoice('CHARGE'),
    'allowances on lines': onLines('ALLOWANCE'),
    'charges on lines': onLines('CHARGE'),
    'several groups of taxes': ({ expect: { taxes } }: Example) => taxes.length > 1,
    'several rates above 0': ({ expect: { taxes } }: Example) =>
      new Set(taxes.map(([, rate]) => Number(rate)).filter((rate) => rate > 0)).size > 1,
    'negative quantities': ({ lines }: Example) => lines.some(([quantity]) => Number(quantity) < 0),
    'prices finer than a cent': ({ lines }: Example) =>
      lines.some(([, price]) => new Decimal(String(price)).decimalPlaces() > 2),
    'paid before': ({ expect: { prepaid } }: Example) => Number(prepaid) !== 0,
    'base quantities': ({ lines }: Example) => lines.some((line) => Number(line[2]) !== 1),
    'rounding of what is to be paid': ({ expect: { rounding } }: Example) => Number(rounding) !== 0,
    'zero rates, exemptions, reverse charge and what is outside the scope': ({ lines }: Example) =>
      lines.some((line) => line[3] !== 'S'),
    'reverse charge': ({ lines }: Example) => lines.some((line) => line[3] === 'AE'),
    'credit notes': (example: Example) => 'credit' in example,
  };
  const right = examples.filter(({ source }) => !(source in faulty));
  const counts = Object.entries(kinds).map(([kind, is]) => [kind, right.filter(is).length]);
  for (const [kind, count] of counts)
    expect(Number(count), String(kind)).toBeGreaterThanOrEqual(10);
});
