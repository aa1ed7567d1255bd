import { z } from 'zod';
import { enumOf, integer, list, text } from '../../platform/input/field-types.ts';
import { nullable, required, withDefault } from '../../platform/input/fields.ts';
import { callerPermissions } from '../../platform/permissions/permissions.ts';
import { markOutsideText } from '../outside-text.ts';
import type { RecordType } from '../record-types.ts';
import { findRecordType, labelSelection, namesContain, recordTypeNames } from '../record-types.ts';
import { defineTool, readOnly } from '../tool.ts';

/** Without `types`. */
const defaultTypes = [
  ...['Client', 'Contact', 'Project', 'Deliverable', 'Invoice', 'CreditNote', 'Opportunity'],
  ...['Ticket', 'Vendor', 'User'],
];

/** Root fields of one query. */
const maxTypes = 15;

type Nodes = Record<string, { nodes: Record<string, unknown>[] }>;

const isSearchable = (name: string) => namesContain(findRecordType(name), 'a') !== undefined;

export const find = defineTool({
  name: 'find',
  title: 'Find records',
  description: 'Finds records whose names or numbers contain all words of a text.',
  annotations: readOnly,
  inputFor: (permissions) => {
    const names = recordTypeNames(permissions).filter(isSearchable);
    return names.length === 0
      ? undefined
      : z.object({
          text: required(text(), 'Words of a name, or a number.'),
          types: nullable(
            list(enumOf('FoundType', names), { min: 1, max: maxTypes }),
            'Default: the main types.',
          ),
          limit: withDefault(integer({ min: 1, max: 100 }), 20, 'At most 100.'),
        });
  },
  run: async ({ context, query }, { text: words, types, limit }) => {
    const permissions = callerPermissions(context);
    const permitted = recordTypeNames(permissions);
    const searched = (types ?? defaultTypes)
      .filter((name) => permitted.includes(name))
      .map(findRecordType);
    const fields = searched.map(({ list: field, name, type, where }: RecordType) => ({
      variable: `$${name}: ${where.name}`,
      text: `${field}(where: $${name}, first: $first) { nodes { ${labelSelection(type, permissions)} version } }`,
    }));
    const found = (await query(
      `query($first: Int, ${fields.map(({ variable }) => variable).join(', ')}) { ${fields.map((field) => field.text).join(' ')} }`,
      {
        first: limit,
        ...Object.fromEntries(searched.map((type) => [type.name, namesContain(type, words)])),
      },
    )) as Nodes;
    const records = searched.flatMap(({ list: field, name, type }) =>
      (found[field]?.nodes ?? []).map((node) => ({
        record: { type: name, ...markOutsideText(type, node) },
      })),
    );
    const isCut = records.length > limit;
    return {
      summary: records.length === 0 ? 'Nothing found' : `${records.length} records found`,
      ...(isCut && { facts: { truncated: true, hint: 'Name the types, or use more words.' } }),
      list: { records: records.slice(0, limit), hint: 'Name the types, or use more words.' },
    };
  },
});
