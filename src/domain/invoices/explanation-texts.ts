import type { Decimal } from '../../platform/money/money.ts';
import { roundToCurrency } from '../../platform/money/money.ts';
import type { TotalsInput } from './totals-input.ts';
import { isSettlement } from './totals-lines.ts';
import type { TotalsStep, TotalsStepKind } from './totals-steps.ts';
import { withMinusSign } from './totals-steps.ts';

type StepText = (step: TotalsStep, input: TotalsInput) => string;
/** Writes the formula with numbers. Amounts have the digits of the currency. */
type Calculation = (operands: readonly Decimal[], money: (amount: Decimal) => string) => string;

interface Wording {
  name: StepText;
  formula: StepText;
  calculation: Calculation;
}

/** A negative number behind an operator is in parentheses. */
const parenthesizeNegative = (text: string) => (text.startsWith('−') ? `(${text})` : text);

const joined = (texts: readonly string[], signs: (index: number) => string) =>
  texts.reduce((text, next, index) => `${text} ${signs(index)} ${parenthesizeNegative(next)}`);

const plainText = (factor: Decimal) => withMinusSign(factor.toFixed());

const product: Calculation = (operands) =>
  joined(operands.map(plainText), (index) => (index === 2 ? '÷' : '×'));
const sum: Calculation = (operands, money) => joined(operands.map(money), () => '+');
const difference: Calculation = (operands, money) => joined(operands.map(money), () => '−');
const share: Calculation = ([percent, ...amounts], money) =>
  joined([`${plainText(percent as Decimal)} %`, ...amounts.map(money)], () => '×');
const quotient: Calculation = ([amount, divisor], money) =>
  `${money(amount as Decimal)} ÷ ${plainText(divisor as Decimal)}`;
/** A percentage of an amount, minus the same tax of earlier lines. */
const taxShare: Calculation = ([percent, whole, earlier], money) => {
  const all = share([percent as Decimal, whole as Decimal], money);
  return earlier ? joined([all, money(earlier)], () => '−') : all;
};
const shareOrAmount: Calculation = (operands, money) =>
  operands.length === 1 ? sum(operands, money) : share(operands, money);

/** Subtotal − discount + tax, without zeros. */
const totalOf: Calculation = (operands, money) => {
  const [first, ...more] = operands as [Decimal, ...Decimal[]];
  const parts = more.filter((amount) => !amount.isZero());
  const text = (amount: Decimal) => `${amount.isNegative() ? '−' : '+'} ${money(amount.abs())}`;
  return [money(first), ...parts.map(text)].join(' ');
};

const fixedText =
  (text: string): StepText =>
  () =>
    text;

const nameOfLine =
  (what = ''): StepText =>
  ({ line = 0 }, { lines }) => {
    const description = lines[line - 1]?.description?.trim();
    return `Line ${line}${what}${description ? `: ${description}` : ''}`;
  };

const nameOfSettlement =
  (what: string): StepText =>
  ({ line = 0 }, { lines }) => {
    const description = lines[line - 1]?.description?.trim();
    return description ? `${what}: ${description}` : what;
  };

const formulaOfLine: StepText = ({ operands }) =>
  operands.length === 3 ? 'quantity × price ÷ base quantity' : 'quantity × price';

const shareOf =
  (what: string): StepText =>
  ({ operands }) =>
    operands.length === 1 ? 'as given' : `percentage × ${what}`;

/** The taxes, if several groups have different rates. */
const withTaxes =
  (words: string): StepText =>
  ({ taxes }) =>
    taxes ? `${words}, ${taxes}` : words;

/** Other texts if prices include tax. */
const byInclusion =
  (without: StepText, withTax: StepText): StepText =>
  (step, input) =>
    (input.taxIncluded ? withTax : without)(step, input);

const formulaOfShare: StepText = ({ rounded, unrounded }, { currency }) => {
  const words = 'discount percentage × taxable items';
  const isAsRounded = roundToCurrency(unrounded, currency).equals(rounded);
  return isAsRounded ? words : `${words}, and a cent of rounding from the discount`;
};

const formulaOfTaxedAmount: StepText = ({ added = '' }, { taxIncluded }) =>
  [taxIncluded ? 'amount without tax' : 'taxable amount', added].filter(Boolean).join(' + ');

const formulaOfWithTax: StepText = ({ operands }) => {
  const [, discount, tax] = operands;
  return [
    'subtotal',
    ...(discount?.isZero() ? [] : ['− discount']),
    ...(tax?.isZero() ? [] : ['+ tax']),
  ].join(' ');
};

const settlementTexts = {
  WITHHOLDING: '− withheld',
  PREPAID: '− paid before',
  ROUNDING: '+ rounding',
};

const formulaOfTotal: StepText = (step, input) => {
  if (!input.lines.some(isSettlement)) return formulaOfWithTax(step, input);
  const roles = new Set(input.lines.map(({ role }) => role));
  const parts = Object.entries(settlementTexts).filter(([role]) =>
    roles.has(role as keyof typeof settlementTexts),
  );
  return ['total with tax', ...parts.map(([, words]) => words)].join(' ');
};

