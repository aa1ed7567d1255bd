import { allFound } from '../../platform/errors/collect-lookup-errors.ts';
import type { Context } from '../../platform/context/context.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { requireScopes } from '../../platform/permissions/permissions.ts';
import type { Adjustment } from './adjustments.ts';
import type { FoundTaxRule, OwnTax, SaidTax } from './tax.ts';
import { ownTaxOf } from './tax.ts';
import type { NamedTax } from './tax-input.ts';

/** Tax rules with their components in their order, as Prisma includes them. */
export const taxRuleParts = { include: { components: { orderBy: { order: 'asc' } } } } as const;

/** What names a tax, and where: "" for the invoice itself, "items.0." for its first item. */
interface TaxNaming extends NamedTax {
  path: string;
}

/**
 * What is said of a tax with the rule found, for each that names one, in their sequence. A statement for the names of rules
 * and one for what they are, where any is named.
 * @throws ActionError name_not_found, record_not_found; invalid_input where a name and an id disagree; missing_scope for a
 * rule that may not be read
 */
async function findTaxes(context: Context, namings: readonly TaxNaming[]): Promise<SaidTax[]> {
  const { accountId, db, names } = context;
  const ids = await allFound<(string | null)[]>(
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
  const rules: FoundTaxRule[] =
    wanted.length === 0
      ? []
      : await db.taxRule.findMany({ where: { accountId, id: { in: wanted } }, ...taxRuleParts });
  return namings.map(({ taxCategory, taxRate, taxReason }, index) => {
    const taxRule = rules.find(({ id }) => id === ids[index]) ?? null;
    return { taxRate, taxRule, taxCategory, taxReason };
  });
}

type Named<T> = Omit<T, keyof NamedTax>;

/** The same without what names its tax, and with that tax. */
function withOwnTax<T extends NamedTax>(
  named: T,
  said: SaidTax,
  label: string,
): Named<T> & { ownTax: OwnTax | null } {
  const {
    taxCategory: _c,
    taxRate: _r,
    taxReason: _w,
    taxRuleId: _i,
    taxRuleName: _n,
    ...rest
  } = named;
  return { ...rest, ownTax: ownTaxOf(said, label) };
}

interface Taxed<I extends NamedTax> extends NamedTax {
  items: readonly I[];
  allowances: readonly Adjustment[] | null;
  charges: readonly Adjustment[] | null;
}

type OfItsOwn<T> = Named<T> & { ownTax: OwnTax | null };

/** What is taken off an invoice or charged on it, with the taxes found. */
export interface FoundAdjustments {
  allowances: OfItsOwn<Adjustment>[];
  charges: OfItsOwn<Adjustment>[];
}

/** What an input says of taxes, their rules found. */
export interface FoundTaxes<I extends NamedTax> {
  /** Of the lines that name none. */
  usualTax: SaidTax;
  /** The items with their own, a percentage being called by the workspace's word for it. */
  itemsOf(label: string): OfItsOwn<I>[];
  adjustmentsOf(label: string): FoundAdjustments;
}

/**
 * The taxes of an input, whose rules are looked up.
 * @throws ActionError as {@link findTaxes}
 */
export async function findNamedTaxes<I extends NamedTax>(
  context: Context,
  fields: Taxed<I>,
): Promise<FoundTaxes<I>> {
  const { items } = fields;
  const { allowances, charges } = {
    allowances: fields.allowances ?? [],
    charges: fields.charges ?? [],
  };
  const at = (path: string) => (named: NamedTax, index: number) => {
    return { ...named, path: `${path}.${index}.` };
  };
  const [usualTax, ...taxes] = (await findTaxes(context, [
    { ...fields, path: '' },
    ...items.map(at('items')),
    ...allowances.map(at('allowances')),
    ...charges.map(at('charges')),
  ])) as [SaidTax, ...SaidTax[]];
  const taxed = <T extends NamedTax>(these: readonly T[], from: number, label: string) =>
    these.map((one, index) => withOwnTax(one, taxes[from + index] as SaidTax, label));
  return {
    usualTax,
    itemsOf: (label) => taxed(items, 0, label),
    adjustmentsOf: (label) => ({
      allowances: taxed(allowances, items.length, label),
      charges: taxed(charges, items.length + allowances.length, label),
    }),
  };
}
