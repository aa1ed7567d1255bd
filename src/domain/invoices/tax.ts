import type { TaxRule, TaxComponent as TaxRuleComponent } from '../../generated/prisma/client.ts';
import type { TaxCategory } from '../../generated/prisma/enums.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { TaxComponent } from './tax-components.ts';
import { computeEffectiveRate } from './tax-components.ts';

/** A tax rule at the time of an invoice's creation (spec part 2, "taxRule"). */
export interface AppliedTaxRule {
  id: string;
  name: string;
  source: TaxRule['source'];
  providerId: string | null;
  /** In percent. */
  effectiveRate: Decimal;
  components: StoredComponent[];
}

type StoredComponent = TaxComponent & { rate: Decimal };

/** The default tax of an invoice: a rule, a percentage or none. */
export interface InvoiceTax {
  rule: AppliedTaxRule | null;
  /** Null with a rule. */
  percentage: Decimal | null;
  components: readonly TaxComponent[];
  /** Null: follows from the rate. */
  category: TaxCategory | null;
  reason: string | null;
  /** VATEX. */
  reasonCode: string | null;
}

export interface LineTax {
  category: TaxCategory;
  reason: string | null;
  reasonCode: string | null;
  /** Null with a rule. */
  percentage: Decimal | null;
  components: readonly TaxComponent[];
}

export type TaxRuleWithComponents = TaxRule & { components: TaxRuleComponent[] };

export interface TaxSelection {
  taxRate: Decimal | null;
  taxRule: TaxRuleWithComponents | null;
  taxCategory: TaxCategory | null;
  taxReason: string | null;
  taxReasonCode: string | null;
}

/** A client or a workspace. */
interface Taxed {
  defaultTaxRule: TaxRuleWithComponents | null;
  defaultTaxRate: Decimal | null;
}

/** Documents use the term of their language instead. */
export const defaultTaxLabel = 'Tax';

export const taxLabelOf = ({ taxLabel }: { taxLabel: string | null }) =>
  taxLabel?.trim() || defaultTaxLabel;

/**
 * The tax of the input, otherwise the default rule or rate of the client or workspace (spec part 4, "Create Invoice").
 */
export function chooseTax(
  selection: TaxSelection,
  client: Taxed,
  workspace: Taxed & { taxLabel: string | null },
): InvoiceTax {
  const label = taxLabelOf(workspace);
  const { taxCategory: category, taxReason: reason, taxReasonCode: reasonCode } = selection;
  const given = { category, reason, reasonCode };
  const own = selectTax(selection, label);
  if (own) return { ...own, ...given };
  for (const { defaultTaxRule, defaultTaxRate } of [client, workspace]) {
    if (defaultTaxRule !== null) return { ...ruleTax(defaultTaxRule), ...given };
    if (defaultTaxRate !== null) return { ...plainTax(defaultTaxRate, label), ...given };
  }
  return { rule: null, percentage: null, components: [], ...given };
}

type Tax = Omit<InvoiceTax, 'category' | 'reason' | 'reasonCode'>;

/** A category without a rate means 0 %. */
function selectTax({ taxCategory, taxRate, taxRule }: TaxSelection, label: string): Tax | null {
  if (taxRule !== null) return ruleTax(taxRule);
  const rate = taxRate ?? (taxCategory === null ? null : new Decimal(0));
  return rate && plainTax(rate, label);
}

export function selectLineTax(selection: TaxSelection, label: string): LineTax | null {
  const tax = selectTax(selection, label);
  if (!tax) return null;
  const { components, percentage } = tax;
  const category = selection.taxCategory ?? taxCategoryOf(components);
  const { taxReason: reason, taxReasonCode: reasonCode } = selection;
  return { category, reason, reasonCode, percentage, components };
}

export const taxCategoryOf = (components: readonly TaxComponent[]): TaxCategory =>
  computeEffectiveRate(components).isZero() ? 'ZERO' : 'STANDARD';

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
