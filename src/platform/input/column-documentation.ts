import { getDatamodel } from '../../generated/pothos/types.ts';

const { models } = getDatamodel().datamodel;

export function documentationOf(model: string, column: string): string | undefined {
  return models[model]?.fields.find(({ name }) => name === column)?.documentation;
}
