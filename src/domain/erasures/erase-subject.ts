import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { eraseSignIns } from '../identities/erase-sign-ins.ts';
import { clientErasureSteps } from './client-steps.ts';
import { contactErasureSteps, retainedDataSteps } from './contact-steps.ts';
import type { CompletedErasureStep, ErasureStep } from './erasure-step.ts';
import { eraseStoredResponses, redactAuditLog, removeMailJobs } from './related-data.ts';
import type { ErasureSubject } from './subjects.ts';
import { findClientSubject, findContactSubject } from './subjects.ts';
import { countRemainingMatches, redactTexts } from './text-redaction.ts';

export interface ErasedRecords {
  model: RecordModel;
  /** BLANKED keeps the record without its personal data. KEPT keeps it unchanged. */
  action: ErasureStep['action'];
  count: number;
  /** Why records remain. */
  reason: string | null;
}

export interface Erasure {
  type: ErasureSubject['type'];
  id: string;
  name: string;
  /** The search terms. */
  words: string[];
  records: ErasedRecords[];
}

export type ErasureSubjectType = ErasureSubject['type'];

/** Locks the subject, so that no new record refers to it. */
export async function findSubject(
  tx: WriteContext,
  type: ErasureSubjectType,
  id: string,
): Promise<ErasureSubject> {
  const { accountId, db } = tx;
  await tx.lock(type, id);
  await db.$queryRaw`
    SELECT id FROM ${Prisma.raw(`"${type}"`)} WHERE "accountId" = ${accountId} AND id = ${id} FOR UPDATE`;
  return type === 'Contact' ? findContactSubject(tx, id) : findClientSubject(tx, id);
}

export async function eraseSubject(context: Context, subject: ErasureSubject): Promise<Erasure> {
  const { accountId } = context;
  const { addresses, id, name, type, words } = subject;
  const steps = type === 'Client' ? clientErasureSteps : contactErasureSteps;
  const subjectSteps: CompletedErasureStep[] = [];
  for (const step of steps(accountId, subject)) {
    subjectSteps.push({ ...step, ids: await runStep(context, step) });
  }
  const completedSteps = [...subjectSteps, ...(await redactTexts(context, words))];
  for (const step of retainedDataSteps(accountId, subject)) {
    completedSteps.push({ ...step, ids: await runStep(context, step) });
  }
  await removeMailJobs(context, completedSteps);
  await eraseStoredResponses(context, words, completedSteps);
  await redactAuditLog(context, subject, subjectSteps);
  await eraseSignIns(context.db, addresses);
  const remaining = await countRemainingMatches(context, words);
  return {
    type,
    id,
    name,
    words,
    records: [
      ...completedSteps.filter(({ ids }) => ids.length > 0).map(toErasedRecords),
      ...remaining.map((match) => ({ ...match, action: 'KEPT' as const })),
    ],
  };
}

const toErasedRecords = ({ model, action, ids, reason }: CompletedErasureStep): ErasedRecords => ({
  model,
  action,
  count: ids.length,
  reason: reason ?? null,
});

async function runStep(
  { accountId, db }: Context,
  { action, model, set, where }: ErasureStep,
): Promise<string[]> {
  const table = Prisma.raw(`"${model}"`);
  const condition = Prisma.sql`t."accountId" = ${accountId} AND (${where})`;
  const columns = Object.entries(set ?? {}).map(
    ([column, value]) => Prisma.sql`${Prisma.raw(`"${column}"`)} = ${value}`,
  );
  const id = Prisma.sql`t.id::text AS id`;
  if (action === 'DELETED')
    return idsOf(db.$queryRaw`DELETE FROM ${table} t WHERE ${condition} RETURNING ${id}`);
  if (columns.length === 0)
    return idsOf(db.$queryRaw`SELECT ${id} FROM ${table} t WHERE ${condition}`);
  return idsOf(
    db.$queryRaw`UPDATE ${table} t SET ${Prisma.join(columns)} WHERE ${condition} RETURNING ${id}`,
  );
}

const idsOf = async (rows: Promise<unknown>): Promise<string[]> =>
  ((await rows) as { id: string }[]).map(({ id }) => id);
