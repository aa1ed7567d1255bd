import type { GraphQLObjectType } from 'graphql';
import { getNamedType, isObjectType } from 'graphql';
import { z } from 'zod';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { integer, json, list, text } from '../../platform/input/field-types.ts';
import type { FieldType } from '../../platform/input/fields.ts';
import { nullable, withDefault } from '../../platform/input/fields.ts';
import { requireKnownFields, unknownFieldError } from '../graphql-calls.ts';
import { defaultSelection, findRecordType } from '../record-types.ts';
import { defineTool, readOnly } from '../tool.ts';
import { typeField } from './type-input.ts';

interface Page {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  edges: { cursor: string; node: Record<string, unknown> }[];
}

const fieldPath: FieldType<string> = {
  ...text(),
  read: (value, report) => {
    if (typeof value === 'string' && /^\w+(\.\w+)*$/.test(value)) return value;
    report('invalid_format', 'must be the name of a field, or like "client.name"');
    return undefined;
  },
};

/**
 * `client.name` as `client { name }`. The type of a client decides whether its values are marked.
 * @throws ActionError invalid_input at `argument`
 */
function toSelection(type: GraphQLObjectType, names: readonly string[], argument: string): string {
  const [name = '', ...rest] = names;
  const fields = type.getFields();
  const related = fields[name] && getNamedType(fields[name].type);
  if (!related || (rest.length > 0 && !isObjectType(related)))
    throw invalidInputError([unknownFieldError(argument, type.name, Object.keys(fields))]);
  if (!isObjectType(related)) return 'clientType' in fields ? `${name} clientType` : name;
  return `${name} { ${toSelection(related, rest.length > 0 ? rest : ['id'], argument)} }`;
}

export const listRecords = defineTool({
  name: 'list_records',
  title: 'List records',
  description: 'Lists records of a type. describe_type returns the fields of where and orderBy.',
  annotations: readOnly,
  hint: 'Set fields, where or a smaller limit.',
  inputFor: (permissions) => {
    const type = typeField(permissions);
    return (
      type &&
      z.object({
        type,
        where: nullable(json, 'Filter, like {"status": {"equals": "SENT"}}.'),
        orderBy: nullable(json, 'For example [{"dueDate": "ASC"}].'),
        fields: nullable(list(fieldPath), 'Like client.name. Default: all values.'),
        limit: withDefault(integer({ min: 1, max: 100 }), 20, 'At most 100.'),
        after: nullable(text(1_000), 'nextCursor of the previous page.'),
      })
    );
  },
  run: async ({ access, query }, { type, where, orderBy, fields, limit, after }) => {
    const recordType = findRecordType(type);
    requireKnownFields(recordType.where, where, 'where');
    requireKnownFields(recordType.orderBy, orderBy, 'orderBy');
    const selection =
      fields
        ?.map((path, index) => toSelection(recordType.type, path.split('.'), `fields.${index}`))
        .join(' ') ?? defaultSelection(recordType, access.permissions);
    const { page } = await query(
      `query($where: ${recordType.where.name}, $orderBy: [${recordType.orderBy.name}!], $first: Int, $after: String) {
        page: ${recordType.listField}(where: $where, orderBy: $orderBy, first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } edges { cursor node { id version ${selection} } }
        }
      }`,
      { where, orderBy, first: limit, after },
    );
    const { totalCount, pageInfo, edges } = page as Page;
    return {
      summary: `${edges.length} of ${totalCount} ${type} records`,
      list: {
        records: edges.map(({ cursor, node }) => ({
          cursor,
          record: { type, ...node },
        })),
        total: totalCount,
        nextCursor: pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
      },
    };
  },
});
