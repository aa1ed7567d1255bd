import SchemaBuilder, { BasePlugin } from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import type { GraphQLObjectType } from 'graphql';
import { GraphQLSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { getDatamodel } from '../../src/generated/pothos/types.ts';
import { isDeclaredField } from '../../src/schema/core/declared-fields.ts';
import { declaredFieldsPluginName } from '../../src/schema/core/declared-fields-plugin.ts';
import type { ReadExtensions } from '../../src/schema/core/field-reads.ts';
import {
  columnField,
  columnFields,
  computedField,
  relationField,
  relationListField,
} from '../../src/schema/core/record-fields.ts';
import { inheritedPermissions } from '../../src/schema/core/required-permissions.ts';
import { scalars } from '../../src/schema/core/scalars.ts';
import { schema } from '../../src/schema/index.ts';
import { createOperationPlanner } from '../../src/schema/planner/index.ts';
import { checkDeclarations } from '../../src/schema/planner/schema-checks.ts';

/** A plugin that changes each field, for example to check permissions. */
class WrappingPlugin extends BasePlugin<never> {
  override wrapResolve(resolve: never): never {
    return ((...input: []) => (resolve as () => unknown)(...input)) as never;
  }
}

SchemaBuilder.registerPlugin('wrapping' as never, WrappingPlugin as never);

// biome-ignore lint/suspicious/noExplicitAny: a builder of fields without the types of the whole schema
type Fields = (t: any) => Record<string, unknown>;

/** A schema of vendors with a planted defect. */
function build(plant: Fields, plugins: readonly string[] = []) {
  const builder = new SchemaBuilder<never>({
    plugins: [...plugins, RelayPlugin, PrismaPlugin, declaredFieldsPluginName] as never,
    relay: {},
    prisma: { client: {} as never, dmmf: getDatamodel() },
    // biome-ignore lint/suspicious/noExplicitAny: as above
  } as never) as any;
  for (const [name, scalar] of Object.entries(scalars)) builder.addScalarType(name, scalar);
  // The changes of a record are a page of a type that belongs to the whole schema's builder, as its enumerations do.
  const displayed = (t: never, model: 'Vendor' | 'Expense', names: never[]) => {
    const { changes: _, kind: _kind, ...own } = columnFields(t, model, names);
    return own;
  };
  const vendor = (t: never) => ({ ...displayed(t, 'Vendor', ['name'] as never[]), ...plant(t) });
  builder.prismaObject('Vendor', { fields: vendor });
  builder.prismaObject('Expense', { fields: (t: never) => displayed(t, 'Expense', []) });
  builder.prismaObject('LogEntry', {
    extensions: inheritedPermissions,
    fields: (t: never) => ({ operation: columnField(t, 'operation', { type: 'String' }) }),
  });
  builder.queryType({
    // biome-ignore lint/suspicious/noExplicitAny: as above
    fields: (t: any) => ({ vendor: t.field({ type: 'Vendor', resolve: () => ({ id: 'ven_1' }) }) }),
  });
  const built = builder.toSchema();
  checkDeclarations(built);
  return built;
}

test('a schema with declared record fields is built', () => {
  const expenses = { order: { date: 'asc' } };
  const built = build((t) => ({
    expenses: relationListField(t, 'expenses', expenses.order),
    title: computedField(t, {
      type: 'String',
      description: 'x',
      from: { name: true },
      value: () => '',
    }),
  }));
  expect(Object.keys((built.getType('Vendor') as GraphQLObjectType).getFields())).toContain(
    'title',
  );
});

const page = { kind: 'page', relation: 'expenses' } as const;

describe('no schema is built', () => {
  test.each<[what: string, plant: Fields, message: RegExp]>([
    [
      'a relation that no helper declares',
      (t) => ({ mine: t.relation('expenses') }),
      /^Vendor\.mine does not declare what it reads/,
    ],
    [
      'a column that no helper declares',
      (t) => ({ mine: t.exposeString('name') }),
      /^Vendor\.mine does not declare what it reads/,
    ],
    [
      'a resolver that stands on a record',
      (t) => ({ mine: t.string({ resolve: () => '' }) }),
      /^Vendor\.mine does not declare what it reads/,
    ],
    [
      'a list with a condition of its own',
      (t) => ({
        mine: t.relatedConnection('expenses', {
          cursor: 'accountId_id',
          extensions: { read: page } satisfies ReadExtensions,
          query: { where: { billable: true } },
        }),
      }),
      /^Vendor\.mine has its own Prisma query/,
    ],
    [
      'a list with a condition of its own that depends on who asks',
      (t) => ({
        mine: t.relatedConnection('expenses', {
          cursor: 'accountId_id',
          extensions: { read: page } satisfies ReadExtensions,
          query: (_: object, { actor }: { actor: { keyId: string } }) => ({
            where: { createdBy: actor.keyId },
          }),
        }),
      }),
      /^Vendor\.mine has its own Prisma query/,
    ],
    [
      'a relation with a condition of its own',
      (t) => ({
        mine: t.relation('expenses', {
          query: { where: { billable: true } },
          extensions: { read: { kind: 'relation', relation: 'expenses' }, partOrder: [] },
        }),
      }),
      /^Vendor\.mine has its own Prisma query/,
    ],
    [
      'a list that says nothing of its order',
      (t) => ({ mine: relationField(t, 'expenses') }),
      /^Vendor\.mine cannot be read: the order of expenses/,
    ],
    [
      'a value of a column that there is not',
      (t) => ({
        mine: computedField(t, {
          type: 'Int',
          description: 'x',
          from: { size: true },
          value: () => 1,
        }),
      }),
      /^Vendor\.mine cannot be read: there is no Vendor\.size/,
    ],
    [
      'a value of records with a condition of its own',
      (t) => ({
        mine: computedField(t, {
          type: 'Int',
          description: 'x',
          from: { expenses: { where: { billable: true }, select: { id: true } } },
          value: () => 1,
        }),
      }),
      /^Vendor\.mine cannot be read: the selection of expenses/,
    ],
  ])('with %s', (_, plant, message) => {
    expect(() => build(plant)).toThrow(message);
  });

  test('with a plugin that wraps declared resolvers', () => {
    expect(() => build(() => ({}), ['wrapping'])).toThrow(
      /^Vendor\.\w+ was wrapped by the plugin wrapping/,
    );
  });

  test('with a directive that gives a declared field another resolver', () => {
    const built = build(() => ({}));
    const { name } = (built.getType('Vendor') as GraphQLObjectType).getFields();
    Object.assign(name as object, { resolve: () => 'another' });
    // Transforming a schema creates another one.
    const transformed = new GraphQLSchema(built.toConfig());
    expect(() => checkDeclarations(transformed)).toThrow(
      /^Vendor\.name has a resolver, which is never called/,
    );
    expect(() => createOperationPlanner(transformed)).toThrow(
      /^Vendor\.name has a resolver, which is never called/,
    );
  });
});

test('of no field of a record, and of no page, a resolver is ever called', () => {
  const types = Object.values(schema.getTypeMap()).filter((type) => 'getInterfaces' in type);
  const visible = (types as GraphQLObjectType[]).filter(
    ({ extensions, name }) => extensions.pothosPrismaModel ?? /(Connection|Edge)$/.test(name),
  );
  expect(visible.length).toBeGreaterThan(80);
  for (const type of visible) {
    for (const field of Object.values(type.getFields())) {
      expect(isDeclaredField(type, field), `${type.name}.${field.name}`).toBe(true);
      const call = () => (field.resolve as () => unknown)();
      expect(call, `${type.name}.${field.name}`).toThrow('is read, not executed');
    }
  }
});
