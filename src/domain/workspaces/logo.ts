import { Prisma, type Workspace } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { readBase64 } from '../../platform/input/base64.ts';
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
  read: (value, report) => readBase64(value, maxUploadBytes, report),
};

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
