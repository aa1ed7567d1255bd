import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { readVersion } from '../../config/version.ts';
import { BackupError } from '../backup-error.ts';
import { changesRecords, findMigrationPath } from '../migration-path.ts';
import type { ExportEnd, ExportHeader } from './export-format.ts';
import { exportFormatVersion, exportKind, maxLineBytes, productName } from './export-format.ts';
import { isExportEnd, isExportHeader, recordFormatProblem } from './record-format.ts';

/** A verified export that this release can import. */
export interface ExportFile {
  path: string;
  header: ExportHeader;
  end: ExportEnd['end'];
  bytes: number;
  /** Tables and columns were added since. */
  isOlder: boolean;
}

type OnBytes = (done: number, total: number) => void;

export interface ExportReadOptions {
  signal: AbortSignal;
  onProgress: OnBytes;
}

const lineBreak = '\n'.charCodeAt(0);

/** Lines with their line breaks, with constant memory. */
async function* linesOf(path: string, { signal, onProgress }: ExportReadOptions) {
  const { size } = await stat(path);
  let read = 0;
  let remainder: Buffer[] = [];
  let remainderBytes = 0;
  const stream = createReadStream(path, { highWaterMark: 256 * 1024, signal });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(lineBreak); end >= 0; end = chunk.indexOf(lineBreak, start)) {
      yield Buffer.concat([...remainder, chunk.subarray(start, end + 1)]);
      remainder = [];
      remainderBytes = 0;
      start = end + 1;
    }
    remainder.push(chunk.subarray(start));
    remainderBytes += chunk.length - start;
    if (remainderBytes > maxLineBytes) throw damagedError(path, 'a line is too long');
    read += chunk.length;
    onProgress(read, size);
  }
  if (remainderBytes > 0) yield Buffer.concat(remainder);
}

/**
 * Verifies an export without a database.
 * @throws BackupError
 */
export async function openExport(path: string, options: ExportReadOptions): Promise<ExportFile> {
  const { size } = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'there is no such file' : cause.message;
    throw new BackupError(`${path} cannot be read: ${reason}.`, { cause });
  });
  const hash = createHash('sha256');
  let header: ExportHeader | undefined;
  let lastLine: Buffer | undefined;
  let records = -1;
  for await (const line of linesOf(path, options)) {
    header ??= parseHeader(path, line);
    if (lastLine !== undefined) hash.update(lastLine);
    lastLine = line;
    records += 1;
  }
  const end = parseEnd(lastLine);
  if (header === undefined || lastLine === undefined) throw notAnExportError(path);
  if (end === null) throw damagedError(path, 'it is incomplete');
  if (!isExportEnd(end)) throw damagedError(path, 'its last line is invalid');
  const { fileLines = 0 } = end;
  if (end.records !== records - 1 - fileLines) {
    throw damagedError(path, `it has ${records - 1 - fileLines} records instead of ${end.records}`);
  }
  if (end.sha256 !== hash.digest('hex')) {
    throw await contentError({ path, header, end }, { ...options, onProgress: () => undefined });
  }
  const isOlder = await hasOlderTables(path, header);
  return { path, header, end, bytes: size, isOlder };
}

export interface RecordLine {
  model: string;
  line: Buffer;
  /** Counted from 1. */
  number: number;
}

type VerifiedFile = Pick<ExportFile, 'path' | 'header' | 'end'>;

/** Names the first line with unexpected fields, if there is one. */
async function contentError(file: VerifiedFile, options: ExportReadOptions): Promise<BackupError> {
  const { header, path } = file;
  const columns = new Map(header.models.map((model) => [model.name, model.columns]));
  try {
    for await (const { line, model, number } of readRecordLines(file, options)) {
      const columnsOfModel = columns.get(model) ?? [];
      const { record } = parseLine(line) as { record: object };
      const unexpectedField = Object.keys(record).find((name) => !columnsOfModel.includes(name));
      const missingField = columnsOfModel.find((name) => !(name in record));
      const problem = unexpectedField
        ? `a field that ${model} does not have, ${unexpectedField}`
        : missingField && `no field ${missingField}`;
      if (problem) return damagedError(path, `its line ${number} has ${problem}`);
    }
  } catch (error) {
    if (error instanceof BackupError) return error;
    throw error;
  }
  return damagedError(path, 'its content was changed');
}

