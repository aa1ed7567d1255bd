import type { Context } from '../../platform/context/context.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import { requireScopes } from '../../platform/permissions/permissions.ts';
import type { Adjustment } from './adjustments.ts';
import type { LineTax, TaxRuleWithComponents, TaxSelection } from './tax.ts';
import { selectLineTax } from './tax.ts';
import type { TaxInput } from './tax-input.ts';

export const taxRuleInclude = { include: { components: { orderBy: { order: 'asc' } } } } as const;

/** `path` is "" for the invoice, "items.0." for its first item. */
interface TaxReference extends TaxInput {
  path: string;
}

/**
 * Looks up tax rules, in at most two statements.
 * @throws ActionError name_not_found, record_not_found, invalid_input, missing_scope
 */
async function findTaxes(
  context: Context,
  references: readonly TaxReference[],
): Promise<TaxSelection[]> {
  const { accountId, db, names } = context;
  const ids = await awaitLookups<(string | null)[]>(
    references.map(({ path, taxRuleId, taxRuleName }) =>
      resolveReference(names, 'taxRule', {
        name: taxRuleName,
        id: taxRuleId,
        nameField: `${path}taxRuleName`,
        idField: `${path}taxRuleId`,
      }),
    ),
  );
  const ruleIds = [...new Set(ids)].filter((id) => id !== null);
  if (ruleIds.length > 0) requireScopes(context, 'settings:read');
  const rules: TaxRuleWithComponents[] =
    ruleIds.length === 0
      ? []
      : await db.taxRule.findMany({ where: { accountId, id: { in: ruleIds } }, ...taxRuleInclude });
  return references.map(({ taxCategory, taxRate, taxReason, taxReasonCode }, index) => {
    const taxRule = rules.find(({ id }) => id === ids[index]) ?? null;
    return { taxRate, taxRule, taxCategory, taxReason, taxReasonCode };
  });
}

type Named<T> = Omit<T, keyof TaxInput>;

function withOwnTax<T extends TaxInput>(
  input: T,
  selection: TaxSelection,
  label: string,
): Named<T> & { ownTax: LineTax | null } {
  const {
    taxCategory: _c,
    taxRate: _r,
    taxReason: _w,
    taxReasonCode: _v,
    taxRuleId: _i,
    taxRuleName: _n,
    ...rest
  } = input;
  return { ...rest, ownTax: selectLineTax(selection, label) };
}

interface Taxed<I extends TaxInput> extends TaxInput {
  items: readonly I[];
  allowances: readonly Adjustment[] | null;
  charges: readonly Adjustment[] | null;
}

type WithOwnTax<T> = Named<T> & { ownTax: LineTax | null };

export interface ResolvedAdjustments {
  allowances: WithOwnTax<Adjustment>[];
  charges: WithOwnTax<Adjustment>[];
}

export interface ResolvedTaxes<I extends TaxInput> {
  /** The tax of lines without their own tax. */
  usualTax: TaxSelection;
  /** `label` is the workspace's name of its tax, used for a plain percentage. */
  itemsOf(label: string): WithOwnTax<I>[];
  adjustmentsOf(label: string): ResolvedAdjustments;
}

/** @throws ActionError as {@link findTaxes} */
export async function resolveTaxes<I extends TaxInput>(
  context: Context,
  fields: Taxed<I>,
): Promise<ResolvedTaxes<I>> {
  const { items } = fields;
  const { allowances, charges } = {
    allowances: fields.allowances ?? [],
    charges: fields.charges ?? [],
  };
  const at = (path: string) => (input: TaxInput, index: number) => {
    return { ...input, path: `${path}.${index}.` };
  };
  const [usualTax, ...taxes] = (await findTaxes(context, [
    { ...fields, path: '' },
    ...items.map(at('items')),
    ...allowances.map(at('allowances')),
    ...charges.map(at('charges')),
  ])) as [TaxSelection, ...TaxSelection[]];
  const taxed = <T extends TaxInput>(inputs: readonly T[], offset: number, label: string) =>
    inputs.map((one, index) => withOwnTax(one, taxes[offset + index] as TaxSelection, label));
  return {
    usualTax,
    itemsOf: (label) => taxed(items, 0, label),
    adjustmentsOf: (label) => ({
      allowances: taxed(allowances, items.length, label),
      charges: taxed(charges, items.length + allowances.length, label),
    }),
  };
}
