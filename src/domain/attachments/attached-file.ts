import type { Readable } from 'node:stream';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { SpooledFile } from '../../platform/file-store/spooled-file.ts';
import { spoolFile } from '../../platform/file-store/spooled-file.ts';
import type { FieldType } from '../../platform/input/fields.ts';
import { scalarPresentation } from '../../platform/input/scalar-type.ts';
import { toSingleLine } from '../../platform/text/sanitize-text.ts';
import { attachmentServicesOf, bytesPerMegabyte } from './services.ts';

const maxNameLength = 255;

/** Keeps the extension of a long name. */
function storableFileName(given: string): string {
  const name = toSingleLine(given.replaceAll('\0', '').toWellFormed()).replaceAll(/[/\\]/g, '_');
  const extension = /\.[a-z\d]{1,10}$/i.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - extension.length);
  return `${stem.slice(0, maxNameLength - extension.length).toWellFormed() || 'file'}${extension}`;
}

/** A received file. Its JSON identifies the content, so that idempotency keys can compare requests. */
export class AttachedFile {
  readonly spooled: SpooledFile;
  readonly fileName: string;

  constructor(spooled: SpooledFile, fileName: string) {
    this.spooled = spooled;
    this.fileName = storableFileName(fileName);
  }

  toJSON() {
    return { fileName: this.fileName, sha256: this.spooled.sha256 };
  }
}

export const attachedFileType: FieldType<AttachedFile> = {
  presentation: scalarPresentation('String'),
  json: { type: 'string', format: 'binary' },
  read: (value, report) => {
    if (value instanceof AttachedFile) return value;
    report('invalid_type', 'must be a file of a multipart form');
    return undefined;
  },
};

export function fileTooLargeError(field: string, megabytes: number): ActionError {
  const message = `must have at most ${megabytes} MB`;
  return new ActionError('body_too_large', `${field}: ${message}.`, {
    errors: [{ path: field, code: 'too_large', message }],
  });
}

/**
 * @param maxMegabytes default: the limit of attachments
 * @throws ActionError body_too_large
 */
export async function receiveFile(
  context: Pick<Context, 'services'>,
  source: Readable,
  { field, fileName, maxMegabytes }: { field: string; fileName: string; maxMegabytes?: number },
): Promise<AttachedFile> {
  const { limits, spoolFolder } = attachmentServicesOf(context);
  const fileMegabytes = Math.min(limits.fileMegabytes, maxMegabytes ?? Infinity);
  const spooled = await spoolFile(spoolFolder, source, {
    maxBytes: fileMegabytes * bytesPerMegabyte,
    tooLarge: () => fileTooLargeError(field, fileMegabytes),
  });
  return new AttachedFile(spooled, fileName);
}