/**
 * Records of a verified file.
 * @throws BackupError
 */
export async function* readRecordLines(
  { path, end, header }: VerifiedFile,
  options: ExportReadOptions,
): AsyncGenerator<RecordLine> {
  let number = 0;
  for await (const line of linesOf(path, options)) {
    number += 1;
    if (number === 1) continue;
    if (number > end.records + 1) return;
    const { model, record } = (parseLine(line) ?? {}) as { model?: unknown; record?: unknown };
    if (typeof model !== 'string' || typeof record !== 'object' || record === null) {
      throw damagedError(path, `its line ${number} has no record`);
    }
    const problem = recordFormatProblem(model, record as Record<string, unknown>, header);
    if (problem !== undefined) throw damagedError(path, `its line ${number} has ${problem}`);
    yield { model, line, number };
  }
}

export async function* readFileParts(
  { path, end }: VerifiedFile,
  options: ExportReadOptions,
): AsyncGenerator<{ file: string; bytes: Buffer }> {
  const first = end.records + 2;
  let number = 0;
  for await (const line of linesOf(path, options)) {
    number += 1;
    if (number < first) continue;
    if (number >= first + (end.fileLines ?? 0)) return;
    const { bytes, file } = (parseLine(line) ?? {}) as { bytes?: unknown; file?: unknown };
    if (typeof file !== 'string' || typeof bytes !== 'string')
      throw damagedError(path, `its line ${number} has no file`);
    yield { file, bytes: Buffer.from(bytes, 'base64') };
  }
}

function parseLine(line: Buffer | undefined): unknown {
  try {
    return JSON.parse(String(line));
  } catch {
    return null;
  }
}

function parseHeader(path: string, line: Buffer): ExportHeader {
  const header = parseLine(line) as ExportHeader | null;
  if (header?.product !== productName || header.kind !== exportKind) throw notAnExportError(path);
  if (header.format !== exportFormatVersion) {
    throw new BackupError(
      `${path} was written by release ${header.release}, in a form (${header.format}) that this release, ${readVersion()}, ` +
        `does not know. Import it with release ${header.release} or a newer one.`,
    );
  }
  if (!isExportHeader(header)) throw damagedError(path, 'its first line is invalid');
  return header;
}

function parseEnd(line: Buffer | undefined): ExportEnd['end'] | null {
  const { end } = (parseLine(line) ?? {}) as Partial<ExportEnd>;
  return typeof end?.sha256 === 'string' && line?.at(-1) === lineBreak ? end : null;
}

/**
 * Records have the columns of the release that wrote them. Columns that were added since get their defaults.
 * @throws BackupError if a later migration changes records
 */
async function hasOlderTables(path: string, header: ExportHeader): Promise<boolean> {
  const { pending } = await findMigrationPath(header, path, 'Import');
  const changing = pending.filter(changesRecords);
  if (changing.length === 0) return pending.length > 0;
  throw new BackupError(
    `${path} was made by release ${header.release}, whose tables are older than those of this one, ${readVersion()} (they lack ` +
      `${changing.map(({ name }) => name).join(', ')}). Upgrade the service that it comes from and export the workspace ` +
      `again, or import it with release ${header.release} and upgrade afterwards.`,
  );
}

const notAnExportError = (path: string) =>
  new BackupError(`${path} is not a file of \`actiongraph export\`.`);

const damagedError = (path: string, problem: string) =>
  new BackupError(`${path} is damaged: ${problem}. Nothing was imported.`);
