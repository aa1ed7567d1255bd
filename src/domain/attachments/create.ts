import type { Context } from '../../platform/context/context.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import type { FileKey } from '../../platform/file-store/file-store.ts';
import type { SpooledFile } from '../../platform/file-store/spooled-file.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { lockWorkspaceRow } from '../../write/lock-records.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import type { AttachedFile } from './attached-file.ts';
import type { AttachmentTarget } from './attached-records.ts';
import { requireRoom } from './attached-records.ts';
import { createAttachmentInput } from './fields.ts';
import { detectFileType, withExtension } from './file-types.ts';
import { attachmentRecordTypes } from './record-types.ts';
import { attachmentServicesOf } from './services.ts';

/** @throws ActionError invalid_input, record_not_found, conflicting_state */
export function createAttachment(
  context: Context,
  input: InputOf<typeof createAttachmentInput>,
): Promise<{ id: string }> {
  const { file, ...target } = parseInput(createAttachmentInput, input);
  return attachFile(context, target, file, 'file');
}

/**
 * The file is stored before its row, so that a crash leaves no row without its file.
 * @param field the input field of the file
 * @throws ActionError invalid_input, record_not_found, conflicting_state
 */
export async function attachFile(
  context: Context,
  target: AttachmentTarget,
  { fileName, spooled }: AttachedFile,
  field: string,
): Promise<{ id: string }> {
  if (spooled.size === 0)
    throw invalidInputError([{ path: field, code: 'empty', message: 'must not be empty' }]);
  const type = await detectFileType(spooled, fileName);
  if ('error' in type) throw invalidInputError([{ path: field, ...type.error }]);
  await requireRoom(context, target, spooled);
  await storeFile(context, spooled);
  return write(context, async (tx) => {
    await lockWorkspaceRow(tx);
    await tx.lock(attachmentRecordTypes[target.type].model, target.id);
    return insertAttachment(tx, target, { ...type, fileName, spooled });
  });
}

/** A dry run stores nothing. */
export async function storeFile(
  context: Pick<Context, 'accountId' | 'isDryRun' | 'services'>,
  spooled: SpooledFile,
): Promise<void> {
  const { store } = attachmentServicesOf(context);
  if (!context.isDryRun) await spooled.storeIn(store, context.accountId);
}

interface StoredFile {
  fileName: string;
  spooled: SpooledFile;
  contentType: string;
  extension: string;
}

/**
 * The transaction has locked the workspace, and locked or inserted the record.
 * @throws ActionError conflicting_state, database_unavailable
 */
export async function insertAttachment(
  tx: WriteContext,
  target: AttachmentTarget,
  { contentType, extension, fileName, spooled }: StoredFile,
): Promise<{ id: string }> {
  const { sha256, size } = spooled;
  await requireRoom(tx, target, spooled);
  const key: FileKey = { accountId: tx.accountId, sha256 };
  // The retention job takes the lock before it deletes a file without rows.
  if (!tx.isDryRun && !(await attachmentServicesOf(tx).store.has(key))) throw fileRemovedError();
  const id = newRecordId(tx, 'Attachment');
  const { column } = attachmentRecordTypes[target.type];
  tx.insert('Attachment', {
    ...{ id, [column]: target.id, fileName: withExtension(fileName, extension) },
    ...{ contentType, size, sha256 },
  });
  return { id };
}

const fileRemovedError = () =>
  new ActionError('database_unavailable', 'The file was removed while it was stored. Try again.', {
    retryAfterSeconds: 1,
  });
