import type { Context } from '../../platform/context/context.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { requireScopes } from '../../platform/permissions/permissions.ts';
import type { Adjustment } from './adjustments.ts';
import type { LineTax, TaxRuleWithComponents, TaxSelection } from './tax.ts';
import { selectLineTax } from './tax.ts';
import type { TaxInput } from './tax-input.ts';

/** Tax rules with their components in their order, as Prisma includes them. */
export const taxRuleInclude = { include: { components: { orderBy: { order: 'asc' } } } } as const;

/** What names a tax, and where: "" for the invoice itself, "items.0." for its first item. */
interface TaxNaming extends TaxInput {
  path: string;
}

/**
 * What is said of a tax with the rule found, for each that names one, in their sequence. A statement for the names of rules
 * and one for what they are, where any is named.
 * @throws ActionError name_not_found, record_not_found; invalid_input where a name and an id disagree; missing_scope for a
 * rule that may not be read
 */
async function findTaxes(context: Context, namings: readonly TaxNaming[]): Promise<TaxSelection[]> {
  const { accountId, db, names } = context;
  const ids = await awaitLookups<(string | null)[]>(
    namings.map(({ path, taxRuleId, taxRuleName }) =>
      resolveReference(names, 'taxRule', {
        name: taxRuleName,
        id: taxRuleId,
        nameField: `${path}taxRuleName`,
        idField: `${path}taxRuleId`,
      }),
    ),
  );
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length > 0) requireScopes(context, 'settings:read');
  const rules: TaxRuleWithComponents[] =
    wanted.length === 0
      ? []
      : await db.taxRule.findMany({ where: { accountId, id: { in: wanted } }, ...taxRuleInclude });
  return namings.map(({ taxCategory, taxRate, taxReason }, index) => {
    const taxRule = rules.find(({ id }) => id === ids[index]) ?? null;
    return { taxRate, taxRule, taxCategory, taxReason };
  });
}

type Named<T> = Omit<T, keyof TaxInput>;

/** The same without what names its tax, and with that tax. */
function withOwnTax<T extends TaxInput>(
  named: T,
  said: TaxSelection,
  label: string,
): Named<T> & { ownTax: LineTax | null } {
  const {
    taxCategory: _c,
    taxRate: _r,
    taxReason: _w,
    taxRuleId: _i,
    taxRuleName: _n,
    ...rest
  } = named;
  return { ...rest, ownTax: selectLineTax(said, label) };
}

interface Taxed<I extends TaxInput> extends TaxInput {
  items: readonly I[];
  allowances: readonly Adjustment[] | null;
  charges: readonly Adjustment[] | null;
}

type OfItsOwn<T> = Named<T> & { ownTax: LineTax | null };

/** What is taken off an invoice or charged on it, with the taxes found. */
export interface ResolvedAdjustments {
  allowances: OfItsOwn<Adjustment>[];
  charges: OfItsOwn<Adjustment>[];
}

/** What an input says of taxes, their rules found. */
export interface ResolvedTaxes<I extends TaxInput> {
  /** Of the lines that name none. */
  usualTax: TaxSelection;
  /** The items with their own, a percentage being called by the workspace's word for it. */
  itemsOf(label: string): OfItsOwn<I>[];
  adjustmentsOf(label: string): ResolvedAdjustments;
}

/**
 * The taxes of an input, whose rules are looked up.
 * @throws ActionError as {@link findTaxes}
 */
export async function resolveTaxes<I extends TaxInput>(
  context: Context,
  fields: Taxed<I>,
): Promise<ResolvedTaxes<I>> {
  const { items } = fields;
  const { allowances, charges } = {
    allowances: fields.allowances ?? [],
    charges: fields.charges ?? [],
  };
  const at = (path: string) => (named: TaxInput, index: number) => {
    return { ...named, path: `${path}.${index}.` };
  };
  const [usualTax, ...taxes] = (await findTaxes(context, [
    { ...fields, path: '' },
    ...items.map(at('items')),
    ...allowances.map(at('allowances')),
    ...charges.map(at('charges')),
  ])) as [TaxSelection, ...TaxSelection[]];
  const taxed = <T extends TaxInput>(these: readonly T[], from: number, label: string) =>
    these.map((one, index) => withOwnTax(one, taxes[from + index] as TaxSelection, label));
  return {
    usualTax,
    itemsOf: (label) => taxed(items, 0, label),
    adjustmentsOf: (label) => ({
      allowances: taxed(allowances, items.length, label),
      charges: taxed(charges, items.length + allowances.length, label),
    }),
  };
}
