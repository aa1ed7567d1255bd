import type { TaxComponent, TaxRule } from '../../generated/prisma/client.ts';
import { TaxRuleSource } from '../../generated/prisma/enums.ts';
import type { Context } from '../kernel/context.ts';
import { inTransaction } from '../kernel/context.ts';
import { refusingTaken } from '../kernel/database-errors.ts';
import type { InputOf, Rules } from '../kernel/fields.ts';
import { defaulted, inputObject, nullable, parseInput, required } from '../kernel/fields.ts';
import { newId } from '../kernel/ids.ts';
import { decimal, flag, integer, list, object, oneOf, text } from '../kernel/kinds.ts';
import { validateComponents } from './totals.ts';

/** A tax rule with its components in their order. */
export type TaxRuleRecord = TaxRule & { components: TaxComponent[] };

export const taxRuleSources = Object.values(TaxRuleSource);

const componentInput = inputObject('TaxComponentInput', 'One tax of a rule.', {
  name: required(text(), 'What the tax is called on documents.'),
  rate: required(
    decimal({ min: -100, max: 100, decimals: 6 }),
    'Percentage; a negative one withholds.',
  ),
  order: nullable(
    integer({ min: 1, max: 1_000 }),
    'Place in the rule, from 1; left out: its place in the list.',
  ),
  compound: defaulted(flag, false, 'Taxed on the base plus the tax of earlier components.'),
  compoundOnOrder: nullable(
    integer({ min: 1, max: 1_000 }),
    'With compound: the one earlier component whose tax is added, by its order; left out: all of them.',
  ),
});

export const createTaxRuleInput = inputObject('CreateTaxRule', 'A new tax rule.', {
  name: required(text(), 'Name, unique in the workspace.'),
  source: defaulted(
    oneOf('TaxRuleSource', taxRuleSources),
    'BUILT_IN',
    'Whether the rule is built in or from a provider.',
  ),
  providerId: nullable(text(), 'The provider’s id of the rule.'),
  components: required(list(object(componentInput), { min: 1, max: 50 }), 'Its taxes.'),
});

type Components = ReturnType<typeof createTaxRuleInput.parse>['components'];

function ordered(components: Components) {
  return components.map((component, index) => ({
    ...component,
    order: component.order ?? index + 1,
  }));
}

const componentsFit: Rules<{ components: Components }> = ({ components }) =>
  components === undefined ? [] : validateComponents(ordered(components));

/**
 * Makes a tax rule, whose components are applied in their order (spec part 2, "taxRule"). A compound component is taxed
 * on the base and the tax of the earlier ones, or of the one that `compoundOnOrder` names.
 * @throws ActionError invalid_input, name_taken
 */
export async function createTaxRule(
  context: Context,
  input: InputOf<typeof createTaxRuleInput>,
): Promise<TaxRuleRecord> {
  const { components, ...fields } = parseInput(createTaxRuleInput, input, componentsFit);
  return refusingTaken('name', `There is already a tax rule named "${fields.name}".`, () =>
    inTransaction(context, async ({ accountId, db }) => {
      const rule = await db.taxRule.create({
        data: { ...fields, accountId, id: newId('TaxRule') },
      });
      const rows = await db.taxComponent.createManyAndReturn({
        data: ordered(components).map((component) => ({
          ...component,
          accountId,
          id: newId('TaxComponent'),
          taxRuleId: rule.id,
        })),
      });
      return { ...rule, components: rows.sort((a, b) => a.order - b.order) };
    }),
  );
}
