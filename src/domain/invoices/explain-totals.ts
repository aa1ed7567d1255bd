import { Decimal, minorUnitDigits } from '../../platform/money/money.ts';
import { totalsStepTexts } from './explanation-texts.ts';
import type { InvoiceTotals } from './invoice-totals.ts';
import { computeTotals } from './invoice-totals.ts';
import type { TotalsInput } from './totals-input.ts';
import type { TotalsStep, TotalsStepKind } from './totals-steps.ts';
import { createRoundStep, withMinusSign } from './totals-steps.ts';

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
  /** In whole minor units of the currency, as the next steps take it: with all its digits, "90.00". */
  rounded: string;
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
  /** In the sequence in which they are made; the last one is what is due. */
  steps: ExplainedStep[];
  /** What is still to be paid. */
  amountDue: Decimal;
}

/** What became of an invoice once it was made. */
export interface SettledAmounts {
  paymentTotal: Decimal;
  /** What of it was taken back by credit notes. */
  creditedTotal: Decimal;
  /** Whether it was voided or written off, so that nothing is due. */
  isClosed: boolean;
}

const unpaid: SettledAmounts = {
  ...{ paymentTotal: new Decimal(0), creditedTotal: new Decimal(0) },
  isClosed: false,
};

/**
 * Explains an invoice: what `computeTotals` tells while it computes, in words, and what is due of it. There is no second
 * computation that could disagree; `steps` has every amount of the totals.
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
