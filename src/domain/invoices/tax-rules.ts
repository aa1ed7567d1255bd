import { Prisma } from '../../generated/prisma/client.ts';
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
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { ConstraintErrors } from '../../write/constraint-errors.ts';
import { deleteWithInput } from '../../write/delete-record.ts';
import type { InsertedRow, WriteContext } from '../../write/unit-of-work.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { write } from '../../write/write.ts';
import { areRowsEqual, nextVersion } from '../../write/written-rows.ts';
import { validateComponents } from './tax-components.ts';

export type TaxRuleRecord = InsertedRow<'TaxRule'> & { components: InsertedRow<'TaxComponent'>[] };

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

/** Default order: the position in the list. */
export function withComponentOrder(components: Components) {
  return components.map((component, index) => ({
    ...component,
    order: component.order ?? index + 1,
  }));
}

const validateRuleComponents: Rules<{ components: Components }> = ({ components }) =>
  components === undefined ? [] : validateComponents(withComponentOrder(components));

/**
 * Creates a tax rule (spec part 2, "taxRule").
 * @throws ActionError invalid_input, name_taken
 */
export async function createTaxRule(
  context: Context,
  input: InputOf<typeof createTaxRuleInput>,
): Promise<TaxRuleRecord> {
  const { components, ...fields } = parseInput(createTaxRuleInput, input, validateRuleComponents);
  return write(context, (tx) => {
    const rule = tx.insert('TaxRule', { ...fields, id: newRecordId(tx, 'TaxRule') }, constraints);
    return { ...rule, components: insertComponents(tx, rule.id, components) };
  });
}

const constraints: ConstraintErrors = {
  TaxRule_accountId_name_key: {
    path: 'name',
    message: 'There is already a tax rule of this name.',
  },
};

function insertComponents(
  tx: WriteContext,
  taxRuleId: string,
  components: Components,
): InsertedRow<'TaxComponent'>[] {
  const rows = withComponentOrder(components).map((component) => ({
    ...component,
    id: newId('TaxComponent'),
    taxRuleId,
  }));
  return tx.insertAll('TaxComponent', rows).sort((a, b) => a.order - b.order);
}

/** Returns false if the components are the same. */
async function replaceComponents(
  tx: WriteContext,
  taxRuleId: string,
  components: Components,
): Promise<boolean> {
  const before = await tx.lockAll('TaxComponent', Prisma.sql`"taxRuleId" = ${taxRuleId}`);
  const orderedComponents = withComponentOrder(components).sort((a, b) => a.order - b.order);
  if (
    areRowsEqual(
      before.toSorted((a, b) => a.order - b.order),
      orderedComponents,
    )
  )
    return false;
  tx.delete('TaxComponent', before);
  insertComponents(tx, taxRuleId, components);
  return true;
}

/**
 * Components are replaced as a whole. Invoices keep the rule of their creation.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export async function updateTaxRule(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateTaxRuleInput>,
  mode: UpdateMode,
): Promise<{ id: string }> {
  const target = { model: 'TaxRule', schema: updateTaxRuleInput, input, mode } as const;
  const update = { ...target, constraints: () => constraints };
  return updateWithInput(context, update, async (tx, { components, ...change }, rule) => {
    if (!components) return change;
    const errors = validateComponents(withComponentOrder(components));
    if (errors.length > 0) throw invalidInputError(errors);
    const isReplaced = await replaceComponents(tx, rule.id, components);
    return { ...change, ...(isReplaced && nextVersion(rule)) };
  });
}

/** @throws ActionError id_missing, record_not_found; conflicting_state if clients or invoices refer to it */
export const deleteTaxRule = (context: Context, input: { id?: unknown }): Promise<string> =>
  deleteWithInput(context, 'TaxRule', input, { type: 'TaxComponent', column: 'taxRuleId' });
