import { type Decimal, roundToCurrency } from '../../platform/money/money.ts';
import type { TaxComponent } from './tax-components.ts';

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

export interface TotalsStep {
  kind: TotalsStepKind;
  /** In the order of the formula. */
  operands: readonly Decimal[];
  unrounded: Decimal;
  /** The operand of later steps. */
  rounded: Decimal;
  /** From 1. */
  line?: number;
  /** Its order counts over all taxes of the invoice. */
  component?: TaxComponent;
  /** The name of the tax, with its rate if there are several groups. */
  label?: string;
  /** The earlier taxes in the base of a compound tax. */
  added?: string;
  /** The taxes of the group, if there are several groups. */
  taxes?: string;
}

type StepSubject = Pick<TotalsStep, 'line' | 'component' | 'label' | 'added' | 'taxes'>;

export type RoundStep = (
  kind: TotalsStepKind,
  operands: readonly Decimal[],
  unrounded: Decimal,
  subject?: StepSubject,
  /** Replaces the rounded amount if it differs by a rounding remainder. */
  roundedAmount?: Decimal,
) => Decimal;

/** A minus sign instead of a hyphen. */
export const withMinusSign = (text: string): string => text.replace('-', '−');

/** Rounds halves away from zero, to the minor unit. */
export function createRoundStep(currency: string, onStep?: (step: TotalsStep) => void): RoundStep {
  return (kind, operands, unrounded, subject, roundedAmount) => {
    const rounded = roundedAmount ?? roundToCurrency(unrounded, currency);
    onStep?.({ kind, operands, unrounded, rounded, ...subject });
    return rounded;
  };
}
