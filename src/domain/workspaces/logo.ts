import type { Workspace } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import type { FieldType, InputOf, ReportFieldError } from '../../platform/input/fields.ts';
import { inputObject, parseInput, required } from '../../platform/input/fields.ts';
import { scalarPresentation } from '../../platform/input/scalar-type.ts';
import type { LogoResult } from './logo-limits.ts';
import { logoLimits } from './logo-limits.ts';

const { mostBytes, mostPixels, leastPixels } = logoLimits;
const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1_024)} kB`;
const mostText = Math.ceil(mostBytes / 3) * 4;

/** A file as text, as browsers' data URLs have it too; what kind of file, its bytes say. */
const logoFile: FieldType<Uint8Array> = {
  presentation: scalarPresentation('String'),
  json: { type: 'string', contentEncoding: 'base64', maxLength: mostText },
  read: (value, report) => {
    if (typeof value === 'string') return readBase64(value, report);
    report('invalid_type', 'must be text: the file in base64');
    return undefined;
  },
};

function readBase64(text: string, report: ReportFieldError): Uint8Array | undefined {
  const encoded = text.replace(/^\s*data:[^,]{0,100};base64,/, '').replaceAll(/\s+/g, '');
  const size = Math.floor((encoded.replace(/=+$/, '').length * 3) / 4);
  if (size > mostBytes) {
    report(
      'too_large',
      `must be a file of at most ${kilobytes(mostBytes)}, not ${kilobytes(size)}`,
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
    `The file in base64, a data URL too: PNG or JPEG, at most ${kilobytes(mostBytes)}, ${leastPixels} to ${mostPixels} pixels wide and high.`,
  ),
});

/**
 * Puts a logo at the head of the workspace's drafts and of what is issued from now on, in place of the one before: what was
 * issued keeps the logo of its day. `read`
 * looks the file over and brings it into the form in which it is kept. Two statements.
 * @throws ActionError invalid_input, for whatever is wrong with the file
 */
export async function setWorkspaceLogo(
  { accountId, db }: Context,
  input: InputOf<typeof setWorkspaceLogoInput>,
  read: (file: Uint8Array) => Promise<LogoResult>,
): Promise<Workspace> {
  const reading = await read(parseInput(setWorkspaceLogoInput, input).image);
  if ('fault' in reading) throw invalidInputError([{ path: 'image', ...reading.fault }]);
  const logo = { ...reading.image, size: reading.image.bytes.length };
  await db.workspaceLogo.upsert({
    where: { accountId },
    create: { accountId, ...logo },
    update: logo,
  });
  return db.workspace.findUniqueOrThrow({ where: { accountId } });
}

/** Takes the logo away: drafts, and what is issued from now on, carry the workspace's name again. Where there is none, that changes nothing. */
export async function removeWorkspaceLogo({ accountId, db }: Context): Promise<Workspace> {
  await db.workspaceLogo.deleteMany({ where: { accountId } });
  return db.workspace.findUniqueOrThrow({ where: { accountId } });
}

/**
 * The logo itself as a data URL, for the `src` of an `img` element. One statement.
 * @throws Error where the workspace has none
 */
export async function logoDataUrl({ accountId, db }: Context): Promise<string> {
  const { bytes, mediaType } = await db.workspaceLogo.findUniqueOrThrow({ where: { accountId } });
  return `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
}
