import type { AppliedMigration, Sequence, Table } from './table-catalogue.ts';
import type { TableTotals } from './table-totals.ts';

/**
 * A backup is one file:
 *
 * - its first line, JSON as plain text, is the {@link BackupHeader};
 * - then one gzip stream of frames: a letter, the length of what follows (four bytes, the most significant first), and
 *   that many bytes. For each table of the header, in its order: `T`, JSON with the table's name; any number of `D`,
 *   the rows in the text format of PostgreSQL's COPY with the header's columns, cut anywhere; `E`, a {@link TableEnd}.
 *   After the last table `Z`, JSON with the number of tables;
 * - its last line, plain text, is `sha256 ` and the digest of every byte before that line, the line break in front of
 *   it included.
 */
export const backupFormatVersion = 1;

export const productName = 'actiongraph';

/** Told in the header and on the screen. */
export const personalDataNotice =
  'This file holds personal data: the names, addresses, e-mails and invoices of customers, and the hashes of API keys. ' +
  'It is not encrypted. Keep it where only those may read it who may read the database.';

export interface BackupHeader {
  product: typeof productName;
  kind: 'backup';
  format: number;
  notice: string;
  /** Of the program that wrote it. */
  release: string;
  /** When the data were as they are here, as the database's clock had it. */
  takenAt: string;
  /** The version of the PostgreSQL it was taken from. */
  postgres: string;
  /** What had been applied to the database, in order. */
  migrations: AppliedMigration[];
  tables: Table[];
  sequences: Sequence[];
}

/** What is said of a table after its rows. */
export interface TableEnd {
  rows: number;
  /** The digest of its rows as they stand in the frames. */
  sha256: string;
  figures: TableTotals;
}

/** Rows in one frame, at most. */
export const maxRowFrameBytes = 256 * 1024;

/** The longest header, and the longest frame of JSON: anything longer is damage. */
export const maxHeaderBytes = 4 * 1024 * 1024;
export const maxFrameBytes = 256 * 1024 * 1024;

export type FrameKind = 'T' | 'D' | 'E' | 'Z';

/** Before a frame's content: its kind and its length. */
export const frameHeaderBytes = 5;

/** A frame as it stands in the stream. */
export function encodeFrame(kind: FrameKind, content: Buffer): Buffer {
  const head = Buffer.alloc(frameHeaderBytes);
  head.write(kind, 'latin1');
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

export const encodeJsonFrame = (kind: FrameKind, value: unknown) =>
  encodeFrame(kind, Buffer.from(JSON.stringify(value)));

/** The last line. */
export const digestLine = (digest: string) => `sha256 ${digest}\n`;
export const digestLineBytes = digestLine('0'.repeat(64)).length;
