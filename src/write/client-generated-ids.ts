import { Prisma } from '../generated/prisma/client.ts';
import { unfilteredClient } from '../platform/access-policies/policy-client.ts';
import type { Context } from '../platform/context/context.ts';
import type { ClientGeneratedId, ClientGeneratedIdType } from '../platform/context/write-state.ts';
import { ActionError, invalidInputError } from '../platform/errors/action-error.ts';
import { permissionAreaByModel } from '../platform/ids/permission-areas.ts';
import { idPrefixes, newId } from '../platform/ids/record-ids.ts';
import { canRead, restrictedAccessKindOf } from '../platform/permissions/permissions.ts';
import { UnexplainedConstraintError } from '../platform/records/constraint-errors.ts';
import { hashInput } from './idempotency/input-hash.ts';
import { inTransaction } from './in-transaction.ts';

/**
 * Ids that callers choose for new records. A retry with the same input returns the existing record. The hash of the input is stored with
 * the idempotency responses, for the same time.
 */

/** The id of a new record: the caller's id if there is one for this type and it is not used yet, otherwise a generated one. */
export function newRecordId(
  { clientGeneratedId }: Pick<Context, 'clientGeneratedId'>,
  type: ClientGeneratedIdType,
): string {
  if (!clientGeneratedId || clientGeneratedId.isUsed || clientGeneratedId.type !== type)
    return newId(type);
  clientGeneratedId.isUsed = true;
  return clientGeneratedId.id;
}

/** A record to create, and the id that the caller chose. */
export interface RecordCreation {
  type: ClientGeneratedIdType;
  /** The id as the caller sent it. */
  id: unknown;
  /** The field of the input that contains the id. */
  path: string;
  /** JSON values that are equal in a retry. */
  input: unknown;
}

/** `made` is a new record, `found` an existing one that was created from the same input. */
export type CreationResult<T> = { made: T } | { found: { id: string } };

/** The `caller` of stored input hashes. */
const idsCaller = 'ids';

/** Whether the caller sent an id. */
export const isIdProvided = (id: unknown): boolean => id !== undefined && id !== null && id !== '';

/** @throws ActionError invalid_input if the id has not the form of the type */
function parseClientGeneratedId({ type, id, path }: RecordCreation): string {
  const prefix = idPrefixes[type];
  if (typeof id === 'string' && id.startsWith(`${prefix}_`) && /^[a-z]{3}_[0-9a-f]{32}$/.test(id)) {
    return id;
  }
  const message = `must be "${prefix}_" and the 32 hexadecimal digits of a UUID, in small letters`;
  throw invalidInputError([{ path, code: 'invalid_format', message }]);
}

/**
 * Creates a record under the caller's id, and stores the hash of the input in the same transaction. Without an id it only runs `work`.
 * @throws ActionError invalid_input for an id of another form; id_taken if the record with the id was created from other input, if the
 * hash of its input has expired, or if the caller may not read the record; errors of `work`
 */
export async function createWithClientGeneratedId<T extends { written: unknown }>(
  context: Context,
  creation: RecordCreation,
  work: (context: Context) => Promise<T>,
): Promise<CreationResult<T>> {
  if (!isIdProvided(creation.id)) return { made: await work(context) };
  const { type, path, input } = creation;
  const id = parseClientGeneratedId(creation);
  const inputHash = hashInput([type, input]);
  try {
    return await inTransaction(context, async (tx) => {
      const existing = await findRecordWithId(tx, type, id);
      if (existing) {
        const isSame = existing.inputHash === inputHash && canRead(tx, permissionAreaByModel[type]);
        if (isSame && restrictedAccessKindOf(tx.actor) === undefined)
          return { found: existing.written };
        throw idTakenError(id, path);
      }
      const clientGeneratedId: ClientGeneratedId = { type, id, isUsed: false };
      const created = await work({ ...tx, clientGeneratedId: clientGeneratedId });
      if (!clientGeneratedId.isUsed)
        throw new Error(`A ${type} was made without the id that was given.`);
      await storeCreation(tx, id, inputHash, created.written as { id?: unknown });
      return { made: created };
    });
  } catch (error) {
    if (context.root === null || !(error instanceof UnexplainedConstraintError)) throw error;
    throw await error.explained(context);
  }
}

const idTakenError = (id: string, path: string) =>
  new ActionError('id_taken', `There is already a record with the id "${id}".`, {
    errors: [{ path, code: 'id_taken', message: 'is already taken' }],
  });

interface StoredCreation {
  inputHash: string | null;
  written: { id: string };
}

/** Waits for other creations under the id, and finds its record. Two statements: the second sees what the others committed. */
async function findRecordWithId(
  { accountId, db }: Context,
  type: ClientGeneratedIdType,
  id: string,
): Promise<StoredCreation | undefined> {
  const client = unfilteredClient(db);
  await client.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${accountId} ${id}`}, 38))::text`;
  const [creation] = await client.$queryRaw<StoredCreation[]>`
    SELECT k."inputHash", k.written FROM ${Prisma.raw(`"${type}"`)} t
    LEFT JOIN "KeptAnswer" k ON k."accountId" = t."accountId" AND k.caller = ${idsCaller} AND k.key = t.id
    WHERE t."accountId" = ${accountId} AND t.id = ${id}`;
  return creation;
}

/** Stores the input hash of a record. It replaces the hash of a deleted record with the same id. */
async function storeCreation(
  { accountId, db }: Context,
  id: string,
  inputHash: string,
  { id: createdId, isWhole }: { id?: unknown; isWhole?: unknown },
): Promise<void> {
  const written = JSON.stringify({ id: createdId, isWhole });
  await unfilteredClient(db).$executeRaw`
    INSERT INTO "KeptAnswer" ("accountId", caller, key, "inputHash", written, rights, needed)
    VALUES (${accountId}, ${idsCaller}, ${id}, ${inputHash}, ${written}::jsonb, 0, 0)
    ON CONFLICT ("accountId", caller, key) DO UPDATE
    SET "inputHash" = EXCLUDED."inputHash", written = EXCLUDED.written, "createdAt" = EXCLUDED."createdAt"`;
}
