import { Decimal } from '../../platform/money/money.ts';
import type { AppliedTaxRule, InvoiceTax, LineTax } from './tax.ts';
import type { TaxComponent } from './tax-components.ts';

/** Taxes as JSON. Decimals are strings, so no digit is lost. */

const componentsToJson = (components: readonly TaxComponent[]) =>
  components.map((component) => ({ ...component, rate: new Decimal(component.rate).toString() }));

const componentsFromJson = (stored: ReturnType<typeof componentsToJson>) =>
  stored.map((component) => ({ ...component, rate: new Decimal(component.rate) }));

const percentageToJson = (percentage: Decimal | null) => percentage?.toString() ?? null;

const percentageFromJson = (stored: string | null) =>
  stored === null ? null : new Decimal(stored);

export function taxRuleToJson({ components, ...rule }: AppliedTaxRule) {
  return {
    ...rule,
    effectiveRate: rule.effectiveRate.toString(),
    components: componentsToJson(components),
  };
}

export function taxRuleFromJson(stored: unknown): AppliedTaxRule | null {
  if (stored === null) return null;
  const rule = stored as ReturnType<typeof taxRuleToJson>;
  return {
    ...rule,
    effectiveRate: new Decimal(rule.effectiveRate),
    components: componentsFromJson(rule.components),
  };
}

export function lineTaxToJson({ category, components, percentage, reason, reasonCode }: LineTax) {
  return {
    category,
    reason,
    reasonCode,
    percentage: percentageToJson(percentage),
    components: componentsToJson(components),
  };
}

export function lineTaxFromJson(stored: unknown): LineTax | null {
  if (stored === null) return null;
  const tax = stored as ReturnType<typeof lineTaxToJson>;
  return {
    ...tax,
    reasonCode: tax.reasonCode ?? null,
    percentage: percentageFromJson(tax.percentage),
    components: componentsFromJson(tax.components),
  };
}

/** Stored only if lines have their own tax. */
export function defaultTaxToJson({ components, percentage, rule }: InvoiceTax) {
  return {
    rule: rule && taxRuleToJson(rule),
    percentage: percentageToJson(percentage),
    components: componentsToJson(components),
  };
}

/** Category, reason and its code are stored in columns. */
export function defaultTaxFromJson(
  stored: unknown,
): Omit<InvoiceTax, 'category' | 'reason' | 'reasonCode'> {
  const tax = stored as ReturnType<typeof defaultTaxToJson>;
  return {
    rule: taxRuleFromJson(tax.rule),
    percentage: percentageFromJson(tax.percentage),
    components: componentsFromJson(tax.components),
  };
}
