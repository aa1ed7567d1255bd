import type { z } from 'zod';
import type { Context } from '../kernel/context.ts';
import type { FieldError } from '../kernel/errors.ts';
import { invalidInput } from '../kernel/errors.ts';
import type { InputOf, Rules } from '../kernel/fields.ts';
import {
  asInRecord,
  defaulted,
  inputObject,
  nullable,
  parseInput,
  required,
} from '../kernel/fields.ts';
import { currency, list, object, percent, recordId, text } from '../kernel/kinds.ts';
import { Decimal } from '../kernel/money.ts';
import { resolveReference } from '../kernel/names.ts';
import { requireScopes } from '../kernel/rights.ts';
import type { TotalsExplanation } from './explain.ts';
import { explainTotals } from './explain.ts';
import { itemInput } from './input.ts';
import { plainTax } from './tax.ts';
import { componentList, ordered } from './tax-rules.ts';
import type { TaxComponent } from './totals.ts';
import { validateComponents, validateTotals } from './totals.ts';

/** An invoice that is only computed: the items of `invoices/create`, and its tax in any of three ways. */
export const explainTotalsInput = inputObject(
  'ExplainTotals',
  'An invoice to compute; nothing of it is kept.',
  {
    items: asInRecord(
      'lineItems',
      required(
        list(object(itemInput), { min: 1 }),
        'The lines; of a project that they name nothing is looked up.',
      ),
    ),
    currency: nullable(
      currency,
      'The currency; left out: the workspace’s, which needs `settings:read`.',
    ),
    discountPercent: defaulted(percent(), new Decimal(0)),
    taxRate: asInRecord('taxPercentage', nullable(percent(), 'One tax of that percentage.')),
    taxRuleName: nullable(text(), 'A tax rule of the workspace, whose taxes apply.'),
    taxRuleId: nullable(recordId, 'The tax rule by id.'),
    components: nullable(componentList, 'Taxes, as a tax rule has them.'),
  },
  'Invoice',
);

type Fields = z.output<typeof explainTotalsInput>;

/** Tax is said in one way at most, and a rule's worth of components is one that a rule could have. */
const taxFits: Rules<Fields> = ({ components, taxRate, taxRuleId, taxRuleName }) => {
  const faults: FieldError[] = components ? validateComponents(ordered(components)) : [];
  const said = Object.entries({ taxRate, taxRule: taxRuleName ?? taxRuleId, components });
  const [, ...more] = said.filter(([, value]) => value != null).map(([name]) => name);
  for (const name of more) {
    const path = name === 'taxRule' ? (taxRuleName ? 'taxRuleName' : 'taxRuleId') : name;
    faults.push({
      path,
      code: 'disagrees',
      message: 'says the tax again: give one of the ways to say it',
    });
  }
  return faults;
};

/**
 * Computes an invoice without making it, and explains each step: what `invoices/create` would compute of the same items,
 * discount and tax. Without any tax it is untaxed, whatever a client's defaults are; a negative total is explained too.
 * @throws ActionError invalid_input; name_not_found and record_not_found for the tax rule; missing_scope for one that may
 * not be read, and for the workspace's currency where none is given
 */
export async function tryTotals(
  context: Context,
  input: InputOf<typeof explainTotalsInput>,
): Promise<TotalsExplanation> {
  const fields = parseInput(explainTotalsInput, input, taxFits);
  const { items, discountPercent } = fields;
  // What is computed would tell it, and if only by the digits of its amounts.
  if (fields.currency === null) requireScopes(context, 'settings:read');
  const explanation = explainTotals({
    currency: fields.currency ?? context.workspace.currency,
    lines: items.map((item) => ({ ...item, unitPrice: item.rate })),
    discountPercent,
    components: await componentsOf(context, fields),
  });
  const faults = validateTotals(explanation);
  if (faults.length > 0) throw invalidInput(faults);
  return explanation;
}

async function componentsOf(context: Context, fields: Fields): Promise<readonly TaxComponent[]> {
  const { components, taxRate, taxRuleId, taxRuleName } = fields;
  if (components) return ordered(components);
  if (taxRate) return plainTax(taxRate, 'Tax').components;
  const id = await resolveReference(context.names, 'taxRule', {
    name: taxRuleName,
    id: taxRuleId,
    nameField: 'taxRuleName',
    idField: 'taxRuleId',
  });
  if (id === null) return [];
  requireScopes(context, 'settings:read');
  return context.db.taxComponent.findMany({
    where: { accountId: context.accountId, taxRuleId: id },
    orderBy: { order: 'asc' },
  });
}
