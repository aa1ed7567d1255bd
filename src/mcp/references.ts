import { ActionError, invalidInputError, truncateText } from '../platform/errors/action-error.ts';
import { isExternalIdReference } from '../platform/external-ids/external-id-references.ts';
import { idPrefixes, recordTypeOfId } from '../platform/ids/record-ids.ts';
import { createNameResolver } from '../platform/names/name-resolver.ts';
import type { NamedKind } from '../platform/names/named-tables.ts';
import { namedTables } from '../platform/names/named-tables.ts';
import { nounOf, recordNotFoundError } from '../platform/records/record-not-found.ts';
import { unmarkAll } from './outside-text.ts';
import type { RecordType } from './record-types.ts';
import { findRecordType, labelFields, labelSelection, numberFields } from './record-types.ts';
import type { ToolCall } from './tool.ts';

export interface FoundRecord {
  id: string;
  version: number;
}

export const isIdReference = (reference: string): boolean =>
  recordTypeOfId(reference) !== undefined || isExternalIdReference(reference);

/** `ext:crm:7` is short for `cli_ext:crm:7`. */
const withPrefix = (typeName: string, reference: string): string =>
  reference.startsWith('ext:')
    ? `${idPrefixes[typeName as keyof typeof idPrefixes]}_${reference}`
    : reference;

const maxNearMatches = 5;

/** Finds similar names, then names that contain one of the words. Never returns e-mail addresses, which identify people. */
async function findNearNames(
  { access, context, query }: ToolCall,
  { listField, name: typeName, type, where }: RecordType,
  label: string,
  reference: string,
): Promise<string[]> {
  if (label === 'email') return [];
  const kinds = Object.keys(namedTables) as NamedKind[];
  const kind = kinds.find((one) => namedTables[one].table === typeName);
  const similar = kind ? await createNameResolver(context).near(kind, reference) : [];
  const words = reference.split(/\s+/).filter((word) => word.length > 2);
  const contained = words.slice(0, maxNearMatches).map((word) => ({
    [label]: { contains: word, mode: 'INSENSITIVE' },
  }));
  const selection = labelSelection(type, access.permissions);
  const { page } = await query(
    `query($where: ${where.name}) { page: ${listField}(where: $where, first: ${2 * maxNearMatches}) { nodes { ${selection} } } }`,
    { where: { OR: [{ [label]: { in: similar } }, ...contained] } },
  );
  const { nodes } = page as { nodes: Record<string, string>[] };
  const names = nodes.map((node) => String(node[label]));
  const rank = (name: string) => {
    const index = similar.indexOf(unmarkAll(name) as string);
    return index < 0 ? similar.length : index;
  };
  return names.sort((a, b) => rank(a) - rank(b)).slice(0, maxNearMatches);
}

async function nameNotFoundError(
  call: ToolCall,
  recordType: RecordType,
  label: string,
  { path, reference }: { path: string; reference: string },
): Promise<ActionError> {
  const nearMatches = await findNearNames(call, recordType, label, reference);
  return new ActionError(
    'record_not_found',
    `There is no ${nounOf(recordType.name)} with the id, number or name "${truncateText(reference, 255)}".`,
    {
      errors: [{ path, code: 'record_not_found', message: 'no such record' }],
      ...(nearMatches.length > 0 && { nearMatches }),
    },
  );
}

/**
 * Finds a record by id, external id, number or exact name.
 * @throws ActionError record_not_found; invalid_input if several records have the name
 */
export async function findRecord(
  call: ToolCall,
  typeName: string,
  input: string,
  path: string,
): Promise<FoundRecord> {
  const reference = withPrefix(typeName, input);
  const { query } = call;
  const recordType = findRecordType(typeName);
  const { listField, recordField, where } = recordType;
  if (isIdReference(reference)) {
    const { found } = await query(
      `query($id: ID!) { found: ${recordField}(id: $id) { id version } }`,
      {
        id: reference,
      },
    );
    if (!found) throw recordNotFoundError(typeName as never, reference, path);
    return found as FoundRecord;
  }
  const fields = where.getFields();
  const label = labelFields.find((name) => name in fields);
  const number = /^\d{1,9}$/.test(reference) && numberFields.find((name) => name in fields);
  if (!label) throw recordNotFoundError(typeName as never, reference, path);
  const { page } = await query(
    `query($where: ${where.name}) { page: ${listField}(where: $where, first: 5) { nodes { id version } } }`,
    {
      where: {
        OR: [
          { [label]: { equals: reference } },
          ...(number ? [{ [number]: { equals: Number(reference) } }] : []),
        ],
      },
    },
  );
  const { nodes } = page as { nodes: FoundRecord[] };
  const [found, ...others] = nodes;
  if (!found) throw await nameNotFoundError(call, recordType, label, { path, reference });
  if (others.length === 0) return found;
  const ids = nodes.map(({ id }) => id).join(', ');
  const message = `is the name of several records; send one of the ids ${ids}`;
  throw invalidInputError([{ path, code: 'ambiguous', message }]);
}
