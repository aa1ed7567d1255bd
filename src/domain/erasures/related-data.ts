import { Prisma } from '../../generated/prisma/client.ts';
import { eraseAuditChanges } from '../../platform/audit-log/retention.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { CompletedErasureStep } from './erasure-step.ts';
import { redactionPatterns, redactionSpellings } from './redaction-patterns.ts';
import type { ErasureSubject } from './subjects.ts';

/**
 * The job of a mail that is being sent would record its result, so that is an error.
 * @throws ActionError conflicting_state
 */
export async function removeMailJobs(
  { accountId, db }: Context,
  done: readonly CompletedErasureStep[],
): Promise<void> {
  const mails = done.filter(({ model, action }) => model === 'OutboxMail' && action === 'DELETED');
  const keys = mails.flatMap(({ ids }) => ids.map((id) => `${accountId}/${id}`));
  if (keys.length === 0) return;
  const jobs = await db.$queryRaw<{ isLocked: boolean }[]>`
    SELECT locked_at IS NOT NULL AS "isLocked", graphile_worker.remove_job(key) IS NULL AS ended
    FROM graphile_worker.jobs WHERE key = ANY(${keys}::text[])`;
  if (!jobs.some(({ isLocked }) => isLocked)) return;
  throw new ActionError(
    'conflicting_state',
    'One of its e-mails is being sent right now. Try again in a minute.',
  );
}

/**
 * Erases stored responses that contain a word or an erased record. A retry reads the records again and repeats nothing.
 * Without a way to read again, the response is deleted.
 */
export async function eraseStoredResponses(
  { accountId, db }: Context,
  words: readonly string[],
  done: readonly CompletedErasureStep[],
): Promise<void> {
  const ids = done.filter(({ action }) => action !== 'KEPT').flatMap((one) => one.ids);
  const any = Prisma.sql`ILIKE ANY(${redactionPatterns(words)}::text[])`;
  const isAffectedSql = Prisma.sql`k."accountId" = ${accountId} AND (
    k.key ${any} OR k.answer ${any} OR k.written::text ${any} OR EXISTS (
      SELECT FROM regexp_matches(k.answer, '[a-z]{3}_[0-9a-z]+', 'g') AS found WHERE found[1] = ANY(${ids}::text[])))`;
  await db.$executeRaw`
    DELETE FROM "KeptAnswer" k
    WHERE ${isAffectedSql} AND (k.written IS NULL OR k.written::text ${any} OR k.key ${any})`;
  await db.$executeRaw`
    UPDATE "KeptAnswer" k SET answer = NULL WHERE ${isAffectedSql} AND k.answer IS NOT NULL`;
}

/** Redacts entries of the erased records and entries that contain a word. Receivers can repeat texts of an event. */
export async function redactAuditLog(
  context: Context,
  { id, type, words }: ErasureSubject,
  completedSteps: readonly CompletedErasureStep[],
): Promise<void> {
  const changed = completedSteps
    .filter(({ action }) => action !== 'KEPT')
    .flatMap(({ ids }) => ids);
  // Only deleted contacts are redacted as actors.
  const contacts = completedSteps
    .filter(({ action, model }) => model === 'Contact' && action === 'DELETED')
    .flatMap(({ ids }) => ids);
  const records = [...new Set([id, ...contacts, ...changed])];
  await context.db.$executeRaw`
    UPDATE "WebhookDelivery" SET "responseExcerpt" = NULL
    WHERE "accountId" = ${context.accountId} AND "recordId" = ANY(${records}::text[]) AND "responseExcerpt" IS NOT NULL`;
  await eraseAuditChanges(context, {
    subject: { type, id },
    records,
    actors: contacts,
    words: redactionSpellings(words),
  });
}
