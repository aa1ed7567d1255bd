import { invalidInputError } from '../platform/errors/action-error.ts';
import { isExternalIdReference } from '../platform/external-ids/external-id-references.ts';
import { idPrefixes, recordTypeOfId } from '../platform/ids/record-ids.ts';
import { recordNotFoundError } from '../platform/records/record-not-found.ts';
import { findRecordType } from './record-types.ts';
import type { ToolCall } from './tool.ts';

export interface FoundRecord {
  id: string;
  version: number;
}

/** Whether it identifies a record without a look-up of a name or number. */
export const isIdReference = (reference: string): boolean =>
  recordTypeOfId(reference) !== undefined || isExternalIdReference(reference);

const labels = ['invoiceNumberFormatted', 'numberFormatted', 'name', 'title', 'email'];

/** `ext:crm:7` is short for `cli_ext:crm:7`. */
const withPrefix = (typeName: string, reference: string): string =>
  reference.startsWith('ext:')
    ? `${idPrefixes[typeName as keyof typeof idPrefixes]}_${reference}`
    : reference;

/**
 * Finds a record by id, external id, formatted number or exact name.
 * @throws ActionError record_not_found; invalid_input if several records have the name
 */
export async function findRecord(
  { query }: Pick<ToolCall, 'query'>,
  typeName: string,
  given: string,
  path: string,
): Promise<FoundRecord> {
  const reference = withPrefix(typeName, given);
  const { list, one, where } = findRecordType(typeName);
  if (isIdReference(reference)) {
    const { found } = await query(`query($id: ID!) { found: ${one}(id: $id) { id version } }`, {
      id: reference,
    });
    if (!found) throw recordNotFoundError(typeName as never, reference, path);
    return found as FoundRecord;
  }
  const label = labels.find((name) => name in where.getFields());
  if (!label) throw recordNotFoundError(typeName as never, reference, path);
  const { page } = await query(
    `query($where: ${where.name}) { page: ${list}(where: $where, first: 5) { nodes { id version } } }`,
    { where: { [label]: { equals: reference } } },
  );
  const { nodes } = page as { nodes: FoundRecord[] };
  const [found, ...others] = nodes;
  if (!found) throw recordNotFoundError(typeName as never, reference, path);
  if (others.length === 0) return found;
  const ids = nodes.map(({ id }) => id).join(', ');
  const message = `is the name of several records; send one of the ids ${ids}`;
  throw invalidInputError([{ path, code: 'ambiguous', message }]);
}
