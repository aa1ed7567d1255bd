import { productName } from '../file-format.ts';
import type { AppliedMigration, Table } from '../table-catalogue.ts';
import type { TableTotals } from '../table-totals.ts';

/**
 * A workspace that was taken along is one file of lines, each of them JSON (NDJSON):
 *
 * - the first is the {@link ExportHeader};
 * - each of the others but the last is `{"model":"Client","record":{…}}`, one record with the columns that the header names.
 *   Models come in the header's order, so that what a record refers to stands before it. Decimal numbers are texts, so that no
 *   reader rounds them; instants are in UTC; files are in base64;
 * - the last is the {@link ExportEnd}: what was written is whole where it is there and its digest is that of every byte before it.
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
  /** Of the program that wrote it. */
  release: string;
  /** When the records were as they are here, as the database's clock had it. */
  takenAt: string;
  /** With the largest number that a user has, which new users are to pass. */
  workspace: { accountId: number; name: string; largestUser: number };
  /** What had been applied to the database, in order. */
  migrations: AppliedMigration[];
  models: Table[];
}

/** Counts and sums of each model's records, by its name. */
export type WorkspaceTotals = Record<string, TableTotals[string]>;

export interface ExportEnd {
  end: {
    records: number;
    figures: WorkspaceTotals;
    /** As it would be printed. */
    nextInvoiceNumber: string;
    /** Of every byte before this line, in hexadecimal. */
    sha256: string;
  };
}

/** What stands before a record in its line. */
export const recordLinePrefix = (model: string) => `{"model":${JSON.stringify(model)},"record":`;

/** The longest line: anything longer is damage. */
export const maxLineBytes = 64 * 1024 * 1024;

export { productName };
