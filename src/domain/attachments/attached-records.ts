import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import type { AttachmentRecordType } from './record-types.ts';
import { attachmentRecordTypes } from './record-types.ts';
import { attachmentServicesOf, bytesPerMegabyte } from './services.ts';

/** The record that a file is attached to. */
export interface AttachmentTarget {
  type: AttachmentRecordType;
  id: string;
}

const name = (text: string) => Prisma.raw(`"${text}"`);

const existsSql = (accountId: number, { id, type }: AttachmentTarget) =>
  Prisma.sql`EXISTS (SELECT FROM ${name(attachmentRecordTypes[type].model)} r
    WHERE r."accountId" = ${accountId} AND r.id = ${id})`;

/** @throws ActionError record_not_found */
export async function requireRecord(
  { accountId, db }: Context,
  target: AttachmentTarget,
): Promise<void> {
  const [row] = await db.$queryRaw<[{ isFound: boolean }]>`
    SELECT ${existsSql(accountId, target)} AS "isFound"`;
  if (!row.isFound) throw recordNotFoundError(attachmentRecordTypes[target.type].model, target.id);
}

interface Usage {
  isFound: boolean;
  files: number;
  /** Of the other files of the workspace. */
  bytes: number;
}

/** @throws ActionError record_not_found; conflicting_state if a limit is reached */
export async function requireRoom(
  context: Context,
  target: AttachmentTarget,
  { sha256, size }: { sha256: string; size: number },
): Promise<void> {
  const { accountId, db } = context;
  const { column, model } = attachmentRecordTypes[target.type];
  const { filesPerRecord, workspaceMegabytes } = attachmentServicesOf(context).limits;
  const [usage] = await db.$queryRaw<[Usage]>`
    SELECT ${existsSql(accountId, target)} AS "isFound",
      (SELECT count(*)::int FROM "Attachment" a WHERE a."accountId" = ${accountId} AND a.${name(column)} = ${target.id}) AS files,
      (SELECT coalesce(sum(f.size), 0)::float8 FROM (SELECT DISTINCT a.sha256, a.size FROM "Attachment" a
        WHERE a."accountId" = ${accountId} AND a.sha256 <> ${sha256}) f) AS bytes`;
  if (!usage.isFound) throw recordNotFoundError(model, target.id);
  if (usage.files >= filesPerRecord) {
    throw limitError(
      `The record has ${filesPerRecord} attachments, the maximum. Delete one before you add another.`,
    );
  }
  if (usage.bytes + size > workspaceMegabytes * bytesPerMegabyte) {
    throw limitError(
      `The files of the workspace would exceed their limit of ${workspaceMegabytes} MB. Delete attachments before you add this one.`,
    );
  }
}

const limitError = (message: string) => new ActionError('conflicting_state', message);
