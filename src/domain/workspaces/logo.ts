import { Prisma, type Workspace } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import type { ReportFieldError } from '../../platform/input/field-metadata.ts';
import type { FieldType, InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput, required } from '../../platform/input/fields.ts';
import { scalarPresentation } from '../../platform/input/scalar-type.ts';
import { lockWorkspaceRow } from '../../write/lock-records.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import type { LogoResult } from './logo-limits.ts';
import { logoLimits } from './logo-limits.ts';

const { maxUploadBytes, maxPixels, minPixels } = logoLimits;
const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1_024)} kB`;
const maxTextLength = Math.ceil(maxUploadBytes / 3) * 4;

/** The bytes determine the type. */
const logoFile: FieldType<Uint8Array> = {
  presentation: scalarPresentation('String'),
  json: { type: 'string', contentEncoding: 'base64', maxLength: maxTextLength },
  read: (value, report) => {
    if (typeof value === 'string') return readBase64(value, report);
    report('invalid_type', 'must be text: the file in base64');
    return undefined;
  },
};

function readBase64(text: string, report: ReportFieldError): Uint8Array | undefined {
  const encoded = text.replace(/^\s*data:[^,]{0,100};base64,/, '').replaceAll(/\s+/g, '');
  const size = Math.floor((encoded.replace(/=+$/, '').length * 3) / 4);
  if (size > maxUploadBytes) {
    report(
      'too_large',
      `must be a file of at most ${kilobytes(maxUploadBytes)}, not ${kilobytes(size)}`,
    );
  } else if (/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) {
    return Buffer.from(encoded, 'base64');
  } else {
    report('invalid_format', 'must be a file in base64: letters, digits, + and / alone');
  }
  return undefined;
}

export const setWorkspaceLogoInput = inputObject('SetWorkspaceLogo', 'The workspace’s logo.', {
  image: required(
    logoFile,
    `The file in base64, a data URL too: PNG or JPEG, at most ${kilobytes(maxUploadBytes)}, ${minPixels} to ${maxPixels} pixels wide and high.`,
  ),
});

/**
 * Issued invoices keep their logo.
 * @param read validates and encodes the file
 * @throws ActionError invalid_input
 */
export const setWorkspaceLogo = (
  context: Context,
  input: InputOf<typeof setWorkspaceLogoInput>,
  read: (file: Uint8Array) => Promise<LogoResult>,
): Promise<Workspace> =>
  write(context, async (tx) => {
    const reading = await read(parseInput(setWorkspaceLogoInput, input).image);
    if ('fault' in reading) throw invalidInputError([{ path: 'image', ...reading.fault }]);
    const logo = { ...reading.image, size: reading.image.bytes.length };
    const workspace = await lockWorkspaceRow(tx);
    const [before] = await lockLogo(tx);
    if (before) tx.update('WorkspaceLogo', before, logo);
    else tx.insert('WorkspaceLogo', logo);
    return workspace;
  });

export const removeWorkspaceLogo = (context: Context): Promise<Workspace> =>
  write(context, async (tx) => {
    const workspace = await lockWorkspaceRow(tx);
    tx.delete('WorkspaceLogo', await lockLogo(tx));
    return workspace;
  });

const lockLogo = (tx: WriteContext) => tx.lockAll('WorkspaceLogo', Prisma.sql`true`);

/** @throws Error without a logo */
export async function logoDataUrl({ accountId, db }: Context): Promise<string> {
  const { bytes, mediaType } = await db.workspaceLogo.findUniqueOrThrow({ where: { accountId } });
  return `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
}
