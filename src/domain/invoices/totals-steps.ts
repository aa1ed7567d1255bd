import { type Decimal, roundToCurrency } from '../../platform/money/money.ts';
import type { TaxComponent } from './tax-components.ts';

/** What an amount on the way to the total is. */
export type TotalsStepKind =
  | 'LINE_TOTAL'
  | 'LINE_DISCOUNT'
  | 'LINE_CHARGE'
  | 'ALLOWANCE'
  | 'CHARGE'
  | 'SUB_TOTAL'
  | 'DISCOUNT'
  | 'DISCOUNT_WITHOUT_TAX'
  | 'TAXABLE_LINES'
  | 'TAXABLE_DISCOUNT'
  | 'TAXABLE_BASE'
  | 'AMOUNT_WITHOUT_TAX'
  | 'TAXED_AMOUNT'
  | 'TAX_AMOUNT'
  | 'TAX_REMAINDER'
  | 'TAX'
  | 'TOTAL_WITH_TAX'
  | 'WITHHOLDING'
  | 'PREPAID'
  | 'ROUNDING'
  | 'TOTAL'
  | 'PAID'
  | 'CREDITED'
  | 'AMOUNT_DUE';

/** One amount on the way to the total, as it was computed. */
export interface TotalsStep {
  kind: TotalsStepKind;
  /** What it was computed of, in the sequence of its formula. */
  operands: readonly Decimal[];
  /** With every digit. */
  unrounded: Decimal;
  /** As the next steps take it. */
  rounded: Decimal;
  /** The line that it is about, from 1. */
  line?: number;
  /** The tax that it is about, its order counted over all taxes of the invoice. */
  component?: TaxComponent;
  /** What that tax is called: by its name, and by its rate where lines are taxed at several. */
  label?: string;
  /** The taxes that a compound one is taken of besides. */
  added?: string;
  /** The taxes of the lines that it is about, where lines are taxed at several rates. */
  taxes?: string;
}

type StepSubject = Pick<TotalsStep, 'line' | 'component' | 'label' | 'added' | 'taxes'>;

/** Makes the amount of a step: rounds it, and tells it. */
export type RoundStep = (
  kind: TotalsStepKind,
  operands: readonly Decimal[],
  unrounded: Decimal,
  subject?: StepSubject,
  /** What it is taken as, where that is a minor unit more or less than rounding says. */
  taken?: Decimal,
) => Decimal;

/** Numbers have the sign that differences have. */
export const withMinusSign = (text: string): string => text.replace('-', '−');

/** Makes amounts of a currency, each rounded half up to its minor unit. */
export function createRoundStep(currency: string, tell?: (step: TotalsStep) => void): RoundStep {
  return (kind, operands, unrounded, subject, taken) => {
    const rounded = taken ?? roundToCurrency(unrounded, currency);
    tell?.({ kind, operands, unrounded, rounded, ...subject });
    return rounded;
  };
}
