import type {
  GraphQLField,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import {
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  Kind,
  OperationTypeNode,
} from 'graphql';
import { fullAccessScopes, grantedPermissions } from '../../platform/permissions/permissions.ts';
import {
  isConnectionField,
  isDeclaredField,
  isRecordType,
  unusedResolver,
} from '../core/declared-fields.ts';
import type { ReadExtensions } from '../core/field-reads.ts';
import { areasOfType } from '../core/required-permissions.ts';
import { UndeclaredFieldError } from '../core/undeclared-field-error.ts';
import { isReadableByWriters } from '../core/writer-readable-types.ts';
import type { Operation } from './operation.ts';
import { PlanCollector } from './plan-collector.ts';
import { planRecords } from './record-plan.ts';
import { createRecordCompleter } from './records-by-key.ts';

/** Checks at startup that every operation can be planned. */

type AnyField = GraphQLField<unknown, unknown>;

/** A process creates several planners of one schema. Each check takes 55 ms. */
const checkedSchemas = new WeakSet<GraphQLSchema>();

/**
 * Every field of a record has a declaration, and no resolver, which would never be called.
 * @throws Error with the type and the field
 */
export function checkDeclarations(schema: GraphQLSchema): void {
  if (checkedSchemas.has(schema)) return;
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    checkArea(schema, type);
    for (const field of Object.values(type.getFields())) checkField(schema, type, field);
  }
  checkedSchemas.add(schema);
}

/** Root types and PageInfo. */
const isWithoutArea = (schema: GraphQLSchema, type: GraphQLObjectType) =>
  type.name === 'PageInfo' ||
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(type);

function checkArea(schema: GraphQLSchema, type: GraphQLObjectType): void {
  if (isWithoutArea(schema, type) || isReadableByWriters(type)) {
    if (type === schema.getMutationType()) checkWrites(type);
    return;
  }
  const areas = areasOfType(type);
  if (areas === undefined) {
    throw new Error(
      `The type ${type.name} has no permission area, so its required scope is unknown. Declare \`areaPermissions\` or \`inheritedPermissions\` on the type. For a record, add its model to platform/ids/permission-areas.ts.`,
    );
  }
}

function checkWrites(type: GraphQLObjectType): void {
  for (const { name, extensions } of Object.values(type.getFields())) {
    if ((extensions as ReadExtensions).writes?.length) continue;
    throw new Error(
      `The mutation ${name} declares no areas that it writes. Add \`writes\` to its declaration.`,
    );
  }
}

function checkField(schema: GraphQLSchema, type: GraphQLObjectType, field: AnyField): void {
  const name = `${type.name}.${field.name}`;
  if (!isDeclaredField(type, field)) {
    if (!isRecordType(type)) return;
    throw new Error(
      `${name} does not declare what it reads. Declare fields of records with \`columnFields\`, \`relationField\`, \`relationConnectionField\`, \`relationListField\`, \`manyToManyListField\`, \`ownAndGlobalListField\` or \`computedField\`.`,
    );
  }
  if (field.resolve !== unusedResolver) {
    throw new Error(
      `${name} has a resolver, which is never called because the field declares what it reads. Remove the resolver, or move it to a field without such a declaration.`,
    );
  }
  if (!isRecordType(type) || isConnectionField(type, field)) return;
  const { read } = field.extensions as ReadExtensions;
  if (read && 'relation' in read && hasOwnQuery(field, read.relation)) {
    throw new Error(
      `${name} has its own Prisma query, which is never used. Remove it: the relation defines the records, and the list defines their order.`,
    );
  }
  checkReadable(schema, type, field);
}

/** How Pothos' Prisma plugin selects a relation; used to find custom queries. */
type Select = (
  args: object,
  context: object,
  nested: (query: object | undefined) => object,
  selectedFields: () => ReadonlySet<string>,
) => { select: Record<string, object | boolean | undefined> };

const pageArguments = new Set(['take', 'skip', 'cursor']);

function hasOwnQuery({ extensions }: AnyField, relation: string): boolean {
  const { pothosPrismaSelect } = extensions as { pothosPrismaSelect?: Select };
  try {
    const query = pothosPrismaSelect?.(
      {},
      {},
      (query = {}) => query,
      () => new Set(),
    );
    return Object.keys(query?.select[relation] ?? {}).some((key) => !pageArguments.has(key));
  } catch {
    // The query depends on arguments or the caller.
    return true;
  }
}

/** Plans the field alone. */
function checkReadable(schema: GraphQLSchema, type: GraphQLObjectType, field: AnyField): void {
  const nameNode = (value: string) => ({ kind: Kind.NAME, value }) as const;
  const typename = { kind: Kind.FIELD, name: nameNode('__typename') } as const;
  const nestedSelections = { kind: Kind.SELECTION_SET, selections: [typename] } as const;
  const selection = {
    kind: Kind.FIELD,
    name: nameNode(field.name),
    arguments: field.args.filter(isRequiredArgument).map(({ name }) => ({
      ...({ kind: Kind.ARGUMENT, name: nameNode(name) } as const),
      value: { kind: Kind.STRING, value: '' } as const,
    })),
    ...(!isLeafType(getNamedType(field.type)) && { selectionSet: nestedSelections }),
  } as const;
  const selectionSet = { kind: Kind.SELECTION_SET, selections: [selection] } as const;
  const definition: OperationDefinitionNode = {
    kind: Kind.OPERATION_DEFINITION,
    operation: OperationTypeNode.QUERY,
    selectionSet,
  };
  const operation: Operation = {
    schema,
    definition,
    fragments: new Map(),
    variables: {},
    permissions: grantedPermissions(fullAccessScopes),
    path: [],
    collector: new PlanCollector(),
    createRecordCompleter,
  };
  try {
    planRecords(type, [{ selectionSet }], operation);
  } catch (error) {
    if (!(error instanceof UndeclaredFieldError)) throw error;
    throw new Error(`${type.name}.${field.name} cannot be read: ${error.message}`, {
      cause: error,
    });
  }
}
