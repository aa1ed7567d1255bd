import type { GraphQLField, GraphQLInputObjectType, GraphQLObjectType } from 'graphql';
import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { Permissions } from '../platform/permissions/permissions.ts';
import { listedModels } from '../schema/core/list-definitions.ts';
import { permissionsForField } from '../schema/core/required-permissions.ts';
import { schema } from '../schema/index.ts';

/** A type of records with a list in GraphQL. Tools get new types without a change. */
export interface RecordType {
  name: string;
  type: GraphQLObjectType;
  /** Root field of a page. */
  list: string;
  /** Root field of one record. */
  one: string;
  where: GraphQLInputObjectType;
  orderBy: GraphQLInputObjectType;
  permissions: Permissions;
}

type Field = GraphQLField<unknown, unknown>;

const queryType = schema.getQueryType() as GraphQLObjectType;

const inputType = (name: string): GraphQLInputObjectType => {
  const type = schema.getType(name);
  if (!isInputObjectType(type)) throw new Error(`${name} is no input type.`);
  return type;
};

function recordTypeOf(name: string): RecordType {
  const where = inputType(`${name}Where`);
  const fields = Object.values(queryType.getFields());
  const list = fields.find(({ args }) =>
    args.some((arg) => arg.name === 'where' && getNamedType(arg.type) === where),
  ) as Field;
  return {
    ...{ name, where, list: list.name },
    type: schema.getType(name) as GraphQLObjectType,
    one: `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    orderBy: inputType(`${name}OrderBy`),
    permissions: permissionsForField(queryType, list),
  };
}

const recordTypes: ReadonlyMap<string, RecordType> = new Map(
  [...listedModels()].sort().map((name) => [name, recordTypeOf(name)]),
);

export const allRecordTypeNames: readonly string[] = [...recordTypes.keys()];

export const recordTypeNames = (permissions: Permissions): string[] =>
  [...recordTypes.values()]
    .filter((type) => (type.permissions & ~permissions) === 0)
    .map(({ name }) => name);

export const findRecordType = (name: string): RecordType => recordTypes.get(name) as RecordType;

const maySelect = (type: GraphQLObjectType, field: Field, permissions: Permissions) =>
  !field.args.some(isRequiredArgument) && (permissionsForField(type, field) & ~permissions) === 0;

/** Fields that no reader of a record needs. */
const omittedFields = new Set([
  'accountId',
  'source',
  'externalId',
  'formatted',
  'totalsExplanation',
]);

/** Fields that name a record. Each type has one of them. */
export const labels = [
  ...['name', 'label', 'subject', 'fileName', 'invoiceNumberFormatted', 'numberFormatted', 'email'],
];

/** A search compares these too. */
const allLabels = ['firstName', 'lastName', ...labels];

export const numbers = ['invoiceNumber', 'ticketNumber', 'number'];

const isLeaf = ({ type }: Field) => isLeafType(getNamedType(type));

const selectable = (type: GraphQLObjectType, permissions: Permissions): Field[] =>
  Object.values(type.getFields()).filter(
    (field) => !omittedFields.has(field.name) && maySelect(type, field, permissions),
  );

/** Id and name. The type of a client decides whether its name is marked as text of outsiders. */
export const labelSelection = (type: GraphQLObjectType, permissions: Permissions): string =>
  selectable(type, permissions)
    .filter((field) => isLeaf(field) && ['id', 'clientType', ...allLabels].includes(field.name))
    .map(({ name }) => name)
    .join(' ');

const within = (name: string, selection: string): string[] =>
  selection === '' ? [] : [`${name} { ${selection} }`];

const hasRecord = (type: GraphQLObjectType, { name }: Field): boolean =>
  name.endsWith('Id') && type.getFields()[name.slice(0, -2)] !== undefined;

/** Values of a record, and id and name of the single records that it belongs to. */
export const defaultSelection = (
  { type }: Pick<RecordType, 'type'>,
  permissions: Permissions,
): string =>
  selectable(type, permissions)
    .flatMap((field): string[] => {
      if (isLeaf(field)) return hasRecord(type, field) ? [] : [field.name];
      const related = getNamedType(field.type) as GraphQLObjectType;
      return !isListField(field) && recordTypes.has(related.name)
        ? within(field.name, labelSelection(related, permissions))
        : [];
    })
    .join(' ');

const isListField = ({ type }: Field) => isListType(getNullableType(type));

const belongingLimit = 10;

/** In addition, the parts of a record, and the first records that belong to it. */
export function fullSelection(type: GraphQLObjectType, permissions: Permissions): string {
  const parts = selectable(type, permissions).flatMap((field): string[] => {
    const related = getNamedType(field.type);
    if (!isObjectType(related)) return [];
    const { nodes } = related.getFields();
    const node = nodes && getNamedType(nodes.type);
    if (isObjectType(node))
      return recordTypes.has(node.name)
        ? within(
            `${field.name}(first: ${belongingLimit})`,
            `nodes { ${labelSelection(node, permissions)} }`,
          )
        : [];
    if (!isListField(field) && recordTypes.has(related.name)) return [];
    return within(field.name, nestedSelection(related, permissions, 1));
  });
  return [defaultSelection({ type }, permissions), ...parts].join(' ');
}

/** Values of an object that is no record, of its parts, and names of records. */
export function nestedSelection(
  type: GraphQLObjectType,
  permissions: Permissions,
  depth: number,
): string {
  const parts = selectable(type, permissions).flatMap((field): string[] => {
    const related = getNamedType(field.type);
    if (recordTypes.has(type.name) || depth === 0 || !isObjectType(related)) return [];
    if (recordTypes.has(related.name))
      return within(field.name, labelSelection(related, permissions));
    return 'nodes' in related.getFields()
      ? []
      : within(field.name, nestedSelection(related, permissions, depth - 1));
  });
  const values = selectable(type, permissions).filter((field) => isLeaf(field));
  return [...values.map(({ name }) => name), ...parts].join(' ');
}

/** Each word has to be in one of the names or numbers. Undefined if the type has none. */
export function namesContain({ where }: RecordType, text: string): object | undefined {
  const fields = where.getFields();
  const compared = allLabels.filter((name) => String(fields[name]?.type) === 'StringFilter');
  const counted = numbers.filter((name) => String(fields[name]?.type) === 'IntFilter');
  if (compared.length + counted.length === 0) return undefined;
  const words = text.split(/\s+/).filter((word) => word !== '');
  return {
    AND: words.map((word) => ({
      OR: [
        ...compared.map((name) => ({ [name]: { contains: word, mode: 'INSENSITIVE' } })),
        ...(/^\d{1,9}$/.test(word)
          ? counted.map((name) => ({ [name]: { equals: Number(word) } }))
          : []),
      ],
    })),
  };
}
