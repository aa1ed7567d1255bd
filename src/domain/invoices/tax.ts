import type { TaxRule, TaxComponent as TaxRuleComponent } from '../../generated/prisma/client.ts';
import { Decimal } from '../kernel/money.ts';
import type { TaxComponent } from './totals.ts';
import { effectiveRate } from './totals.ts';

/** A tax rule as it was when an invoice was made (spec part 2, "taxRule"). */
export interface AppliedTaxRule {
  id: string;
  name: string;
  source: TaxRule['source'];
  providerId: string | null;
  /** What the components take together of 100. */
  effectiveRate: Decimal;
  components: (TaxComponent & { rate: Decimal })[];
}

/** What taxes an invoice: a rule, a plain percentage or nothing. */
export interface InvoiceTax {
  rule: AppliedTaxRule | null;
  /** The plain percentage, where no rule applies. */
  percentage: Decimal | null;
  components: readonly TaxComponent[];
}

/** Who can have a default tax: a client, a workspace. */
interface Taxed {
  defaultTaxRule: (TaxRule & { components: TaxRuleComponent[] }) | null;
  defaultTaxRate: Decimal | null;
}

/**
 * The tax of an invoice: the percentage that it names, else the client's default rule, else the client's default rate,
 * else the workspace's rule, else its rate, else none (decisions, "invoices/create"). A percentage is one component,
 * named as the workspace calls its tax.
 */
export function chooseTax(
  taxRate: Decimal | null,
  client: Taxed,
  workspace: Taxed & { taxLabel: string | null },
): InvoiceTax {
  const label = workspace.taxLabel?.trim() || 'Tax';
  if (taxRate !== null) return plainTax(taxRate, label);
  for (const { defaultTaxRule, defaultTaxRate } of [client, workspace]) {
    if (defaultTaxRule !== null) return ruleTax(defaultTaxRule);
    if (defaultTaxRate !== null) return plainTax(defaultTaxRate, label);
  }
  return { rule: null, percentage: null, components: [] };
}

/** One tax of a percentage. */
export function plainTax(percentage: Decimal, name: string): InvoiceTax {
  const component = { name, rate: percentage, order: 1, compound: false, compoundOnOrder: null };
  return { rule: null, percentage, components: [component] };
}

function ruleTax({ id, name, source, providerId, ...rule }: NonNullable<Taxed['defaultTaxRule']>) {
  const components = rule.components.map((component) => ({
    name: component.name,
    rate: component.rate,
    order: component.order,
    compound: component.compound,
    compoundOnOrder: component.compoundOnOrder,
  }));
  return {
    rule: { id, name, source, providerId, effectiveRate: effectiveRate(components), components },
    percentage: null,
    components,
  };
}

/** What an invoice's row keeps of the rule: decimals as text, so that no digit is lost. */
export function storeTaxRule({ components, ...rule }: AppliedTaxRule) {
  return {
    ...rule,
    effectiveRate: rule.effectiveRate.toString(),
    components: components.map((component) => ({ ...component, rate: component.rate.toString() })),
  };
}

/** The rule that an invoice's row keeps; {@link storeTaxRule} reversed. */
export function readTaxRule(stored: unknown): AppliedTaxRule | null {
  if (stored === null) return null;
  const rule = stored as ReturnType<typeof storeTaxRule>;
  return {
    ...rule,
    effectiveRate: new Decimal(rule.effectiveRate),
    components: rule.components.map((component) => ({
      ...component,
      rate: new Decimal(component.rate),
    })),
  };
}
