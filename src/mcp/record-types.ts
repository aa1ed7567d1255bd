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

/** A type of records that has a list in GraphQL. A new type needs no change of the tools. */
export interface RecordType {
  name: string;
  type: GraphQLObjectType;
  /** Root field that returns a page of records. */
  listField: string;
  /** Root field that returns one record. */
  recordField: string;
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
    ...{ name, where, listField: list.name },
    type: schema.getType(name) as GraphQLObjectType,
    recordField: `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
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

const canSelect = (type: GraphQLObjectType, field: Field, permissions: Permissions) =>
  !field.args.some(isRequiredArgument) && (permissionsForField(type, field) & ~permissions) === 0;

/** Fields that the tools omit. */
const omittedFields = new Set([
  'accountId',
  'source',
  'externalId',
  'formatted',
  'totalsExplanation',
]);

/** Fields that identify a record for people. Each type has one of them. */
export const labelFields = [
  ...['name', 'label', 'subject', 'fileName', 'invoiceNumberFormatted', 'numberFormatted', 'email'],
];

const searchedLabels = ['firstName', 'lastName', ...labelFields];

export const numberFields = ['invoiceNumber', 'ticketNumber', 'number'];

const isLeaf = ({ type }: Field) => isLeafType(getNamedType(type));

const selectableFields = (type: GraphQLObjectType, permissions: Permissions): Field[] =>
  Object.values(type.getFields()).filter(
    (field) => !omittedFields.has(field.name) && canSelect(type, field, permissions),
  );

/** Id and name. `clientType` decides whether the name of a client is marked as text of outsiders. */
export const labelSelection = (type: GraphQLObjectType, permissions: Permissions): string =>
  selectableFields(type, permissions)
    .filter(
      (field) => isLeaf(field) && ['id', 'clientType', ...searchedLabels].includes(field.name),
    )
    .map(({ name }) => name)
    .join(' ');

const selectWithin = (name: string, selection: string): string[] =>
  selection === '' ? [] : [`${name} { ${selection} }`];

const isIdOfRelatedRecord = (type: GraphQLObjectType, { name }: Field): boolean =>
  name.endsWith('Id') && type.getFields()[name.slice(0, -2)] !== undefined;

/** Values of a record, and id and name of each record that it belongs to. */
export const defaultSelection = (
  { type }: Pick<RecordType, 'type'>,
  permissions: Permissions,
): string =>
  selectableFields(type, permissions)
    .flatMap((field): string[] => {
      if (isLeaf(field)) return isIdOfRelatedRecord(type, field) ? [] : [field.name];
      const related = getNamedType(field.type) as GraphQLObjectType;
      return !isListField(field) && recordTypes.has(related.name)
        ? selectWithin(field.name, labelSelection(related, permissions))
        : [];
    })
    .join(' ');

const isListField = ({ type }: Field) => isListType(getNullableType(type));

const maxRelatedRecords = 10;

/** The default selection, the parts of the record, and the first records that belong to it. */
export function fullSelection(type: GraphQLObjectType, permissions: Permissions): string {
  const parts = selectableFields(type, permissions).flatMap((field): string[] => {
    const related = getNamedType(field.type);
    if (!isObjectType(related)) return [];
    const { nodes } = related.getFields();
    const node = nodes && getNamedType(nodes.type);
    if (isObjectType(node))
      return recordTypes.has(node.name)
        ? selectWithin(
            `${field.name}(first: ${maxRelatedRecords})`,
            `nodes { ${labelSelection(node, permissions)} }`,
          )
        : [];
    if (!isListField(field) && recordTypes.has(related.name)) return [];
    return selectWithin(field.name, nestedSelection(related, permissions, 1));
  });
  return [defaultSelection({ type }, permissions), ...parts].join(' ');
}

/** Values of an object and of its parts, and names of related records. */
export function nestedSelection(
  type: GraphQLObjectType,
  permissions: Permissions,
  depth: number,
): string {
  const parts = selectableFields(type, permissions).flatMap((field): string[] => {
    const related = getNamedType(field.type);
    if (recordTypes.has(type.name) || depth === 0 || !isObjectType(related)) return [];
    if (recordTypes.has(related.name))
      return selectWithin(field.name, labelSelection(related, permissions));
    return 'nodes' in related.getFields()
      ? []
      : selectWithin(field.name, nestedSelection(related, permissions, depth - 1));
  });
  const values = selectableFields(type, permissions).filter((field) => isLeaf(field));
  return [...values.map(({ name }) => name), ...parts].join(' ');
}

/** Each word has to be in one of the names or numbers. Undefined if the type has neither. */
export function namesContain({ where }: RecordType, text: string): object | undefined {
  const fields = where.getFields();
  const textNames = searchedLabels.filter((name) => String(fields[name]?.type) === 'StringFilter');
  const numberNames = numberFields.filter((name) => String(fields[name]?.type) === 'IntFilter');
  if (textNames.length + numberNames.length === 0) return undefined;
  const words = text.split(/\s+/).filter((word) => word !== '');
  return {
    AND: words.map((word) => ({
      OR: [
        ...textNames.map((name) => ({ [name]: { contains: word, mode: 'INSENSITIVE' } })),
        ...(/^\d{1,9}$/.test(word)
          ? numberNames.map((name) => ({ [name]: { equals: Number(word) } }))
          : []),
      ],
    })),
  };
}
