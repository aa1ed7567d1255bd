import { z } from 'zod';
import { search } from '../../domain/searches/search.ts';
import { searchedType, searchTypes } from '../../domain/searches/searched-fields.ts';
import { enumOf, integer, list, text } from '../../platform/input/field-types.ts';
import { nullable, required, withDefault } from '../../platform/input/fields.ts';
import { markOutsideColumns } from '../outside-text.ts';
import type { RecordType } from '../record-types.ts';
import { findRecordType, labelSelection, namesContain, recordTypeNames } from '../record-types.ts';
import type { ToolCall } from '../tool.ts';
import { defineTool, readOnly } from '../tool.ts';

const defaultTypes = [
  ...['Client', 'Contact', 'Project', 'Deliverable', 'Invoice', 'CreditNote', 'Opportunity'],
  ...['Ticket', 'Expense', 'FormSubmission', 'Vendor', 'User'],
];

/** Each type is a root field of one query. */
const maxTypes = 15;

type Nodes = Record<string, { nodes: Record<string, unknown>[] }>;

interface FoundRow {
  record: Record<string, unknown>;
}

const isSearched = (name: string) => searchTypes.some((type) => searchedType(type).model === name);

const isSearchable = (name: string) =>
  isSearched(name) || namesContain(findRecordType(name), 'a') !== undefined;

/** Id, names and version of the records of each type that fulfil its condition. One query. */
async function readLabels(
  { access, query }: ToolCall,
  first: number,
  conditions: readonly (readonly [type: RecordType, where: object | undefined])[],
): Promise<FoundRow[]> {
  const read = conditions.filter(([, where]) => where !== undefined);
  if (read.length === 0) return [];
  const variables = read.map(([{ name, where }]) => `$${name}: ${where.name}`);
  const fields = read.map(
    ([{ listField, name, type }]) =>
      `${listField}(where: $${name}, first: $first) { nodes { ${labelSelection(type, access.permissions)} version } }`,
  );
  const found = (await query(
    `query($first: Int, ${variables.join(', ')}) { ${fields.join(' ')} }`,
    {
      first,
      ...Object.fromEntries(read.map(([{ name }, where]) => [name, where])),
    },
  )) as Nodes;
  return read.flatMap(([{ listField, name }]) =>
    (found[listField]?.nodes ?? []).map((node) => ({
      record: { type: name, ...node },
    })),
  );
}

/** The best matches first, each with the field that matches. */
async function searchRecords(
  call: ToolCall,
  text: string,
  limit: number,
  recordTypes: readonly RecordType[],
): Promise<FoundRow[]> {
  const names = recordTypes.map(({ name }) => name);
  const types = searchTypes.filter((type) => names.includes(searchedType(type).model));
  if (types.length === 0 || !/[\p{L}\p{N}]/u.test(text)) return [];
  const { hits } = await search(call.context, { query: text, types, first: limit });
  const idsOf = (name: string) =>
    hits.filter(({ type }) => searchedType(type).model === name).map(({ id }) => id);
  const found = await readLabels(
    call,
    limit,
    recordTypes.map((type) => {
      const ids = idsOf(type.name);
      return [type, ids.length > 0 ? { id: { in: ids } } : undefined];
    }),
  );
  const records = new Map(found.map(({ record }) => [record.id, record]));
  return hits.flatMap(({ id, type, field, value }) => {
    const record = records.get(id);
    const matched = markOutsideColumns(searchedType(type).model, { [field]: value });
    return record ? [{ record: { ...record, ...matched, ...record } }] : [];
  });
}

export const find = defineTool({
  name: 'find',
  title: 'Find records',
  description:
    'Finds records by a text, the best matches first, then those whose names contain all its words.',
  annotations: readOnly,
  hint: 'Name the types, or use more words.',
  inputFor: (permissions) => {
    const names = recordTypeNames(permissions).filter(isSearchable);
    return names.length === 0
      ? undefined
      : z.object({
          text: required(
            text(200),
            'Words of a name or description, a number, an e-mail address or a telephone number.',
          ),
          types: nullable(
            list(enumOf('FoundType', names), { min: 1, max: maxTypes }),
            'Default: the main types.',
          ),
          limit: withDefault(integer({ min: 1, max: 100 }), 20, 'At most 100.'),
        });
  },
  run: async (call, { text: words, types, limit }) => {
    const permitted = recordTypeNames(call.access.permissions);
    const recordTypes = (types ?? defaultTypes)
      .filter((name) => permitted.includes(name))
      .map(findRecordType);
    const hits = await searchRecords(call, words, limit, recordTypes);
    const ids = new Set(hits.map(({ record }) => record.id));
    const named = await readLabels(
      call,
      limit,
      recordTypes.map((type) => [type, namesContain(type, words)]),
    );
    const records = [...hits, ...named.filter(({ record }) => !ids.has(record.id))];
    return {
      summary: records.length === 0 ? 'Nothing found' : `${records.length} records found`,
      list: { records: records.slice(0, limit), isCut: records.length > limit },
    };
  },
});
