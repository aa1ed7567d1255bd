import type { TaxRule, TaxComponent as TaxRuleComponent } from '../../generated/prisma/client.ts';
import type { TaxCategory } from '../../generated/prisma/enums.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { TaxComponent } from './tax-components.ts';
import { computeEffectiveRate } from './tax-components.ts';

/** A tax rule as it was when an invoice was made (spec part 2, "taxRule"). */
export interface AppliedTaxRule {
  id: string;
  name: string;
  source: TaxRule['source'];
  providerId: string | null;
  /** The sum of the components, in percent. */
  effectiveRate: Decimal;
  components: StoredComponent[];
}

type StoredComponent = TaxComponent & { rate: Decimal };

/** What taxes the lines of an invoice that name no tax: a rule, a plain percentage or nothing. */
export interface InvoiceTax {
  rule: AppliedTaxRule | null;
  /** The plain percentage, where no rule applies. */
  percentage: Decimal | null;
  components: readonly TaxComponent[];
  /** Null where it follows from the rate. */
  category: TaxCategory | null;
  reason: string | null;
}

/** What taxes a line that names its tax. */
export interface LineTax {
  category: TaxCategory;
  reason: string | null;
  /** The plain percentage, where no rule applies. */
  percentage: Decimal | null;
  components: readonly TaxComponent[];
}

/** A tax rule with its components in their order. */
export type TaxRuleWithComponents = TaxRule & { components: TaxRuleComponent[] };

/** What says a tax: a percentage, a rule that was found, or a category. */
export interface TaxSelection {
  taxRate: Decimal | null;
  taxRule: TaxRuleWithComponents | null;
  taxCategory: TaxCategory | null;
  taxReason: string | null;
}

/** Who can have a default tax: a client, a workspace. */
interface Taxed {
  defaultTaxRule: TaxRuleWithComponents | null;
  defaultTaxRate: Decimal | null;
}

/** What a tax is called that nobody has named; documents say the usual word of their language instead. */
export const defaultTaxLabel = 'Tax';

/** What a workspace calls its tax, on documents and in explanations. */
export const taxLabelOf = ({ taxLabel }: { taxLabel: string | null }) =>
  taxLabel?.trim() || defaultTaxLabel;

/**
 * The tax of an invoice: what it says itself, else the client's default rule, else the client's default rate,
 * else the workspace's rule, else its rate, else none (decisions, "invoices/create"). A percentage is one component,
 * named as the workspace calls its tax.
 */
export function chooseTax(
  said: TaxSelection,
  client: Taxed,
  workspace: Taxed & { taxLabel: string | null },
): InvoiceTax {
  const label = taxLabelOf(workspace);
  const { taxCategory: category, taxReason: reason } = said;
  const own = saidTax(said, label);
  if (own) return { ...own, category, reason };
  for (const { defaultTaxRule, defaultTaxRate } of [client, workspace]) {
    if (defaultTaxRule !== null) return { ...ruleTax(defaultTaxRule), category, reason };
    if (defaultTaxRate !== null) return { ...plainTax(defaultTaxRate, label), category, reason };
  }
  return { rule: null, percentage: null, components: [], category, reason };
}

type Tax = Omit<InvoiceTax, 'category' | 'reason'>;

/** The tax that is said; null where none is. A category that has no rate is one of 0 %. */
function saidTax({ taxCategory, taxRate, taxRule }: TaxSelection, label: string): Tax | null {
  if (taxRule !== null) return ruleTax(taxRule);
  const rate = taxRate ?? (taxCategory === null ? null : new Decimal(0));
  return rate && plainTax(rate, label);
}

/** The tax that a line names; null where it names none. */
export function selectLineTax(said: TaxSelection, label: string): LineTax | null {
  const tax = saidTax(said, label);
  if (!tax) return null;
  const { components, percentage } = tax;
  const category = said.taxCategory ?? taxCategoryOf(components);
  return { category, reason: said.taxReason, percentage, components };
}

/** The category of taxes of which none is said: a rate of 0 is zero-rated, any other the standard one. */
export const taxCategoryOf = (components: readonly TaxComponent[]): TaxCategory =>
  computeEffectiveRate(components).isZero() ? 'ZERO' : 'STANDARD';

/** One tax of a percentage. */
function plainTax(percentage: Decimal, name: string): Tax {
  const component = { name, rate: percentage, order: 1, compound: false, compoundOnOrder: null };
  return { rule: null, percentage, components: [component] };
}

function ruleTax({ id, name, source, providerId, ...rule }: TaxRuleWithComponents): Tax {
  const components = rule.components.map((component) => ({
    name: component.name,
    rate: component.rate,
    order: component.order,
    compound: component.compound,
    compoundOnOrder: component.compoundOnOrder,
  }));
  return {
    rule: {
      id,
      name,
      source,
      providerId,
      effectiveRate: computeEffectiveRate(components),
      components,
    },
    percentage: null,
    components,
  };
}
