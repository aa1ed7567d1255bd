import { z } from 'zod';
import { integer, json, list, text } from '../../platform/input/field-types.ts';
import type { FieldType } from '../../platform/input/fields.ts';
import { nullable, withDefault } from '../../platform/input/fields.ts';
import { callerPermissions } from '../../platform/permissions/permissions.ts';
import { markOutsideText } from '../outside-text.ts';
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

/** `client.name` as `client { name }`. */
const toSelection = (path: string): string => {
  const names = path.split('.');
  return `${names.join(' { ')}${' }'.repeat(names.length - 1)}`;
};

export const listRecords = defineTool({
  name: 'list_records',
  title: 'List records',
  description: 'Lists records of a type. describe_type returns the fields of where and orderBy.',
  annotations: readOnly,
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
  run: async ({ context, query }, { type, where, orderBy, fields, limit, after }) => {
    const recordType = findRecordType(type);
    const selection =
      fields?.map(toSelection).join(' ') ??
      defaultSelection(recordType, callerPermissions(context));
    const { page } = await query(
      `query($where: ${recordType.where.name}, $orderBy: [${recordType.orderBy.name}!], $first: Int, $after: String) {
        page: ${recordType.list}(where: $where, orderBy: $orderBy, first: $first, after: $after) {
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
          record: { type, ...markOutsideText(recordType.type, node) },
        })),
        total: totalCount,
        nextCursor: pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
        hint: 'Set fields, where or a smaller limit.',
      },
    };
  },
});
