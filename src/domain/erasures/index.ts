import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { inTransaction } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput, required } from '../../platform/input/fields.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { lockRecord } from '../../write/records.ts';
import { eraseSignIns } from '../identities/erase-sign-ins.ts';
import { requireOwner } from '../workspaces/owner-check.ts';
import { clientErasureSteps } from './client-steps.ts';
import { contactErasureSteps, retainedDataSteps } from './contact-steps.ts';
import type { CompletedErasureStep, ErasureStep } from './erasure-step.ts';
import { eraseStoredResponses, redactAuditLog, removeMailJobs } from './related-data.ts';
import type { ErasureSubject } from './subjects.ts';
import { findClientSubject, findContactSubject } from './subjects.ts';
import { countRemainingMatches, redactTexts } from './text-redaction.ts';

/** What becomes of the records of one model. */
export interface ErasedRecords {
  model: RecordModel;
  /** BLANKED keeps the record, without what it says; KEPT keeps it as it is. */
  action: ErasureStep['action'];
  count: number;
  /** Why something stays; null where nothing does. */
  reason: string | null;
}

/** What an erasure does, or would do. */
export interface Erasure {
  type: ErasureSubject['type'];
  id: string;
  name: string;
  /** What was looked for wherever it may be mentioned. */
  words: string[];
  records: ErasedRecords[];
}

const confirmName = required(
  text(),
  'Its name, exactly as the dry run tells it: erasing cannot be undone.',
);

export const eraseClientInput = inputObject('EraseClient', 'The client whose data are erased.', {
  confirmName,
});

export const eraseContactInput = inputObject('EraseContact', 'The contact whose data are erased.', {
  confirmName,
});

type Kind = ErasureSubject['type'];

/** Ends a dry run: all that was done is taken back. */
class DryRunDone extends Error {
  readonly erasure: Erasure;
  constructor(erasure: Erasure) {
    super('A dry run was taken back.');
    this.erasure = erasure;
  }
}

/**
 * Says what {@link eraseClient} and {@link eraseContact} would delete, blank and keep, and why. It does all of it and takes it back, so
 * that it cannot say anything else than what would happen.
 * @throws ActionError id_missing, record_not_found, conflicting_state, missing_scope, not_for_role
 */
export async function previewErasure(
  context: Context,
  type: Kind,
  input: { id?: unknown },
): Promise<Erasure> {
  const id = requireId(input);
  try {
    return await inTransaction(context, async (tx) => {
      const subject = await findSubject(tx, type, id);
      requireOwner(context, 'erases what is known of somebody');
      throw new DryRunDone(await eraseSubject(tx, subject));
    });
  } catch (error) {
    if (error instanceof DryRunDone) return error.erasure;
    throw error;
  }
}

/**
 * Erases a client with everything that belongs to it: what need not be kept is deleted or blanked, and taken out of other records
 * that mention it. Invoices that were issued keep what was printed on them and are marked.
 * @throws ActionError id_missing, record_not_found, invalid_input where the name is another one; conflicting_state where one of its mails is
 * being sent; missing_scope, not_for_role
 */
export const eraseClient = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof eraseClientInput>,
): Promise<Erasure> => erase(context, 'Client', input);

/** The same for a contact. @throws as {@link eraseClient} */
export const eraseContact = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof eraseContactInput>,
): Promise<Erasure> => erase(context, 'Contact', input);

async function erase(
  context: Context,
  type: Kind,
  input: { id?: unknown } & InputOf<typeof eraseClientInput>,
): Promise<Erasure> {
  const id = requireId(input);
  const { confirmName: confirmed } = parseInput(eraseClientInput, input);
  return inTransaction(context, async (tx) => {
    const subject = await findSubject(tx, type, id);
    requireOwner(context, 'erases what is known of somebody');
    if (subject.name !== confirmed) {
      const message = `must be the name as it is, "${subject.name}"`;
      throw invalidInputError([{ path: 'confirmName', code: 'not_confirmed', message }]);
    }
    return eraseSubject(tx, subject);
  });
}

/** Locked, so that nothing is attached to it meanwhile. */
async function findSubject(context: Context, type: Kind, id: string): Promise<ErasureSubject> {
  const { accountId, db } = context;
  await lockRecord(context, type, id);
  await db.$queryRaw`
    SELECT id FROM ${Prisma.raw(`"${type}"`)} WHERE "accountId" = ${accountId} AND id = ${id} FOR UPDATE`;
  return type === 'Contact' ? findContactSubject(context, id) : findClientSubject(context, id);
}

async function eraseSubject(context: Context, subject: ErasureSubject): Promise<Erasure> {
  const { accountId } = context;
  const { addresses, id, name, type, words } = subject;
  const steps = type === 'Client' ? clientErasureSteps : contactErasureSteps;
  const own: CompletedErasureStep[] = [];
  for (const step of steps(accountId, subject)) {
    own.push({ ...step, ids: await carryOut(context, step) });
  }
  const done = [...own, ...(await redactTexts(context, words))];
  for (const step of retainedDataSteps(accountId, subject)) {
    done.push({ ...step, ids: await carryOut(context, step) });
  }
  await removeMailJobs(context, done);
  await eraseStoredResponses(context, words, done);
  await redactAuditLog(context, subject, own);
  await eraseSignIns(context.db, addresses);
  const left = await countRemainingMatches(context, words);
  return {
    type,
    id,
    name,
    words,
    records: [
      ...done.filter(({ ids }) => ids.length > 0).map(told),
      ...left.map((kept) => ({ ...kept, action: 'KEPT' as const })),
    ],
  };
}

const told = ({ model, action, ids, reason }: CompletedErasureStep): ErasedRecords => ({
  model,
  action,
  count: ids.length,
  reason: reason ?? null,
});

/** Does what a step says; answers the ids of the rows. One statement. */
async function carryOut(
  { accountId, db }: Context,
  { action, model, set, where }: ErasureStep,
): Promise<string[]> {
  const table = Prisma.raw(`"${model}"`);
  const which = Prisma.sql`t."accountId" = ${accountId} AND (${where})`;
  const columns = Object.entries(set ?? {}).map(
    ([column, value]) => Prisma.sql`${Prisma.raw(`"${column}"`)} = ${value}`,
  );
  const id = Prisma.sql`t.id::text AS id`;
  if (action === 'DELETED')
    return idsOf(db.$queryRaw`DELETE FROM ${table} t WHERE ${which} RETURNING ${id}`);
  if (columns.length === 0) return idsOf(db.$queryRaw`SELECT ${id} FROM ${table} t WHERE ${which}`);
  return idsOf(
    db.$queryRaw`UPDATE ${table} t SET ${Prisma.join(columns)} WHERE ${which} RETURNING ${id}`,
  );
}

const idsOf = async (rows: Promise<unknown>): Promise<string[]> =>
  ((await rows) as { id: string }[]).map(({ id }) => id);
