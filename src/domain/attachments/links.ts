import type { Db } from '../../database/client/db.ts';
import type { Context } from '../../platform/context/context.ts';
import type { AttachmentServices } from './services.ts';
import { attachmentServicesOf } from './services.ts';

/** Expiry times are multiples, so that responses are equal and can be cached. */
const expiryStepSeconds = 15 * 60;

export const linkMinutes = 60;

interface LinkedAttachment {
  accountId: number;
  id: string;
}

const signedText = (text: string) => `attachment ${text}`;

export async function attachmentUrl(
  context: Pick<Context, 'now' | 'publicUrl' | 'services'>,
  { accountId, id }: LinkedAttachment,
): Promise<string> {
  const { signer } = attachmentServicesOf(context);
  const seconds = context.now.getTime() / 1_000 + linkMinutes * 60;
  const expiresAt = (Math.floor(seconds / expiryStepSeconds) + 1) * expiryStepSeconds;
  const text = `${accountId}.${id}.${expiresAt}`;
  return `${context.publicUrl}/attachments/${text}.${await signer.sign(signedText(text))}`;
}

/** Undefined for a link that is invalid or has expired. */
export async function verifyAttachmentLink(
  { signer }: Pick<AttachmentServices, 'signer'>,
  link: string,
  now: Date,
): Promise<LinkedAttachment | undefined> {
  const [, text = '', accountId, id = '', expiresAt, signature = ''] =
    /^(([1-9]\d{0,9})\.(\w{1,64})\.(\d{1,12}))\.([\w-]{43})$/.exec(link) ?? [];
  if (!(await signer.isSignatureOf(signature, signedText(text)))) return undefined;
  return Number(expiresAt) * 1_000 > now.getTime()
    ? { accountId: Number(accountId), id }
    : undefined;
}

export interface LinkedFile {
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
}

/** Undefined if the attachment or its workspace was deleted. */
export async function findLinkedFile(
  db: Db,
  { accountId, id }: LinkedAttachment,
): Promise<LinkedFile | undefined> {
  const [file] = await db.$queryRaw<LinkedFile[]>`
    SELECT a."fileName", a."contentType", a.size, a.sha256 FROM "Attachment" a
    JOIN "Workspace" w ON w."accountId" = a."accountId" AND w."deletedAt" IS NULL
    WHERE a."accountId" = ${accountId} AND a.id = ${id}`;
  return file;
}
