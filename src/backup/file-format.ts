import type { AppliedMigration, Sequence, Table } from './table-catalogue.ts';
import type { TableTotals } from './table-totals.ts';

/**
 * A backup is one file:
 * - The first line is the {@link BackupHeader} as JSON.
 * - A gzip stream of frames follows. A frame is a letter, the length of its content (four bytes,
 *   big-endian), and the content. For each table in the order of the header: `T`, JSON with the
 *   name; `D` frames, rows in the text format of COPY, split anywhere; `E`, a {@link TableEnd}.
 *   For each file of an attachment: `F`, JSON with its key; `C` frames, its content, split anywhere.
 *   At the end: `Z`, JSON with the number of tables.
 * - The last line is `sha256 ` and the digest of every byte before it, including the preceding line
 *   break.
 */
export const backupFormatVersion = 1;

export const productName = 'actiongraph';

/** Part of the header and of the command's output. */
export const personalDataNotice =
  'This file holds personal data: the names, addresses, e-mails and invoices of customers, and the hashes of API keys. ' +
  'It is not encrypted. Keep it where only those may read it who may read the database.';

export interface BackupHeader {
  product: typeof productName;
  kind: 'backup';
  format: number;
  notice: string;
  release: string;
  /** Time of the snapshot by the clock of the database. */
  takenAt: string;
  postgres: string;
  migrations: AppliedMigration[];
  tables: Table[];
  sequences: Sequence[];
}

export interface TableEnd {
  rows: number;
  /** Digest of the rows in the frames. */
  sha256: string;
  figures: TableTotals;
}

export const maxRowFrameBytes = 256 * 1024;

/** A longer header or JSON frame is damaged. */
export const maxHeaderBytes = 4 * 1024 * 1024;
export const maxFrameBytes = 256 * 1024 * 1024;

export type FrameKind = 'T' | 'D' | 'E' | 'F' | 'C' | 'Z';

/** Kind and length. */
export const frameHeaderBytes = 5;

export function encodeFrame(kind: FrameKind, content: Buffer): Buffer {
  const frameHeader = Buffer.alloc(frameHeaderBytes);
  frameHeader.write(kind, 'latin1');
  frameHeader.writeUInt32BE(content.length, 1);
  return Buffer.concat([frameHeader, content]);
}

export const encodeJsonFrame = (kind: FrameKind, value: unknown) =>
  encodeFrame(kind, Buffer.from(JSON.stringify(value)));

export const digestLine = (digest: string) => `sha256 ${digest}\n`;
export const digestLineBytes = digestLine('0'.repeat(64)).length;
