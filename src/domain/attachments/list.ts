import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { allOf, columnEquals } from '../../query/conditions.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import { readFirstRecords } from '../../query/record-list.ts';
import { requireRecord } from './attached-records.ts';
import { listAttachmentsInput } from './fields.ts';
import { attachmentUrl } from './links.ts';
import { attachmentRecordTypes } from './record-types.ts';

interface AttachmentPage {
  records: object[];
  /** Null on the last page. */
  last: string | null;
}

/**
 * The attachments of a record in the order of creation, with their links.
 * @throws ActionError invalid_input, record_not_found
 */
export async function listAttachments(
  context: Context,
  input: InputOf<typeof listAttachmentsInput>,
  tree: JsonQuery,
): Promise<AttachmentPage> {
  const { after, limit, ...target } = parseInput(listAttachmentsInput, input);
  await requireRecord(context, target);
  const where = allOf([
    columnEquals(attachmentRecordTypes[target.type].column, target.id),
    after === null ? undefined : { kind: 'compare', column: 'id', by: '>', value: after },
  ]);
  const listing = { where, orderBy: [{ column: 'id' }] };
  const read: { id: string }[] = JSON.parse(
    await readFirstRecords(context, tree, listing, limit + 1),
  );
  const page = read.slice(0, limit);
  const { accountId } = context;
  const records = await Promise.all(
    page.map(async (record) => ({
      ...record,
      url: await attachmentUrl(context, { accountId, id: record.id }),
    })),
  );
  return { records, last: read.length > limit ? (page.at(-1)?.id ?? null) : null };
}
