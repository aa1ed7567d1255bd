import { productName } from '../file-format.ts';
import type { AppliedMigration, Table } from '../table-catalogue.ts';
import type { TableTotals } from '../table-totals.ts';

/**
 * An exported workspace is one NDJSON file:
 * - The first line is the {@link ExportHeader}.
 * - Each of the next lines is a record, `{"model":"Client","record":{…}}`, with the columns in the
 *   header. Models are in the header's order, so that referenced records come first. Decimal
 *   numbers are strings, times are in UTC, files are in base64.
 * - Each further line is a part of a file, `{"file":"<SHA-256>","bytes":"<base64>"}`. The parts of
 *   a file follow each other.
 * - The last line is the {@link ExportEnd} with the digest of every byte before it.
 */
export const exportFormatVersion = 1;

export const exportKind = 'workspace';

export const exportNotice =
  'This file holds personal data: the names, addresses, e-mails and invoices of customers. It is not encrypted. Keep it where ' +
  'only those may read it who may read the workspace. Keys, invitations, sign-ins and the secrets of links are not in it.';

export interface ExportHeader {
  product: typeof productName;
  kind: typeof exportKind;
  format: number;
  notice: string;
  release: string;
  /** Time of the snapshot by the clock of the database. */
  takenAt: string;
  /** New users get ids above `largestUser`. */
  workspace: { accountId: number; name: string; largestUser: number };
  migrations: AppliedMigration[];
  models: Table[];
}

/** Row counts and sums by model. */
export type WorkspaceTotals = Record<string, TableTotals[string]>;

export interface ExportEnd {
  end: {
    records: number;
    /** Lines with parts of files. Missing in exports of releases without attachments. */
    fileLines?: number;
    figures: WorkspaceTotals;
    /** For example "INV-00042". */
    nextInvoiceNumber: string;
    /** Of every byte before this line, in hexadecimal. */
    sha256: string;
  };
}

export const recordLinePrefix = (model: string) => `{"model":${JSON.stringify(model)},"record":`;

/** A longer line is damaged. */
export const maxLineBytes = 64 * 1024 * 1024;

export { productName };
