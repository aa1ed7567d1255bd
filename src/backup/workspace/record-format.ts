import { z } from 'zod';
import type { RecordType } from '../../platform/ids/record-ids.ts';
import { idPrefixes } from '../../platform/ids/record-ids.ts';
import type { ExportEnd, ExportHeader } from './export-format.ts';
import { exportedModels } from './exported-models.ts';

/**
 * Validates values that no table checks: a handwritten file can have a valid digest. A record with
 * an id of another type could not be found, and a number near its maximum would make later writes
 * fail.
 */

/** Below the maximum of an integer column, so that new records still get numbers. */
export const maxImportedNumber = 2_000_000_000;

const positiveInteger = z.int().min(1).max(maxImportedNumber);
const figures = z.record(
  z.string(),
  z.object({ rows: z.number(), sums: z.record(z.string(), z.string()) }),
);

const headerShape = z.object({
  release: z.string(),
  takenAt: z.iso.datetime(),
  workspace: z.object({
    accountId: z.int().min(1).max(2_147_483_647),
    name: z.string(),
    largestUser: z.int().min(0).max(2_147_483_647),
  }),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string().nullable() })),
  models: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});

const endShape = z.object({
  records: z.int(),
  fileLines: z.int().min(0).optional(),
  figures,
  nextInvoiceNumber: z.string(),
});

export const isExportHeader = (value: unknown): value is ExportHeader =>
  headerShape.safeParse(value).success;

export const isExportEnd = (value: unknown): value is ExportEnd['end'] =>
  endShape.safeParse(value).success;

export function recordFormatProblem(
  model: string,
  record: Record<string, unknown>,
  { workspace }: Pick<ExportHeader, 'workspace'>,
): string | undefined {
  if (!(exportedModels as readonly string[]).includes(model)) return undefined;
  const { id, nextNumber, version } = record;
  if (!positiveInteger.safeParse(version).success) return `the version ${displayValue(version)}`;
  if (model === 'User') {
    const isValid = positiveInteger.max(Math.max(1, workspace.largestUser)).safeParse(id).success;
    return isValid ? undefined : `the number ${displayValue(id)} of a user`;
  }
  if (nextNumber !== undefined && !positiveInteger.safeParse(nextNumber).success) {
    return `the next number ${displayValue(nextNumber)}`;
  }
  const prefix = idPrefixes[model as RecordType];
  if (prefix === undefined) return undefined;
  const isValidId = typeof id === 'string' && id.startsWith(`${prefix}_`) && /^\w{5,80}$/.test(id);
  return isValidId
    ? undefined
    : `the id ${displayValue(id)}, while one of ${model} begins with ${prefix}_`;
}

const displayValue = (value: unknown) => JSON.stringify(value)?.slice(0, 60) ?? 'that is missing';
