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
 * Ids that callers give to what they make. A retry with the same input is answered the record that is there: what was sent
 * is kept beside the answers to what is done once, for as long (decision 38).
 */

/** The id of a new record: the caller's own, where one was given for a record of that type. */
export function newRecordId(
  { clientGeneratedId }: Pick<Context, 'clientGeneratedId'>,
  type: ClientGeneratedIdType,
): string {
  if (!clientGeneratedId || clientGeneratedId.isUsed || clientGeneratedId.type !== type)
    return newId(type);
  clientGeneratedId.isUsed = true;
  return clientGeneratedId.id;
}

/** What is to be made, and under which id. */
export interface RecordCreation {
  type: ClientGeneratedIdType;
  /** As it came. */
  id: unknown;
  /** Where the caller wrote it. */
  path: string;
  /** All that tells whether it is the same again. Values of JSON. */
  input: unknown;
}

/** What was made; or what was made before, of the same input. */
export type CreationResult<T> = { made: T } | { found: { id: string } };

/** Under whom inputs are kept, instead of a caller. */
const idsCaller = 'ids';

/** Whether an id was given. */
export const isIdProvided = (id: unknown): boolean => id !== undefined && id !== null && id !== '';

/** An id that a new record of the type can have. @throws ActionError invalid_input */
function parseClientGeneratedId({ type, id, path }: RecordCreation): string {
  const prefix = idPrefixes[type];
  if (typeof id === 'string' && id.startsWith(`${prefix}_`) && /^[a-z]{3}_[0-9a-f]{32}$/.test(id)) {
    return id;
  }
  const message = `must be "${prefix}_" and the 32 hexadecimal digits of a UUID, in small letters`;
  throw invalidInputError([{ path, code: 'invalid_format', message }]);
}

/**
 * Makes a record under the id that its caller gave, in one transaction with a note of the input; without one it just makes it.
 * @throws ActionError invalid_input for an id of another form; id_taken where a record has it that was made of other
 * input, longer ago than notes are kept, or that who asks may not read; whatever the work throws
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

/** The record with the id, once nobody else is at work with it. Two statements: the second sees what was committed meanwhile. */
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

/** Keeps what a record was made of; once more where one of that id was deleted. */
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
