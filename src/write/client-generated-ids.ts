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

/** A retry with the same id and input returns the existing record. The hash of the input expires with the idempotency responses. */

/** Returns the client-generated id once, for a record of its type. Otherwise it generates an id. */
export function newRecordId(
  { clientGeneratedId }: Pick<Context, 'clientGeneratedId'>,
  type: ClientGeneratedIdType,
): string {
  if (!clientGeneratedId || clientGeneratedId.isUsed || clientGeneratedId.type !== type)
    return newId(type);
  clientGeneratedId.isUsed = true;
  return clientGeneratedId.id;
}

export interface RecordCreation {
  type: ClientGeneratedIdType;
  id: unknown;
  path: string;
  input: unknown;
}

/** `existing` is a record that was created from the same input. */
export type CreationResult<T> = { created: T } | { existing: { id: string } };

/** The `caller` column of stored input hashes. */
const idsCaller = 'ids';

export const isIdProvided = (id: unknown): boolean => id !== undefined && id !== null && id !== '';

/** @throws ActionError invalid_input */
function parseClientGeneratedId({ type, id, path }: RecordCreation): string {
  const prefix = idPrefixes[type];
  if (typeof id === 'string' && id.startsWith(`${prefix}_`) && /^[a-z]{3}_[0-9a-f]{32}$/.test(id)) {
    return id;
  }
  const message = `must be "${prefix}_" and the 32 hexadecimal digits of a UUID, in small letters`;
  throw invalidInputError([{ path, code: 'invalid_format', message }]);
}

/**
 * Without an id, it only runs the callback.
 * @throws ActionError invalid_input; errors of the callback; id_taken if the existing record has other input or an expired hash, or if the
 * caller may not read it
 */
export async function createWithClientGeneratedId<T extends { written: unknown }>(
  context: Context,
  creation: RecordCreation,
  callback: (context: Context) => Promise<T>,
): Promise<CreationResult<T>> {
  if (!isIdProvided(creation.id)) return { created: await callback(context) };
  const { type, path, input } = creation;
  const id = parseClientGeneratedId(creation);
  const inputHash = hashInput([type, input]);
  try {
    return await inTransaction(context, async (tx) => {
      const existing = await findRecordWithId(tx, type, id);
      if (existing) {
        const isSameInput =
          existing.inputHash === inputHash && canRead(tx, permissionAreaByModel[type]);
        if (isSameInput && restrictedAccessKindOf(tx.actor) === undefined)
          return { existing: existing.written };
        throw idTakenError(id, path);
      }
      const clientGeneratedId: ClientGeneratedId = { type, id, isUsed: false };
      const created = await callback({ ...tx, clientGeneratedId });
      if (!clientGeneratedId.isUsed)
        throw new Error(`The new ${type} did not get the id of the caller.`);
      await storeCreation(tx, id, inputHash, created.written as { id?: unknown });
      return { created };
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

/** Waits for concurrent creations with the id. The second statement sees what they committed. */
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

/** Stores the input hash of the created record. Overwrites that of a deleted record with the same id. */
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
