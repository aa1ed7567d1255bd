import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { columnEquals } from '../../query/conditions.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import { readFirstRecords } from '../../query/record-list.ts';
import { requireRecord } from './attached-records.ts';
import { listAttachmentsInput } from './fields.ts';
import { attachmentUrl } from './links.ts';
import { attachmentRecordTypes } from './record-types.ts';
import { attachmentServicesOf } from './services.ts';

/** A merged record can have more than its limit. */
const maxListed = 1_000;

/**
 * The attachments of a record in the order of creation, with their links.
 * @throws ActionError invalid_input, record_not_found
 */
export async function listAttachments(
  context: Context,
  input: InputOf<typeof listAttachmentsInput>,
  tree: JsonQuery,
): Promise<object[]> {
  const target = parseInput(listAttachmentsInput, input);
  await requireRecord(context, target);
  const { column } = attachmentRecordTypes[target.type];
  const listing = { where: columnEquals(column, target.id), orderBy: [{ column: 'id' }] };
  const { filesPerRecord } = attachmentServicesOf(context).limits;
  const limit = Math.max(filesPerRecord, maxListed);
  const { accountId } = context;
  const records: { id: string }[] = JSON.parse(
    await readFirstRecords(context, tree, listing, limit),
  );
  return Promise.all(
    records.map(async (record) => ({
      ...record,
      url: await attachmentUrl(context, { accountId, id: record.id }),
    })),
  );
}
