import { isInputObjectType } from 'graphql';
import { schema } from '../index.ts';

/** Operators of other APIs, mapped to the equivalent filter fields. */
const operatorNames: Readonly<Record<string, string>> = {
  ...{ eq: 'equals', _eq: 'equals', is: 'equals', equalTo: 'equals' },
  ...{ ne: 'not', neq: 'not', _neq: 'not', notEquals: 'not' },
  ...{ nin: 'notIn', _nin: 'notIn', _in: 'in', anyOf: 'in' },
  ...{ ge: 'gte', _gte: 'gte', greaterThan: 'gt', _gt: 'gt' },
  ...{ le: 'lte', _lte: 'lte', lessThan: 'lt', _lt: 'lt' },
  ...{ like: 'contains', ilike: 'contains', _like: 'contains', _ilike: 'contains' },
  ...{ and: 'AND', _and: 'AND', or: 'OR', _or: 'OR', _not: 'NOT' },
  ...{ any: 'some', all: 'every' },
};

/** GraphQL.js only suggests names with similar letters ("in" for "nin"). */
const unknownField = /(Field "(\w+)" is not defined by type "(\w+)"\.)(?: Did you mean .*)?$/;

/** Adds the equivalent field to an "unknown field" message. */
export function withOperatorHint(message: string): string {
  const [, , field = '', typeName = ''] = unknownField.exec(message) ?? [];
  const type = schema.getType(typeName);
  const name = operatorNames[field];
  if (name === undefined || !isInputObjectType(type) || !type.getFields()[name]) return message;
  return message.replace(unknownField, `$1 Did you mean "${name}"?`);
}
