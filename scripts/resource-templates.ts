/** What a new resource begins as: a record with a name and notes, listed on both doors, written through GraphQL. */

export interface ResourceNames {
  /** `purchase-orders`, as files are called. */
  files: string;
  /** `PurchaseOrder`, as the model is called. */
  model: string;
  /** `PurchaseOrders`. */
  models: string;
  /** `purchaseOrders`, as lists and relations are called. */
  list: string;
  /** `purchase order`, in words. */
  words: string;
  /** `purchase orders`. */
  manyWords: string;
  /** `por`, before its ids. */
  prefix: string;
}

const model = ({
  manyWords,
  model: name,
}: ResourceNames) => `/// One of the workspace’s ${manyWords}.
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

const domain = ({ list, model: name, words }: ResourceNames) => {
  const delegate = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return `import type { ${name} } from '../generated/prisma/client.ts';
import { changeRecord } from './kernel/change-record.ts';
import type { UpdateMode } from './kernel/changes.ts';
import { requireId } from './kernel/changes.ts';
import type { Context } from './kernel/context.ts';
import { refusingTaken } from './kernel/database-errors.ts';
import type { InputOf } from './kernel/fields.ts';
import { inputObject, kept, nullable, parseInput, required } from './kernel/fields.ts';
import { idFor } from './kernel/given-ids.ts';
import { longText, text } from './kernel/kinds.ts';
import { deleteRecord } from './kernel/records.ts';
import type { Listing } from './reader/record-lists.ts';

/** A ${words} as it is shown. */
export type ${name}Record = ${name};

const fields = { notes: nullable(longText()) };

export const create${name}Input = inputObject('Create${name}', 'A new ${words}.', {
  name: required(text()),
  ...fields,
});

export const update${name}Input = inputObject('Update${name}', 'The fields of a ${words}.', {
  name: kept(text()),
  ...fields,
});

const nameTaken = 'There is already a ${words} of this name.';

/**
 * Makes a ${words}. One statement.
 * @throws ActionError invalid_input, name_taken
 */
export async function create${name}(
  context: Context,
  input: InputOf<typeof create${name}Input>,
): Promise<${name}> {
  const { accountId, db } = context;
  const values = parseInput(create${name}Input, input);
  return refusingTaken('name', nameTaken, () =>
    db.${delegate}.create({ data: { ...values, accountId, id: idFor(context, '${name}') } }),
  );
}

/**
 * Changes a ${words}: patch keeps what is left out, replace resets it, except the name.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export async function update${name}(
  context: Context,
  input: { id?: unknown } & InputOf<typeof update${name}Input>,
  mode: UpdateMode,
): Promise<${name}> {
  const update = { type: '${name}', schema: update${name}Input, input, mode } as const;
  return refusingTaken('name', nameTaken, () =>
    changeRecord(context, update, ({ accountId, db }, data, { id }: ${name}) =>
      db.${delegate}.updateManyAndReturn({ where: { accountId, id }, data }),
    ),
  );
}

/**
 * Deletes a ${words}.
 * @throws ActionError id_missing, record_not_found
 */
export async function delete${name}(context: Context, input: { id?: unknown }): Promise<string> {
  const id = requireId(input);
  await deleteRecord(context, '${name}', id);
  return id;
}

/** All of them, in alphabetical order. */
export const ${list}ByName: Listing = { orderBy: [{ column: 'name' }] };
`;
};

const rest = ({
  files,
  list,
  manyWords,
  model: name,
  models,
  prefix,
  words,
}: ResourceNames) => `import type { ${name}Record } from '../domain/${files}.ts';
import { ${list}ByName } from '../domain/${files}.ts';
import { listRoute } from './list-routes.ts';
import { described, integer, nullableText, text, wire } from './wire.ts';

const record = wire<${name}Record>()('${name}', 'One of the workspace’s ${manyWords}.', {
  id: described(text, 'Id of the ${words}.'),
  accountId: described(integer, 'The workspace.'),
  name: text,
  notes: nullableText,
});

const example = {
  id: '${prefix}_0199d2f0a1c27b1e9f4b6c1de0a35f70',
  accountId: 1,
  name: 'First',
};

export const ${name.charAt(0).toLowerCase()}${name.slice(1)}Routes = [
  listRoute({
    path: '${list}/list',
    operationId: 'list${models}',
    tag: 'Workspace',
    summary: 'List ${manyWords}',
    description: 'All ${manyWords}, in alphabetical order.',
    model: '${name}',
    record,
    errors: [],
    example: { output: [example] },
    handle: () => ${list}ByName,
  }),
];
`;

const schema = ({ files, list, model: name, words }: ResourceNames) => `import {
  create${name},
  create${name}Input,
  delete${name},
  update${name},
  update${name}Input,
} from '../../domain/${files}.ts';
import { action, deleteAction, updateActions } from '../vocabulary/actions.ts';
import { builder } from '../vocabulary/builder.ts';
import { columns, ownNode } from '../vocabulary/columns.ts';
import { listed } from '../vocabulary/connections.ts';

builder.prismaNode('${name}', {
  ...ownNode,
  fields: (t) => columns(t, '${name}', []),
});

listed('${name}', {
  field: '${list}',
  description: 'Those of the workspace, by name.',
  where: { name: 'String' },
  orderBy: ['name'],
  usualOrder: [{ name: 'asc' }],
});

action('create${name}', {
  description: 'Makes a ${words}.',
  record: '${name}',
  input: create${name}Input,
  run: create${name},
});

updateActions({ record: '${name}', input: update${name}Input, run: update${name} });

deleteAction('delete${name}', {
  record: '${name}',
  description: 'Deletes a ${words}.',
  neverConflicts: true,
  run: delete${name},
});
`;

const test = ({
  list,
  model: name,
  words,
}: ResourceNames) => `import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { mutate, mutated } from '../support/mutations.ts';

const api = useTestApi();

const shown = 'id name notes';

test('a ${words} is made, changed, listed by name, and deleted', async () => {
  const input = { name: 'Second', notes: 'Later' };
  const second = await mutated(api.ours, 'create${name}', input, shown);
  const first = await mutated(api.ours, 'create${name}', { name: 'First' }, shown);
  expect(first).toMatchObject({ name: 'First', notes: null });
  const change = { id: second.id, notes: null };
  const changed = await mutated(api.ours, 'update${name}', change, shown);
  expect(changed).toEqual({ ...second, notes: null });
  const { accountId } = api.ours;
  const { body } = await api.ours.get('${list}/list');
  expect(body).toEqual([first, changed].map(({ id, ...record }) => ({ id, accountId, ...record })));
  await mutated(api.ours, 'delete${name}', { id: first.id });
  expect((await api.ours.get('${list}/list')).body).toHaveLength(1);
});

test('a name that is taken is a conflict, and another workspace’s is not', async () => {
  await mutated(api.ours, 'create${name}', { name: 'Taken' });
  const again = await mutate(api.ours, 'create${name}', { name: 'Taken' });
  expect(again).toMatchObject({ code: 'name_taken' });
  await mutated(api.theirs, 'create${name}', { name: 'Taken' });
  expect((await api.theirs.get('${list}/list')).body).toHaveLength(1);
});
`;

/** The files of a new resource, by path. */
export const resourceFiles = (names: ResourceNames): Record<string, string> => ({
  [`prisma/models/${names.files}.prisma`]: model(names),
  [`src/domain/${names.files}.ts`]: domain(names),
  [`src/rest/${names.files}.ts`]: rest(names),
  [`src/schema/resources/${names.files}.ts`]: schema(names),
  [`test/rest/${names.files}.test.ts`]: test(names),
});
