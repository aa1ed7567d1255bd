import { getDatamodel } from '../../generated/pothos/types.ts';

const operators: Readonly<Record<string, string>> = {
  equals: 'Is exactly this. Null: has no value.',
  not: 'At least one of these conditions is false. Records without a value do not match; `not: null` finds all records with a value.',
  in: 'Is one of these.',
  notIn: 'Is none of these. Records without a value do not match.',
  lt: 'Is less than, or before, this.',
  lte: 'Is at most, or not after, this.',
  gt: 'Is greater than, or after, this.',
  gte: 'Is at least, or not before, this.',
  contains: 'Contains this text.',
  startsWith: 'Starts with this text.',
  endsWith: 'Ends with this text.',
  mode: 'Whether the comparison is case-sensitive.',
  some: 'At least one of them matches; with {}: there is one.',
  every:
    'All of them match, or there are none. A record without the compared value does not match.',
  none: 'None of them matches; with {}: there is none.',
  AND: 'All of these conditions match.',
  OR: 'At least one of these conditions matches. An empty list matches nothing.',
  NOT: 'This condition does not match. Records without the compared value are omitted; `equals: null` finds them.',
};

const common: Readonly<Record<string, string>> = {
  id: 'The record’s id.',
  createdAt: 'When the record was created.',
  updatedAt: 'When the record was last changed.',
  accountId: 'Number of the record’s workspace.',
};

export const outputDescriptions: Readonly<Record<string, string>> = {
  ...common,
  edges: 'The records of this page, each with its cursor.',
  nodes: 'The records of this page, without their cursors.',
  node: 'The record.',
  cursor: 'Cursor of the record, for `after` and `before`.',
  pageInfo: 'Whether there are more pages, and the first and last cursor of this page.',
  hasNextPage: 'Whether there are records after this page.',
  hasPreviousPage: 'Whether there are records before this page.',
  startCursor: 'Cursor of the first record of the page.',
  endCursor: 'Cursor of the last record of the page.',
};

const { models } = getDatamodel().datamodel;

export function defaultInputDescription(parentType: string, name: string): string | undefined {
  const model = parentType.replace(/(ListWhere|Where|OrderBy)$/, '');
  const field = models[model]?.fields.find((candidate) => candidate.name === name);
  if (field?.documentation) return field.documentation;
  if (field?.kind === 'object') return `Conditions on the related ${field.type} records.`;
  return operators[name] ?? common[name];
}
