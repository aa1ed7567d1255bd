/** The first content of a new resource: a record with a name and notes. REST and GraphQL list it, GraphQL writes it. */

export interface ResourceNames {
  /** Base name of the files: `purchase-orders`. */
  fileName: string;
  /** Name of the model: `PurchaseOrder`. */
  model: string;
  /** `PurchaseOrders`. */
  pluralModel: string;
  /** Name of lists and relations: `purchaseOrders`. */
  list: string;
  /** Text: `purchase order`. */
  singular: string;
  /** Text: `purchase orders`. */
  plural: string;
  /** Prefix of the ids: `pur`. */
  prefix: string;
}

const model = ({ model: name, plural }: ResourceNames) => `/// One of the workspace’s ${plural}.
model ${name} {
  accountId Int
  id        String
  /// Name, unique in the workspace.
  name      String
  /// Notes for the workspace’s own eyes.
  notes     String?
  createdAt DateTime @default(dbgenerated("transaction_timestamp()")) @db.Timestamptz(3)
  updatedAt DateTime @default(dbgenerated("transaction_timestamp()")) @db.Timestamptz(3)
  /// Raised by every change.
  version   Int      @default(1)

  workspace Workspace @relation(fields: [accountId], references: [accountId], onDelete: Restrict, onUpdate: NoAction)

  @@id([accountId, id])
  @@unique([accountId, name])
  @@index([accountId, createdAt, id])
  @@index([accountId, updatedAt, id])
}
`;

const delegateOf = (model: string) => `${model.charAt(0).toLowerCase()}${model.slice(1)}`;

const fields = ({
  model: name,
  singular,
}: ResourceNames) => `import type { ${name} } from '../../generated/prisma/client.ts';
import { multilineText, text } from '../../platform/input/field-types.ts';
import { inputObject, nullable, required, requiredOnCreate } from '../../platform/input/fields.ts';

/** A ${singular} as REST and GraphQL return it. */
export type ${name}Record = ${name};

const ${delegateOf(name)}Fields = { notes: nullable(multilineText()) };

export const create${name}Input = inputObject('Create${name}', 'A new ${singular}.', {
  name: required(text()),
  ...${delegateOf(name)}Fields,
});

export const update${name}Input = inputObject('Update${name}', 'The fields of a ${singular}.', {
  name: requiredOnCreate(text()),
  ...${delegateOf(name)}Fields,
});
`;

const create = ({
  model: name,
}: ResourceNames) => `import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { InsertedRow } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { create${name}Input } from './fields.ts';
import { ${delegateOf(name)}Constraints } from './rules.ts';

/** @throws ActionError invalid_input, name_taken */
export function create${name}(
  context: Context,
  input: InputOf<typeof create${name}Input>,
): Promise<InsertedRow<'${name}'>> {
  return write(context, (tx) => {
    const fields = parseInput(create${name}Input, input);
    const id = newRecordId(tx, '${name}');
    return tx.insert('${name}', { ...fields, id }, ${delegateOf(name)}Constraints);
  });
}
`;

const update = ({
  model: name,
  singular,
}: ResourceNames) => `import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { update${name}Input } from './fields.ts';
import { ${delegateOf(name)}Constraints } from './rules.ts';

/**
 * Updates a ${singular}. A patch keeps omitted fields; a replacement resets them, except the name.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export const update${name} = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof update${name}Input>,
  mode: UpdateMode,
): Promise<{ id: string }> =>
  updateWithInput(context, {
    model: '${name}',
    schema: update${name}Input,
    input,
    mode,
    constraints: () => ${delegateOf(name)}Constraints,
  });
`;

const remove = ({
  model: name,
  singular,
}: ResourceNames) => `import type { Context } from '../../platform/context/context.ts';
import { deleteWithInput } from '../../write/delete-record.ts';

/**
 * Deletes a ${singular}.
 * @throws ActionError id_missing, record_not_found
 */
export const delete${name} = (context: Context, input: { id?: unknown }): Promise<string> =>
  deleteWithInput(context, '${name}', input);
`;

const listOf = ({
  list,
  plural,
}: ResourceNames) => `import type { ListQuery } from '../../query/record-list.ts';

/** All ${plural}, in alphabetical order. */
export const ${list}ByName: ListQuery = { orderBy: [{ column: 'name' }] };
`;

const rules = ({ model: name, singular }: ResourceNames) =>
  `import type { ConstraintErrors } from '../../write/constraint-errors.ts';

export const ${delegateOf(name)}Constraints: ConstraintErrors = {
  ${name}_accountId_name_key: {
    path: 'name',
    message: 'There is already a ${singular} of this name.',
  },
};
`;

