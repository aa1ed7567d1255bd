import { queueSignInMail } from '../../domain/identities/sign-in-mails.ts';
import type { ReadyEndpoint } from '../../domain/webhooks/endpoint-reader.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { WebhookStateReason } from '../../generated/prisma/enums.ts';

interface NoticeOptions {
  now: Date;
  publicUrl: string;
  sendsMail: boolean;
}

type NoticedEndpoint = Pick<ReadyEndpoint, 'accountId' | 'id' | 'url' | 'isReplay'>;

const noticeValidityMs = 7 * 86_400_000;

/** Mails to the owners and admins of the workspace. */
async function mailAdmins(
  prisma: PrismaClient,
  { accountId }: NoticedEndpoint,
  { body, subject }: { subject: string; body: string },
  { now, sendsMail }: NoticeOptions,
): Promise<void> {
  const users = await prisma.user.findMany({
    where: { accountId, active: true, role: { in: ['OWNER', 'ADMIN'] } },
    select: { email: true },
  });
  const expiresAt = new Date(now.getTime() + noticeValidityMs);
  for (const { email: recipient } of users)
    await queueSignInMail(
      prisma,
      { recipient, subject, body, expiresAt },
      { known: false, now, sendsMail },
    );
}

/** The URL can contain a secret in its path or query. */
const hostOf = ({ url }: NoticedEndpoint) => new URL(url).host;

/** Once, when deliveries have failed for an hour. */
export async function notifyOfFailures(
  prisma: PrismaClient,
  endpoint: NoticedEndpoint,
  options: NoticeOptions,
): Promise<void> {
  const { accountId, id, isReplay } = endpoint;
  const noted = await prisma.$executeRaw`
    UPDATE "WebhookCursor" SET "notifiedAt" = ${options.now}
    WHERE "accountId" = ${accountId} AND "endpointId" = ${id} AND "isReplay" = ${isReplay} AND "notifiedAt" IS NULL`;
  if (noted === 0) return;
  const subject = `Webhooks to ${hostOf(endpoint)} fail`;
  const body = `The webhook endpoint ${id} at ${hostOf(endpoint)} has failed for an hour. No event is lost: they are delivered as soon as it works again.\n\nIf it fails for three days, it is disabled. Its deliveries and errors: ${options.publicUrl}/admin\n`;
  await mailAdmins(prisma, endpoint, { subject, body }, options);
}

export async function notifyOfDisabling(
  prisma: PrismaClient,
  endpoint: NoticedEndpoint,
  options: NoticeOptions & { reason: WebhookStateReason },
): Promise<void> {
  const why =
    options.reason === 'GONE'
      ? 'responded with the status 410 (Gone)'
      : 'has failed for three days';
  const subject = `Webhooks to ${hostOf(endpoint)} are disabled`;
  const body = `The webhook endpoint ${endpoint.id} at ${hostOf(endpoint)} ${why}, so it was disabled.\n\nEvents are stored for a limited time. Enable the endpoint to get those that it missed: ${options.publicUrl}/admin\n`;
  await mailAdmins(prisma, endpoint, { subject, body }, options);
}
