import type { GraphQLField, GraphQLObjectType } from 'graphql';
import type { ReadExtensions } from './field-reads.ts';

/** The query planner reads declared fields, so their resolvers are never called. */
export const unusedResolver = (): never => {
  throw new TypeError('A declared field is read, not executed.');
};

export const connectionFieldExtensions = { ofPage: true } as const satisfies ReadExtensions;

type AnyField = GraphQLField<unknown, unknown>;

/** Fields that the Relay plugin declares. */
const partsOfPages: Readonly<Record<string, readonly string[]>> = {
  Connection: ['edges', 'pageInfo'],
  Edge: ['node', 'cursor'],
};

export const isConnectionField = (type: GraphQLObjectType, { name }: AnyField) => {
  const [, kind = ''] = /(Connection|Edge)$/.exec(type.name) ?? [];
  return partsOfPages[kind]?.includes(name) ?? false;
};

export const isRecordType = ({ extensions }: GraphQLObjectType) =>
  (extensions as ReadExtensions).pothosPrismaModel !== undefined;

export function hasFieldReads(extensions: object | null | undefined): boolean {
  const { read, derived, total, linked, shared, root, ofPage } = (extensions ??
    {}) as ReadExtensions;
  return [read, derived, total, linked, shared, root, ofPage].some(
    (extension) => extension !== undefined,
  );
}

/** Whether the query planner reads the field instead of its resolver. */
export const isDeclaredField = (type: GraphQLObjectType, field: AnyField): boolean =>
  hasFieldReads(field.extensions) ||
  isConnectionField(type, field) ||
  (isRecordType(type) && field.name === 'id');
