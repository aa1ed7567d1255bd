import type { TaxComponent, TaxRule } from '../../generated/prisma/client.ts';
import { TaxRuleSource } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import {
  booleanType,
  decimal,
  enumOf,
  integer,
  list,
  object,
  text,
} from '../../platform/input/field-types.ts';
import type { InputOf, Rules } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  parseInput,
  required,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { deleteRecord } from '../../write/delete-record.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { updateRecord } from '../../write/update-record.ts';
import { areRowsEqual, versionIncrement } from '../../write/written-rows.ts';
import { validateComponents } from './tax-components.ts';

/** A tax rule with its components in their order. */
export type TaxRuleRecord = TaxRule & { components: TaxComponent[] };

export const taxRuleSources = Object.values(TaxRuleSource);

const componentInput = inputObject('TaxComponentInput', 'One tax of a rule.', {
  name: required(text()),
  rate: required(
    decimal({ min: -100, max: 100, decimals: 6 }),
    'Percentage; a negative one withholds.',
  ),
  order: nullable(
    integer({ min: 1, max: 1_000 }),
    'Position in the rule, from 1. Default: its position in the list.',
  ),
  compound: withDefault(booleanType, false),
  compoundOnOrder: nullable(
    integer({ min: 1, max: 1_000 }),
    'If compound: the order of the one earlier component whose tax is added. Default: all of them.',
  ),
});

/** The taxes of a rule, in the sequence in which they were sent. */
export const componentList = list(object(componentInput), { min: 1, max: 50 });

const taxRuleFields = {
  source: withDefault(enumOf('TaxRuleSource', taxRuleSources), 'BUILT_IN'),
  providerId: nullable(text()),
};

export const createTaxRuleInput = inputObject('CreateTaxRule', 'A new tax rule.', {
  name: required(text()),
  ...taxRuleFields,
  components: required(componentList),
});

export const updateTaxRuleInput = inputObject('UpdateTaxRule', 'A tax rule’s fields.', {
  name: requiredOnCreate(text()),
  ...taxRuleFields,
  components: requiredOnCreate(componentList, 'Its taxes; the list replaces the former one.'),
});

type Components = ReturnType<typeof createTaxRuleInput.parse>['components'];

/** Components with an order each: where none was sent, their place in the list. */
export function withComponentOrder(components: Components) {
  return components.map((component, index) => ({
    ...component,
    order: component.order ?? index + 1,
  }));
}

const componentsFit: Rules<{ components: Components }> = ({ components }) =>
  components === undefined ? [] : validateComponents(withComponentOrder(components));

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
  return withUniqueConflict('name', nameTaken, () =>
    inTransaction(context, async (tx) => {
      const rule = await tx.db.taxRule.create({
        data: { ...fields, accountId: tx.accountId, id: newRecordId(tx, 'TaxRule') },
      });
      return { ...rule, components: await insertComponents(tx, rule.id, components) };
    }),
  );
}

const nameTaken = 'There is already a tax rule of this name.';

async function insertComponents(
  { accountId, db }: Context,
  taxRuleId: string,
  components: Components,
): Promise<TaxComponent[]> {
  const rows = await db.taxComponent.createManyAndReturn({
    data: withComponentOrder(components).map((component) => ({
      ...component,
      accountId,
      id: newId('TaxComponent'),
      taxRuleId,
    })),
  });
  return rows.sort((a, b) => a.order - b.order);
}

/** Makes these components, and no others, those of a rule; answers whether it had other ones. */
async function replaceComponents(
  tx: Context,
  taxRuleId: string,
  components: Components,
): Promise<boolean> {
  const where = { accountId: tx.accountId, taxRuleId };
  const before = await tx.db.taxComponent.findMany({ where, orderBy: { order: 'asc' } });
  const given = withComponentOrder(components).sort((a, b) => a.order - b.order);
  if (areRowsEqual(before, given)) return false;
  await tx.db.taxComponent.deleteMany({ where });
  await insertComponents(tx, taxRuleId, components);
  return true;
}

/**
 * Changes a tax rule: patch keeps what is left out, replace resets it, except name and components. Components are
 * replaced as a whole. Invoices keep the rule as it was when they were made.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export async function updateTaxRule(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateTaxRuleInput>,
  mode: UpdateMode,
): Promise<TaxRule> {
  const update = { type: 'TaxRule', schema: updateTaxRuleInput, input, mode } as const;
  return withUniqueConflict('name', nameTaken, () =>
    updateRecord(context, update, async (tx, { components, ...data }, { id }: TaxRule) => {
      const { accountId, db } = tx;
      if (components) {
        const faults = validateComponents(withComponentOrder(components));
        if (faults.length > 0) throw invalidInputError(faults);
      }
      const replaced = components && (await replaceComponents(tx, id, components));
      return db.taxRule.updateManyAndReturn({
        where: { accountId, id },
        data: { ...data, ...(replaced && versionIncrement) },
      });
    }),
  );
}

/**
 * Deletes a tax rule with its components, when nobody's default it is and no invoice was taxed by it.
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export async function deleteTaxRule(context: Context, input: { id?: unknown }): Promise<string> {
  const id = requireId(input);
  const parts = { type: 'TaxComponent', column: 'taxRuleId' } as const;
  await inTransaction(context, (tx) => deleteRecord(tx, 'TaxRule', id, parts));
  return id;
}
