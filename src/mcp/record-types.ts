import type { GraphQLField, GraphQLInputObjectType, GraphQLObjectType } from 'graphql';
import {
  getNamedType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNullableType,
  isObjectType,
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
  field.args.every((arg) => isNullableType(arg.type)) &&
  (permissionsForField(type, field) & ~permissions) === 0;

/** In records, null or of no use to a reader. */
const omittedFields = new Set(['accountId', 'source', 'externalId']);

const labels = ['name', 'title', 'invoiceNumberFormatted', 'creditNoteNumberFormatted', 'email'];

const isLeaf = ({ type }: Field) => isLeafType(getNamedType(type));

/** Id and name. */
function labelSelection(type: GraphQLObjectType, permissions: Permissions): string {
  const fields = type.getFields();
  const label = labels.find((name) => {
    const field = fields[name];
    return field && isLeaf(field) && maySelect(type, field, permissions);
  });
  return [...(fields.id ? ['id'] : []), ...(label ? [label] : [])].join(' ');
}

/** Values of a record, and id and name of the single records that it belongs to. */
export function defaultSelection({ type }: RecordType, permissions: Permissions): string {
  const fields = type.getFields();
  return Object.values(fields)
    .flatMap((field): string[] => {
      if (omittedFields.has(field.name) || !maySelect(type, field, permissions)) return [];
      const isId = field.name.endsWith('Id') && fields[field.name.slice(0, -2)];
      if (isLeaf(field)) return isId ? [] : [field.name];
      const related = getNamedType(field.type);
      if (!isObjectType(related) || isListType(field.type) || !recordTypes.has(related.name))
        return [];
      return [`${field.name} { ${labelSelection(related, permissions)} }`];
    })
    .join(' ');
}