const formulaOfRounding: StepText = ({ operands }, { roundTo }) =>
  operands.length === 1
    ? 'as given'
    : `nearest multiple of ${String(roundTo)} − amount before rounding`;

/** No operands: the invoice is closed. */
const formulaOfDue: StepText = ({ operands }) => {
  if (operands.length === 0) return 'nothing: it was voided or written off';
  const [, paid, credited] = operands;
  return [
    'total',
    ...(paid?.isZero() ? [] : ['− paid']),
    ...(credited?.isZero() ? [] : ['− credited']),
  ].join(' ');
};

const remaining: Calculation = ([first, ...more], money) =>
  difference([first as Decimal, ...more.filter((amount) => !amount.isZero())], money);

const taxApplies: StepText = ({ label = '' }) => `${label} applies to`;
const nameOfTax: StepText = ({ label = '' }) => label;

export const totalsStepTexts: Record<TotalsStepKind, Wording> = {
  LINE_TOTAL: { name: nameOfLine(), formula: formulaOfLine, calculation: product },
  LINE_DISCOUNT: {
    name: nameOfLine(', discount'),
    formula: shareOf('the item above'),
    calculation: shareOrAmount,
  },
  LINE_CHARGE: {
    name: nameOfLine(', charge'),
    formula: shareOf('the item above'),
    calculation: shareOrAmount,
  },
  ALLOWANCE: {
    name: nameOfLine(', discount'),
    formula: shareOf('all items'),
    calculation: shareOrAmount,
  },
  CHARGE: {
    name: nameOfLine(', charge'),
    formula: shareOf('all items'),
    calculation: shareOrAmount,
  },
  SUB_TOTAL: {
    name: fixedText('Subtotal'),
    formula: byInclusion(
      fixedText('sum of the line totals'),
      fixedText('sum of the lines without tax'),
    ),
    calculation: sum,
  },
  DISCOUNT: {
    name: byInclusion(fixedText('Discount'), fixedText('Discount with tax')),
    formula: fixedText('discount percentage × all items'),
    calculation: share,
  },
  DISCOUNT_WITHOUT_TAX: {
    name: fixedText('Discount'),
    formula: fixedText('subtotal − remaining subtotal without tax'),
    calculation: difference,
  },
  TAXABLE_LINES: {
    name: withTaxes('Taxable lines'),
    formula: fixedText('sum of the line totals that are taxable'),
    calculation: sum,
  },
  TAXABLE_DISCOUNT: {
    name: withTaxes('Discount on the taxable lines'),
    formula: formulaOfShare,
    calculation: share,
  },
  TAXABLE_BASE: {
    name: byInclusion(withTaxes('Taxable amount'), withTaxes('Amount with tax')),
    formula: fixedText('taxable lines − discount on them'),
    calculation: difference,
  },
  AMOUNT_WITHOUT_TAX: {
    name: withTaxes('Amount without tax'),
    formula: fixedText('amount with tax ÷ (1 + rate)'),
    calculation: quotient,
  },
  TAXED_AMOUNT: { name: taxApplies, formula: formulaOfTaxedAmount, calculation: sum },
  TAX_AMOUNT: {
    name: nameOfTax,
    formula: ({ operands }) =>
      operands.length > 2
        ? 'rate × taxable amount of all lines − the same tax above'
        : 'rate × amount the tax applies to',
    calculation: taxShare,
  },
  TAX_REMAINDER: {
    name: nameOfTax,
    formula: ({ operands }) =>
      operands.length > 2
        ? 'amount with tax − amount without tax − earlier taxes'
        : 'amount with tax − amount without tax',
    calculation: difference,
  },
  TAX: { name: fixedText('Total tax'), formula: fixedText('sum of the taxes'), calculation: sum },
  TOTAL_WITH_TAX: {
    name: fixedText('Total with tax'),
    formula: formulaOfWithTax,
    calculation: totalOf,
  },
  WITHHOLDING: {
    name: nameOfSettlement('Withheld'),
    formula: shareOf('the invoice before tax'),
    calculation: shareOrAmount,
  },
  PREPAID: {
    name: nameOfSettlement('Paid before'),
    formula: fixedText('as given'),
    calculation: sum,
  },
  ROUNDING: { name: fixedText('Rounding'), formula: formulaOfRounding, calculation: difference },
  TOTAL: { name: fixedText('Total'), formula: formulaOfTotal, calculation: totalOf },
  PAID: { name: fixedText('Paid'), formula: fixedText('sum of the payments'), calculation: sum },
  CREDITED: {
    name: fixedText('Credited'),
    formula: fixedText('sum of the credit notes'),
    calculation: sum,
  },
  AMOUNT_DUE: { name: fixedText('Amount due'), formula: formulaOfDue, calculation: remaining },
};
