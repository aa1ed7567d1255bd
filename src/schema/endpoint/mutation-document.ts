import type { GraphQLNamedType } from 'graphql';
import { getNamedType, isObjectType, isUnionType } from 'graphql';
import { capitalize } from '../core/results.ts';
import { schema } from '../index.ts';

/**
 * The document of one mutation with its input as a variable.
 * @param selectionOf returns the fields of the record in the result
 */
export function buildMutation(name: string, selectionOf: (type: string) => string): string {
  const field = schema.getMutationType()?.getFields()[name];
  const success = schema.getType(`${capitalize(name)}Success`);
  if (!field || !isObjectType(success)) throw new TypeError(`There is no mutation ${name}.`);
  const [shown] = Object.values(success.getFields());
  const type = shown && getNamedType(shown.type);
  const selection = isObjectType(type) ? ` { ${selectionOf(type.name)} }` : '';
  return `mutation ($input: ${field.args[0]?.type}) { result: ${name}(input: $input) { __typename
    ... on ${success.name} { written: ${shown?.name}${selection} }
    ... on ExpectedError { code message errors { path code message } }
    ${errorDetailsOf(getNamedType(field.type))} } }`;
}

/** Fields that only some errors have. */
function errorDetailsOf(result: GraphQLNamedType): string {
  const types = isUnionType(result) ? result.getTypes().map(({ name }) => name) : [];
  return Object.entries(errorDetails)
    .filter(([type]) => types.includes(type))
    .map(([type, fields]) => `... on ${type} { ${fields} }`)
    .join(' ');
}

const errorDetails = { NotFoundError: 'nearMatches', VersionMismatchError: 'currentVersion' };
