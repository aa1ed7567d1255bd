import type { Decimal } from '../kernel/money.ts';
import { minorUnitDigits } from '../kernel/money.ts';
import type {
  InvoiceTotals,
  TaxComponent,
  TotalsInput,
  TotalsStep,
  TotalsStepKind,
} from './totals.ts';
import { computeTotals } from './totals.ts';

/** One step of an invoice's sum, for a person who wants to follow it. */
export interface ExplainedStep {
  kind: TotalsStepKind;
  /** What the amount is. */
  name: string;
  /** How it is computed, in words. */
  formula: string;
  /** The same with this invoice's numbers. */
  calculation: string;
  /** With every digit. */
  unrounded: Decimal;
  /** In whole minor units of the currency, as the next steps take it. */
  rounded: Decimal;
  /** The line that it is about, from 1; null where it is about none. */
  line: number | null;
  /** The order of the tax that it is about; null where it is about none. */
  order: number | null;
}

/** An invoice's totals, and every step to them. */
export interface TotalsExplanation extends InvoiceTotals {
  currency: string;
  /** How many digits after the point amounts of the currency have. */
  digits: number;
  /** In the sequence in which they are made; the last one is the total. */
  steps: ExplainedStep[];
}

/**
 * Explains an invoice: what `computeTotals` tells while it computes, in words. There is no second computation that could
 * disagree; `steps` has every amount of the totals.
 * @throws RangeError as `computeTotals` does
 */
export function explainTotals(input: TotalsInput): TotalsExplanation {
  const { currency } = input;
  const digits = minorUnitDigits(currency);
  const steps: ExplainedStep[] = [];
  const totals = computeTotals(input, (step) => steps.push(explainStep(step, input, digits)));
  return { ...totals, currency, digits, steps };
}

function explainStep(step: TotalsStep, input: TotalsInput, digits: number): ExplainedStep {
  const { kind, operands, unrounded, rounded, line = null, component } = step;
  const { name, formula, calculation } = wordings[kind];
  const money = (amount: Decimal) => amount.toFixed(digits);
  return {
    kind,
    name: name(step, input),
    formula: formula(step, input),
    calculation: operands.length === 0 ? money(rounded) : calculation(operands, money),
    unrounded,
    rounded,
    line,
    order: component?.order ?? null,
  };
}

type Words = (step: TotalsStep, input: TotalsInput) => string;
/** The formula with numbers: factors and percentages as they are, amounts with the digits of the currency. */
type Calculation = (operands: readonly Decimal[], money: (amount: Decimal) => string) => string;

interface Wording {
  name: Words;
  formula: Words;
  calculation: Calculation;
}

/** A negative number behind a sign of calculation stands in brackets. */
const behindSign = (text: string) => (text.startsWith('-') ? `(${text})` : text);

const joined = (texts: readonly string[], signs: (index: number) => string) =>
  texts.reduce((text, next, index) => `${text} ${signs(index)} ${behindSign(next)}`);

const product: Calculation = (operands) =>
  joined(
    operands.map((factor) => factor.toFixed()),
    () => '×',
  );
const sum: Calculation = (operands, money) => joined(operands.map(money), () => '+');
const difference: Calculation = (operands, money) => joined(operands.map(money), () => '−');
const share: Calculation = ([percent, ...amounts], money) =>
  joined([`${percent?.toFixed()} %`, ...amounts.map(money)], () => '×');

const says =
  (text: string): Words =>
  () =>
    text;

const nameOfLine: Words = ({ line = 0 }, { lines }) => {
  const description = lines[line - 1]?.description?.trim();
  return description ? `Line ${line}: ${description}` : `Line ${line}`;
};

const nameOfTax: Words = ({ component }) => component?.name ?? '';

const formulaOfTaxedAmount: Words = ({ component }, { components }) => {
  if (!component?.compound) return 'taxable base';
  const { compoundOnOrder, order } = component;
  const isAddedTo = (other: TaxComponent) =>
    compoundOnOrder === null ? other.order < order : other.order === compoundOnOrder;
  const earlier = components.filter(isAddedTo).toSorted((a, b) => a.order - b.order);
  return ['taxable base', ...earlier.map(({ name }) => name)].join(' + ');
};

const wordings: Record<TotalsStepKind, Wording> = {
  LINE_TOTAL: { name: nameOfLine, formula: says('quantity × price'), calculation: product },
  SUB_TOTAL: {
    name: says('Subtotal'),
    formula: says('sum of the line totals'),
    calculation: sum,
  },
  DISCOUNT: {
    name: says('Discount'),
    formula: says('discount percentage × subtotal'),
    calculation: share,
  },
  TAXABLE_LINES: {
    name: says('Taxable lines'),
    formula: says('sum of the line totals that are taxable'),
    calculation: sum,
  },
  TAXABLE_DISCOUNT: {
    name: says('Discount on the taxable lines'),
    formula: says('discount percentage × taxable lines'),
    calculation: share,
  },
  TAXABLE_BASE: {
    name: says('Taxable base'),
    formula: says('taxable lines − discount on them'),
    calculation: difference,
  },
  TAXED_AMOUNT: {
    name: (step, input) => `What ${nameOfTax(step, input)} is taken of`,
    formula: formulaOfTaxedAmount,
    calculation: sum,
  },
  TAX_AMOUNT: {
    name: nameOfTax,
    formula: says('rate × what it is taken of'),
    calculation: share,
  },
  TAX: { name: says('Tax'), formula: says('sum of the taxes'), calculation: sum },
  TOTAL: {
    name: says('Total'),
    formula: says('subtotal − discount + tax'),
    calculation: (operands, money) =>
      joined(operands.map(money), (index) => (index === 1 ? '−' : '+')),
  },
};
