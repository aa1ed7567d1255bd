import type { Logger } from 'pino';
import { queueSignInMail } from '../../domain/identities/sign-in-mails.ts';
import type { ReadyEndpoint } from '../../domain/webhooks/endpoint-reader.ts';
import { changeEndpointState } from '../../domain/webhooks/endpoint-state.ts';
import {
  type DisablingReason,
  disabledMailIn,
  failingMailIn,
  type WebhookMail,
  type WebhookMailValues,
} from '../../domain/webhooks/notice-texts.ts';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';

interface NoticeOptions {
  now: Date;
  publicUrl: string;
  sendsMail: boolean;
}

type NoticeEndpoint = Pick<ReadyEndpoint, 'accountId' | 'id' | 'url'>;

/** How long deliveries fail before the workspace is notified. */
const noticeAfterMs = 3_600_000;

const noticeValidityMs = 7 * 86_400_000;

/** Mails to the owners and admins of the workspace, in its language. */
async function mailAdmins(
  db: Prisma.TransactionClient,
  { accountId, id, url }: NoticeEndpoint,
  render: (language: string | null, values: WebhookMailValues) => WebhookMail,
  { now, publicUrl, sendsMail }: NoticeOptions,
): Promise<void> {
  const workspace = await db.workspace.findUniqueOrThrow({
    where: { accountId },
    select: { language: true, name: true },
  });
  const users = await db.user.findMany({
    where: { accountId, active: true, role: { in: ['OWNER', 'ADMIN'] } },
    select: { email: true },
  });
  // The URL can contain a secret in its path or query.
  const { host } = new URL(url);
  const page = `${publicUrl}/admin#webhooks`;
  const mail = render(workspace.language, { id, host, name: workspace.name, url: page });
  const expiresAt = new Date(now.getTime() + noticeValidityMs);
  for (const { email: recipient } of users)
    await queueSignInMail(
      db,
      { recipient, ...mail, expiresAt },
      { isNotice: true, known: false, now, sendsMail },
    );
}

/** Mails one notice, after an hour of failures. */
export function notifyIfFailing(
  prisma: PrismaClient,
  endpoint: ReadyEndpoint,
  { log, ...options }: NoticeOptions & { log: Logger },
): void {
  const { firstFailureAt, isReplay, notifiedAt, state } = endpoint;
  if (state !== 'FAILING' || isReplay || notifiedAt !== null || firstFailureAt === null) return;
  if (options.now.getTime() - firstFailureAt.getTime() < noticeAfterMs) return;
  notifyOfFailures(prisma, endpoint, options).catch((err) =>
    log.warn({ err }, 'a notice of failing webhooks could not be mailed'),
  );
}

export const notifyOfFailures = (
  prisma: PrismaClient,
  endpoint: NoticeEndpoint,
  options: NoticeOptions,
): Promise<void> =>
  prisma.$transaction(async (tx) => {
    const updated = await tx.$executeRaw`
      UPDATE "WebhookCursor" SET "notifiedAt" = ${options.now}
      WHERE "accountId" = ${endpoint.accountId} AND "endpointId" = ${endpoint.id} AND NOT "isReplay" AND "notifiedAt" IS NULL`;
    if (updated > 0) await mailAdmins(tx, endpoint, failingMailIn, options);
  });

/** Only the first of several processes sends mails. */
export const disableEndpoint = (
  prisma: PrismaClient,
  endpoint: NoticeEndpoint,
  reason: DisablingReason,
  options: NoticeOptions,
): Promise<void> =>
  prisma.$transaction(async (tx) => {
    if (!(await changeEndpointState(tx, endpoint, { state: 'DISABLED', reason }))) return;
    await mailAdmins(
      tx,
      endpoint,
      (language, values) => disabledMailIn(language, reason, values),
      options,
    );
  });
