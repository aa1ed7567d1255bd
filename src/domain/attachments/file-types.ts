import { createReadStream } from 'node:fs';
import { fileTypeFromFile } from 'file-type';
import type { FieldError } from '../../platform/errors/action-error.ts';
import type { SpooledFile } from '../../platform/file-store/spooled-file.ts';

const officeDocument = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

const binaryTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  xml: 'application/xml',
  ...{ jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', gif: 'image/gif' },
  ...{ webp: 'image/webp', heic: 'image/heic', heif: 'image/heif' },
  ...{ avif: 'image/avif', tif: 'image/tiff', tiff: 'image/tiff' },
  docx: `${officeDocument}.wordprocessingml.document`,
  xlsx: `${officeDocument}.spreadsheetml.sheet`,
  pptx: `${officeDocument}.presentationml.presentation`,
  odt: `${openDocument}.text`,
  ods: `${openDocument}.spreadsheet`,
  odp: `${openDocument}.presentation`,
  ...{ rtf: 'application/rtf', zip: 'application/zip' },
  ...{ mp3: 'audio/mpeg', m4a: 'audio/x-m4a', wav: 'audio/wav' },
  ...{ mp4: 'video/mp4', mov: 'video/quicktime' },
};

/** Text has no signature, so its extension decides. */
const textTypes: Readonly<Record<string, string>> = {
  ...{ txt: 'text/plain', csv: 'text/csv', md: 'text/markdown', json: 'application/json' },
  ...{ ics: 'text/calendar', vcf: 'text/vcard', eml: 'message/rfc822' },
};

const acceptedExtensions = [...Object.keys(binaryTypes), ...Object.keys(textTypes)];

const imageSequences = ['image/heic-sequence', 'image/heif-sequence'];

const acceptedMediaTypes = new Set([...Object.values(binaryTypes), ...imageSequences]);

const headBytes = 4_096;

/** Browsers run scripts of these documents, also of such that begin as XML. */
const activeContent =
  /<\s*(?:!doctype\s+html|(?:[^\s<>/:]+:)?(?:html|svg|script|iframe|body|head)[\s>/])/i;

const extensionOf = (fileName: string): string | undefined =>
  /\.([a-z][a-z\d]{0,9})$/i.exec(fileName)?.[1]?.toLowerCase();

type Detection = { contentType: string; extension: string } | { error: Omit<FieldError, 'path'> };

const rejection = (problem: string): Detection => ({
  error: {
    code: 'invalid_choice',
    message: `${problem}: accepted are files of the types ${acceptedExtensions.join(', ')}`,
  },
});

export async function detectFileType(file: SpooledFile, fileName: string): Promise<Detection> {
  const extension = extensionOf(fileName);
  if (extension !== undefined && !acceptedExtensions.includes(extension))
    return rejection(`must not be a .${extension} file`);
  const head = await file.readHead(headBytes);
  const text = textOf(head, file.size);
  // The byte order mark of UTF-16 looks like audio.
  const isUtf16 = text !== undefined && isUtf16Marked(head);
  const detected = isUtf16 ? undefined : await fileTypeFromFile(file.path).catch(() => undefined);
  const isXml = detected?.mime === 'application/xml';
  const isText = isXml || (detected === undefined && text !== undefined);
  if (isText && (await hasActiveContent(file, head)))
    return rejection('must not contain HTML or SVG');
  if (detected !== undefined) {
    return acceptedMediaTypes.has(detected.mime)
      ? { contentType: detected.mime, extension: detected.ext }
      : rejection(`must not contain ${detected.mime}`);
  }
  if (text === undefined || text.startsWith('#!'))
    return rejection('must have a content of a known type');
  if (extension === 'xml') return { contentType: 'application/xml', extension };
  const textExtension = extension !== undefined && extension in textTypes ? extension : 'txt';
  return { contentType: textTypes[textExtension] as string, extension: textExtension };
}

/** The longest part of a tag that two chunks of a file can share. */
const maxTagLength = 65_536;

/** Reads a document that begins as markup completely. Other texts can contain HTML, for example mails. */
async function hasActiveContent(file: SpooledFile, head: Buffer): Promise<boolean> {
  const encoding = encodingOf(head);
  const start = new TextDecoder(encoding).decode(head);
  if (activeContent.test(start)) return true;
  if (/^\s*[^\s<]/.test(start)) return false;
  const decoder = new TextDecoder(encoding);
  let text = '';
  for await (const chunk of createReadStream(file.path)) {
    text = (text + decoder.decode(chunk, { stream: true })).replaceAll(/\s+/g, ' ');
    if (activeContent.test(text)) return true;
    text = text.slice(Math.max(text.lastIndexOf('<'), text.length - maxTagLength));
  }
  return false;
}

const isUtf16Marked = (head: Buffer): boolean =>
  head.length > 1 && [0xff_fe, 0xfe_ff].includes(head.readUInt16BE());

function encodingOf(head: Buffer): string {
  const utf16 = head[0] === 0xff ? 'utf-16le' : 'utf-16be';
  return isUtf16Marked(head) ? utf16 : 'utf-8';
}

function textOf(head: Buffer, size: number): string | undefined {
  try {
    // The last character can be cut off.
    const text = new TextDecoder(encodingOf(head), { fatal: true }).decode(head, {
      stream: size > head.length,
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: binary files contain them
    return /[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Other programs find the type by the extension. */
export const withExtension = (fileName: string, extension: string): string =>
  extensionOf(fileName) === undefined ? `${fileName}.${extension}` : fileName;
