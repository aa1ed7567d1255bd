import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { readVersion } from '../../config/version.ts';
import { BackupError } from '../backup-error.ts';
import { findMigrationPath } from '../migration-path.ts';
import type { ExportEnd, ExportHeader } from './export-format.ts';
import { exportFormatVersion, exportKind, maxLineBytes, productName } from './export-format.ts';
import { isExportEnd, isExportHeader, recordFormatProblem } from './record-format.ts';

/** A verified export that this release can import. */
export interface ExportFile {
  path: string;
  header: ExportHeader;
  end: ExportEnd['end'];
  bytes: number;
}

/** Receives bytes. */
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
  let rest: Buffer[] = [];
  let waiting = 0;
  const stream = createReadStream(path, { highWaterMark: 256 * 1024, signal });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(lineBreak); end >= 0; end = chunk.indexOf(lineBreak, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end + 1)]);
      rest = [];
      waiting = 0;
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
    waiting += chunk.length - start;
    if (waiting > maxLineBytes) throw damaged(path, 'a line is too long');
    read += chunk.length;
    onProgress(read, size);
  }
  if (waiting > 0) yield Buffer.concat(rest);
}

/**
 * Verifies an export without a database.
 * @throws BackupError if it cannot be read, is no export, is damaged, or has another format or
 * other tables
 */
export async function openExport(path: string, options: ExportReadOptions): Promise<ExportFile> {
  const { size } = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'there is no such file' : cause.message;
    throw new BackupError(`${path} cannot be read: ${reason}.`, { cause });
  });
  const hash = createHash('sha256');
  let header: ExportHeader | undefined;
  let last: Buffer | undefined;
  let records = -1;
  for await (const line of linesOf(path, options)) {
    header ??= headerOf(path, line);
    if (last !== undefined) hash.update(last);
    last = line;
    records += 1;
  }
  const end = endOf(last);
  if (header === undefined || last === undefined) throw noExport(path);
  if (end === null) throw damaged(path, 'it is incomplete');
  if (!isExportEnd(end)) throw damaged(path, 'its last line is invalid');
  if (end.records !== records - 1) {
    throw damaged(path, `it has ${records - 1} records instead of ${end.records}`);
  }
  if (end.sha256 !== hash.digest('hex')) {
    throw await changed({ path, header, end }, { ...options, onProgress: () => undefined });
  }
  await requireSameTables(path, header);
  return { path, header, end, bytes: size };
}

export interface RecordLine {
  model: string;
  line: Buffer;
  /** Counted from 1. */
  number: number;
}

type Opened = Pick<ExportFile, 'path' | 'header' | 'end'>;

/** Names the first line with unexpected fields, if there is one. */
async function changed(file: Opened, options: ExportReadOptions): Promise<BackupError> {
  const { header, path } = file;
  const columns = new Map(header.models.map((model) => [model.name, model.columns]));
  try {
    for await (const { line, model, number } of readRecordLines(file, options)) {
      const own = columns.get(model) ?? [];
      const { record } = parsedLine(line) as { record: object };
      const more = Object.keys(record).find((name) => !own.includes(name));
      const less = own.find((name) => !(name in record));
      const fault = more
        ? `a field that ${model} does not have, ${more}`
        : less && `no field ${less}`;
      if (fault) return damaged(path, `its line ${number} has ${fault}`);
    }
  } catch (error) {
    if (error instanceof BackupError) return error;
    throw error;
  }
  return damaged(path, 'its content was changed');
}

/**
 * Records of a file that {@link openExport} has verified.
 * @throws BackupError if a line has no valid record
 */
export async function* readRecordLines(
  { path, end, header }: Opened,
  options: ExportReadOptions,
): AsyncGenerator<RecordLine> {
  let number = 0;
  for await (const line of linesOf(path, options)) {
    number += 1;
    if (number === 1) continue;
    if (number > end.records + 1) return;
    const { model, record } = (parsedLine(line) ?? {}) as { model?: unknown; record?: unknown };
    if (typeof model !== 'string' || typeof record !== 'object' || record === null) {
      throw damaged(path, `its line ${number} has no record`);
    }
    const fault = recordFormatProblem(model, record as Record<string, unknown>, header);
    if (fault !== undefined) throw damaged(path, `its line ${number} has ${fault}`);
    yield { model, line, number };
  }
}

function parsedLine(line: Buffer | undefined): unknown {
  try {
    return JSON.parse(String(line));
  } catch {
    return null;
  }
}

function headerOf(path: string, line: Buffer): ExportHeader {
  const header = parsedLine(line) as ExportHeader | null;
  if (header?.product !== productName || header.kind !== exportKind) throw noExport(path);
  if (header.format !== exportFormatVersion) {
    throw new BackupError(
      `${path} was written by release ${header.release}, in a form (${header.format}) that this release, ${readVersion()}, ` +
        `does not know. Import it with release ${header.release} or a newer one.`,
    );
  }
  if (!isExportHeader(header)) throw damaged(path, 'its first line is invalid');
  return header;
}

function endOf(line: Buffer | undefined): ExportEnd['end'] | null {
  const { end } = (parsedLine(line) ?? {}) as Partial<ExportEnd>;
  return typeof end?.sha256 === 'string' && line?.at(-1) === lineBreak ? end : null;
}

/** Records have the columns of the release that wrote them. */
async function requireSameTables(path: string, header: ExportHeader): Promise<void> {
  const { pending } = await findMigrationPath(header, path, 'Import');
  if (pending.length === 0) return;
  throw new BackupError(
    `${path} was made by release ${header.release}, whose tables are older than those of this one, ${readVersion()} (they lack ` +
      `${pending.map(({ name }) => name).join(', ')}). Upgrade the service that it comes from and export the workspace ` +
      `again, or import it with release ${header.release} and upgrade afterwards.`,
  );
}

const noExport = (path: string) =>
  new BackupError(`${path} is not a file of \`actiongraph export\`.`);

const damaged = (path: string, what: string) =>
  new BackupError(`${path} is damaged: ${what}. Nothing was imported.`);
