import type { AuditedModel } from '../platform/audit-log/audited-columns.ts';
import { findFieldsChangedSince } from '../platform/audit-log/changes-since-version.ts';
import type { Context } from '../platform/context/context.ts';
import type {
  ExpectedVersion,
  PendingVersionCheck,
  VersionedType,
} from '../platform/context/write-state.ts';
import type { FieldError } from '../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../platform/errors/action-error.ts';
import { UnexplainedConstraintError } from '../platform/records/constraint-errors.ts';
import { inTransaction } from './in-transaction.ts';

/** A caller may send the version that it has read. The version is checked when the command locks the record. */

export const expectedVersionField = 'expectedVersion';

export const expectedVersionHeader = 'If-Match';

const expectedVersionFieldError = (code: string, message: string): FieldError => ({
  path: expectedVersionField,
  code,
  message,
});

/** @throws ActionError invalid_input */
export function expectedVersionOf(input: unknown): number | undefined {
  const value = (input as Record<string, unknown> | null)?.[expectedVersionField];
  if (value === undefined || value === null || value === '') return undefined;
  const version = typeof value === 'string' ? Number(value) : value;
  if (Number.isSafeInteger(version) && Number(version) > 0) return Number(version);
  throw invalidInputError([
    expectedVersionFieldError(
      'invalid_number',
      'must be the version of the record that was read, a whole number',
    ),
  ]);
}

/**
 * Without an expected version, it only runs the callback.
 * @throws ActionError version_mismatch; errors of the callback. An Error if it did not lock the record.
 */
export async function withExpectedVersion<T>(
  context: Context,
  expectedVersion: ExpectedVersion,
  callback: (context: Context) => Promise<T>,
): Promise<T> {
  const { type, version, versions } = expectedVersion;
  if (version === undefined && versions === undefined) return callback(context);
  try {
    return await inTransaction(context, async (tx) => {
      const versionCheck: PendingVersionCheck = { ...expectedVersion, isChecked: false };
      const result = await callback({ ...tx, versionCheck });
      if (versionCheck.isChecked) return result;
      throw new Error(`A ${type} was changed without a look at the version that was expected.`);
    });
  } catch (error) {
    if (context.root === null || !(error instanceof UnexplainedConstraintError)) throw error;
    throw await error.explained(context);
  }
}

/** Whether {@link checkVersion} must still check this record. */
export function isVersionExpected(
  { versionCheck }: Pick<Context, 'versionCheck'>,
  type: VersionedType,
  id?: unknown,
): boolean {
  if (!versionCheck || versionCheck.isChecked || versionCheck.type !== type) return false;
  // Numeric ids are not compared: they have several spellings, and a command changes only one record with such an id.
  if (id === undefined || typeof id === 'number' || versionCheck.id === undefined) return true;
  return textOf(versionCheck.id) === textOf(id);
}

const textOf = (id: unknown) => String(id).trim();

export function acceptedVersions({ version, versions }: PendingVersionCheck): readonly number[] {
  if (version === undefined) return versions ?? [];
  return versions === undefined || versions.includes(version) ? [version] : [];
}

/** @throws ActionError version_mismatch */
export async function checkVersion(
  context: Pick<Context, 'accountId' | 'actor' | 'db' | 'versionCheck'>,
  row: { version: number },
): Promise<void> {
  const { versionCheck } = context;
  if (!versionCheck) return;
  versionCheck.isChecked = true;
  const { type, version, versions } = versionCheck;
  if (acceptedVersions(versionCheck).includes(row.version)) return;
  // If the caller accepts several versions, it may have read any of them.
  const possiblyReadVersions =
    version === undefined || version === row.version ? versions : [version];
  const oldestVersion = possiblyReadVersions?.length
    ? Math.min(...possiblyReadVersions)
    : undefined;
  throw versionMismatchError(
    versionCheck,
    row,
    await findFieldsChangedSince(context, type as AuditedModel, row, oldestVersion),
  );
}

function versionMismatchError(
  { version, versions }: PendingVersionCheck,
  row: { version: number },
  changedFields: readonly string[] | null,
): ActionError {
  const isHeader = versions !== undefined && !versions.includes(row.version);
  const expectedText = isHeader ? versions.join(', ') : version;
  const suffix = expectedText === '' ? '' : ` (expected: ${expectedText})`;
  return new ActionError(
    'version_mismatch',
    `The record was changed and now has version ${row.version}${suffix}. Nothing was written. Read it again and repeat your change.`,
    {
      currentVersion: row.version,
      ...(!isHeader && { status: 409 }),
      errors: [
        {
          path: isHeader ? expectedVersionHeader : expectedVersionField,
          code: 'version_mismatch',
          message: `is not ${row.version}, the current version of the record`,
        },
        ...(changedFields ?? []).map((path) => ({
          ...{ path, code: concurrentChangeCode, message: 'was changed since' },
        })),
      ],
    },
  );
}

export const concurrentChangeCode = 'changed_meanwhile';
