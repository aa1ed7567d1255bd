import { getDatamodel } from '../../generated/pothos/types.ts';

const { models } = getDatamodel().datamodel;

/** What a model (its `///` comments) says of one of its columns; undefined where it has no such column or says nothing. */
export function documentationOf(model: string, column: string): string | undefined {
  return models[model]?.fields.find(({ name }) => name === column)?.documentation;
}
