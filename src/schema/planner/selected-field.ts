import type { FieldNode, GraphQLField } from 'graphql';

export type AnyField = GraphQLField<unknown, unknown>;

export type FieldNodes = readonly FieldNode[];

/** A selected field under its response name. */
export interface SelectedField {
  name: string;
  /** Undefined for `__typename`. */
  field: AnyField | undefined;
  nodes: readonly FieldNode[];
}
