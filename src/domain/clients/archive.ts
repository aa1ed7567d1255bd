import type { Client } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { lockRecordIfVersionExpected } from '../../write/lock-records.ts';
import { requireWrittenRow } from '../../write/written-rows.ts';

/**
 * Archives a client: lists and searches leave it out, names do not find it, and it takes no new time; everything of it
 * stays, its name too. Again changes nothing else.
 * @throws ActionError id_missing, record_not_found
 */
export function archiveClient(context: Context, input: { id?: unknown }): Promise<Client> {
  return setArchived(context, input, true);
}

/**
 * Takes a client out of the archive.
 * @throws ActionError id_missing, record_not_found
 */
export function unarchiveClient(context: Context, input: { id?: unknown }): Promise<Client> {
  return setArchived(context, input, false);
}

async function setArchived(
  context: Context,
  input: { id?: unknown },
  archived: boolean,
): Promise<Client> {
  const { accountId, db } = context;
  const id = requireId(input);
  await lockRecordIfVersionExpected(context, 'Client', id);
  const rows = await db.client.updateManyAndReturn({
    where: { accountId, id },
    data: { archived },
  });
  return requireWrittenRow(rows, 'Client', id);
}
