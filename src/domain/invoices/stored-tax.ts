import { Decimal } from '../../platform/money/money.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import type { AppliedTaxRule, InvoiceTax, LineTax } from './tax.ts';
import type { TaxComponent } from './tax-components.ts';

/** Taxes as the rows of invoices and lines keep them: as JSON, decimals as text, so that no digit is lost. */

const storedComponents = (components: readonly TaxComponent[]) =>
  components.map((component) => ({ ...component, rate: new Decimal(component.rate).toString() }));

const readComponents = (stored: ReturnType<typeof storedComponents>) =>
  stored.map((component) => ({ ...component, rate: new Decimal(component.rate) }));

const storedPercentage = (percentage: Decimal | null) => percentage?.toString() ?? null;
const readPercentage = (stored: string | null) => (stored === null ? null : new Decimal(stored));

/** What an invoice's row keeps of the rule. */
export function taxRuleToJson({ components, ...rule }: AppliedTaxRule) {
  return {
    ...rule,
    effectiveRate: rule.effectiveRate.toString(),
    components: storedComponents(components),
  };
}

/** The rule that an invoice's row keeps; {@link taxRuleToJson} reversed. */
export function taxRuleFromJson(stored: unknown): AppliedTaxRule | null {
  if (stored === null) return null;
  const rule = stored as ReturnType<typeof taxRuleToJson>;
  return {
    ...rule,
    effectiveRate: new Decimal(rule.effectiveRate),
    components: readComponents(rule.components),
  };
}

/** What a line's row keeps of the tax that it names. */
export function lineTaxToJson({ category, components, percentage, reason }: LineTax) {
  return {
    category,
    reason,
    percentage: storedPercentage(percentage),
    components: storedComponents(components),
  };
}

/** The tax that a line's row keeps; {@link lineTaxToJson} reversed. */
export function lineTaxFromJson(stored: unknown): LineTax | null {
  if (stored === null) return null;
  const tax = stored as ReturnType<typeof lineTaxToJson>;
  return {
    ...tax,
    percentage: readPercentage(tax.percentage),
    components: readComponents(tax.components),
  };
}

/** What an invoice's row keeps of the tax of lines that name none, where others name theirs. */
export function defaultTaxToJson({ components, percentage, rule }: InvoiceTax) {
  return {
    rule: rule && taxRuleToJson(rule),
    percentage: storedPercentage(percentage),
    components: storedComponents(components),
  };
}

/** {@link defaultTaxToJson} reversed; its category and reason are columns. */
function readUsualTax(stored: unknown): Omit<InvoiceTax, 'category' | 'reason'> {
  const tax = stored as ReturnType<typeof defaultTaxToJson>;
  return {
    rule: taxRuleFromJson(tax.rule),
    percentage: readPercentage(tax.percentage),
    components: readComponents(tax.components),
  };
}

/** What an invoice keeps of the tax of lines that name none. */
export interface StoredTax
  extends Pick<
    InvoiceRecord,
    'taxCategory' | 'taxPercentage' | 'taxReason' | 'taxRule' | 'usualTax'
  > {
  taxBreakdown: readonly StoredComponent[];
}

type StoredComponent = Pick<
  InvoiceRecord['taxBreakdown'][number],
  'compound' | 'compoundOnOrder' | 'name' | 'order' | 'rate'
>;

/** What the lines of an invoice that name no tax were taxed by. */
export function invoiceTaxOf(invoice: StoredTax): InvoiceTax {
  const { taxBreakdown, taxCategory: category, taxPercentage, taxReason: reason } = invoice;
  if (invoice.usualTax !== null) return { ...readUsualTax(invoice.usualTax), category, reason };
  const components = taxBreakdown.map(({ name, rate, order, compound, compoundOnOrder }) => ({
    name,
    rate,
    order,
    compound,
    compoundOnOrder,
  }));
  return { rule: invoice.taxRule, percentage: taxPercentage, components, category, reason };
}
