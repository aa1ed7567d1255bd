import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { lockRecord } from '../../write/lock-records.ts';
import { eraseSignIns } from '../identities/erase-sign-ins.ts';
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

export type Kind = ErasureSubject['type'];

/** Locked, so that nothing is attached to it meanwhile. */
export async function findSubject(
  context: Context,
  type: Kind,
  id: string,
): Promise<ErasureSubject> {
  const { accountId, db } = context;
  await lockRecord(context, type, id);
  await db.$queryRaw`
    SELECT id FROM ${Prisma.raw(`"${type}"`)} WHERE "accountId" = ${accountId} AND id = ${id} FOR UPDATE`;
  return type === 'Contact' ? findContactSubject(context, id) : findClientSubject(context, id);
}

export async function eraseSubject(context: Context, subject: ErasureSubject): Promise<Erasure> {
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
