import type { FieldNode, GraphQLField } from 'graphql';

export type AnyField = GraphQLField<unknown, unknown>;

export type FieldNodes = readonly FieldNode[];

/** A field that is selected, under the name that it has in the answer. */
export interface SelectedField {
  name: string;
  /** Undefined for `__typename`. */
  field: AnyField | undefined;
  nodes: readonly FieldNode[];
}
