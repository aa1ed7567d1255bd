import { Decimal, minorUnitDigits } from '../../platform/money/money.ts';
import { totalsStepTexts } from './explanation-texts.ts';
import type { InvoiceTotals } from './invoice-totals.ts';
import { computeTotals } from './invoice-totals.ts';
import type { TotalsInput } from './totals-input.ts';
import type { TotalsStep, TotalsStepKind } from './totals-steps.ts';
import { createRoundStep, withMinusSign } from './totals-steps.ts';

export interface ExplainedStep {
  kind: TotalsStepKind;
  name: string;
  formula: string;
  /** The formula with the numbers of the invoice. */
  calculation: string;
  unrounded: Decimal;
  /** With all digits of the minor unit: "90.00". */
  rounded: string;
  /** Line number, from 1. */
  line: number | null;
  order: number | null;
}

export interface TotalsExplanation extends InvoiceTotals {
  currency: string;
  /** Decimal places of the currency. */
  digits: number;
  /** In the order of the computation. The last one is the amount due. */
  steps: ExplainedStep[];
  amountDue: Decimal;
}

export interface SettledAmounts {
  paymentTotal: Decimal;
  /** Sum of the credit notes. */
  creditedTotal: Decimal;
  /** Voided or written off: nothing is due. */
  isClosed: boolean;
}

const unpaid: SettledAmounts = {
  ...{ paymentTotal: new Decimal(0), creditedTotal: new Decimal(0) },
  isClosed: false,
};

/**
 * `computeTotals` reports the steps. There is no second computation that could differ.
 * @throws RangeError as `computeTotals` does
 */
export function explainTotals(
  input: TotalsInput,
  { creditedTotal, isClosed, paymentTotal }: SettledAmounts = unpaid,
): TotalsExplanation {
  const { currency } = input;
  const digits = minorUnitDigits(currency);
  const steps: ExplainedStep[] = [];
  const explain = (step: TotalsStep) => steps.push(explainStep(step, input, digits));
  const totals = computeTotals(input, explain);
  const step = createRoundStep(currency, explain);
  if (!paymentTotal.isZero()) step('PAID', [paymentTotal], paymentTotal);
  if (!creditedTotal.isZero()) step('CREDITED', [creditedTotal], creditedTotal);
  const open = totals.total.minus(paymentTotal).minus(creditedTotal);
  const amountDue = isClosed
    ? step('AMOUNT_DUE', [], new Decimal(0))
    : step('AMOUNT_DUE', [totals.total, paymentTotal, creditedTotal], open);
  return { ...totals, currency, digits, steps, amountDue };
}

function explainStep(step: TotalsStep, input: TotalsInput, digits: number): ExplainedStep {
  const { kind, operands, unrounded, rounded, line = null, component } = step;
  const { name, formula, calculation } = totalsStepTexts[kind];
  const money = (amount: Decimal) => withMinusSign(amount.toFixed(digits));
  return {
    kind,
    name: name(step, input),
    formula: formula(step, input),
    calculation: operands.length === 0 ? money(rounded) : calculation(operands, money),
    unrounded,
    rounded: rounded.toFixed(digits),
    line,
    order: component?.order ?? null,
  };
}