const rest = ({
  fileName,
  list,
  model: name,
  pluralModel,
  plural,
  prefix,
  singular,
}: ResourceNames) => `import type { ${name}Record } from '../../domain/${fileName}/fields.ts';
import { ${list}ByName } from '../../domain/${fileName}/list.ts';
import { defineListRoute } from '../core/list-routes.ts';
import { defineSerializer, integer, nullableText, text, withDescription } from '../core/serializer.ts';

const ${delegateOf(name)}Serializer = defineSerializer<${name}Record>()('${name}', 'One of the workspace’s ${plural}.', {
  id: withDescription(text, 'Id of the ${singular}.'),
  accountId: withDescription(integer, 'The workspace.'),
  name: text,
  notes: nullableText,
});

const example = {
  id: '${prefix}_0199d2f0a1c27b1e9f4b6c1de0a35f70',
  accountId: 1,
  name: 'First',
};

export const ${delegateOf(name)}Routes = [
  defineListRoute({
    path: '${list}/list',
    operationId: 'list${pluralModel}',
    tag: 'Workspace',
    summary: 'List ${plural}',
    description: 'All ${plural}, in alphabetical order.',
    model: '${name}',
    record: ${delegateOf(name)}Serializer,
    errors: [],
    example: { output: [example] },
    handle: () => ${list}ByName,
  }),
];
`;

const operations = ({
  fileName,
  model: name,
  singular,
}: ResourceNames) => `import { create${name} } from '../domain/${fileName}/create.ts';
import { delete${name} } from '../domain/${fileName}/delete.ts';
import { create${name}Input, update${name}Input } from '../domain/${fileName}/fields.ts';
import { update${name} } from '../domain/${fileName}/update.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const ${delegateOf(name)}Operations = defineOperations('${name}', {
  create${name}: {
    kind: 'create',
    description: 'Creates a ${singular}.',
    input: create${name}Input,
    errors: ['name_taken'],
    run: create${name},
  },
  update${name}: {
    kind: 'update',
    input: update${name}Input,
    errors: ['name_taken'],
    run: update${name},
  },
  delete${name}: {
    kind: 'delete',
    description: 'Deletes a ${singular}.',
    run: delete${name},
  },
});
`;

const schema = ({
  fileName,
  list,
  model: name,
}: ResourceNames) => `import { ${delegateOf(name)}Operations } from '../../operations/${fileName}.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import { columnFields, recordNodeOptions } from '../core/record-fields.ts';

builder.prismaNode('${name}', {
  ...recordNodeOptions,
  fields: (t) => columnFields(t, '${name}', []),
});

defineRecordQueries('${name}', {
  field: '${list}',
  description: 'Those of the workspace, by name.',
  where: ['name'],
  orderBy: ['name'],
  defaultOrder: [{ name: 'asc' }],
});

defineOperationMutations(${delegateOf(name)}Operations);
`;

const test = ({
  list,
  model: name,
  singular,
}: ResourceNames) => `import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { mutate, mutated } from '../support/mutations.ts';

const api = useTestApi();

const selection = 'id name notes';

test('a ${singular} is created, updated, listed by name, and deleted', async () => {
  const input = { name: 'Second', notes: 'Later' };
  const second = await mutated(api.ours, 'create${name}', input, selection);
  const first = await mutated(api.ours, 'create${name}', { name: 'First' }, selection);
  expect(first).toMatchObject({ name: 'First', notes: null });
  const update = { id: second.id, notes: null };
  const secondNow = await mutated(api.ours, 'update${name}', update, selection);
  expect(secondNow).toEqual({ ...second, notes: null });
  const { accountId } = api.ours;
  const { body } = await api.ours.get('${list}/list');
  const records = [first, secondNow].map(({ id, ...record }) => ({ id, accountId, ...record }));
  expect(body).toEqual(records);
  await mutated(api.ours, 'delete${name}', { id: first.id });
  expect((await api.ours.get('${list}/list')).body).toHaveLength(1);
});

test('a duplicate name is a conflict within a workspace only', async () => {
  await mutated(api.ours, 'create${name}', { name: 'Taken' });
  const duplicate = await mutate(api.ours, 'create${name}', { name: 'Taken' });
  expect(duplicate).toMatchObject({ code: 'name_taken' });
  await mutated(api.theirs, 'create${name}', { name: 'Taken' });
  expect((await api.theirs.get('${list}/list')).body).toHaveLength(1);
});
`;

/** The files of a new resource, by path. */
export const resourceFiles = (names: ResourceNames): Record<string, string> => ({
  [`prisma/models/${names.fileName}.prisma`]: model(names),
  [`src/domain/${names.fileName}/create.ts`]: create(names),
  [`src/domain/${names.fileName}/delete.ts`]: remove(names),
  [`src/domain/${names.fileName}/fields.ts`]: fields(names),
  [`src/domain/${names.fileName}/list.ts`]: listOf(names),
  [`src/domain/${names.fileName}/rules.ts`]: rules(names),
  [`src/domain/${names.fileName}/update.ts`]: update(names),
  [`src/operations/${names.fileName}.ts`]: operations(names),
  [`src/rest/resources/${names.fileName}.ts`]: rest(names),
  [`src/schema/resources/${names.fileName}.ts`]: schema(names),
  [`test/rest/${names.fileName}.test.ts`]: test(names),
});
