import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import { Logger, run } from 'graphile-worker';
import pg from 'pg';
import type { Logger as Log } from 'pino';
import type { MailSettings } from '../config/mail-settings.ts';
import { connectionConfig } from '../database/pool/connection-config.ts';
import { type FailoverConfig, withCurrentHost } from '../database/pool/hosts.ts';
import type { SignInMailJob } from '../domain/identities/sign-in-mails.ts';
import { sendSignInMailTask } from '../domain/identities/sign-in-mails.ts';
import type { MailJob } from '../domain/outbox-mails/mail-jobs.ts';
import {
  findMailsWithLockedJob,
  restoreMailJob,
  sendMailTask,
} from '../domain/outbox-mails/mail-jobs.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { ensureAuthSecret } from '../platform/encryption/auth-secret.ts';
import { createSigner } from '../platform/encryption/signer.ts';
import type { MailSender } from './send-mail.ts';
import { isDefect, MailDeferredError, sendMail, settleAbandonedMail } from './send-mail.ts';
import { sendSignInMail } from './sign-in-mail.ts';
import { openSmtpTransport } from './smtp-transport.ts';

const concurrency = 3;

/** One connection per e-mail, and as many for graphile-worker. */
const poolSize = 2 * concurrency + 2;

const searchIntervalMs = 10_000;

const retryDelayMs = 2_000;

const closeTimeoutMs = 6_000;

export interface MailWorkerOptions {
  databaseUrl: string;
  /** Default: the user of the URL. */
  role?: string | undefined;
  prisma: PrismaClient;
  /** Base of the URLs in e-mails. */
  publicUrl: string;
  mail: MailSettings;
  /** AUTH_SECRET. Default: from the database. */
  authSecret?: string | undefined;
  log: Log;
  /** Timeout of the mail server. Default: 20 s. */
  smtpTimeoutMs?: number;
}

export interface MailWorker {
  /** Waits for e-mails in progress. */
  close(): Promise<void>;
}

/** Has its own pool, so that e-mails and requests do not delay each other. Several processes can run it. */
export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const { authSecret, databaseUrl, log, mail, smtpTimeoutMs, prisma, publicUrl, role } = options;
  const pool = openPool(databaseUrl, role);
  const sender: MailSender = {
    prisma,
    publicUrl,
    from: mail.from,
    transport: openSmtpTransport(mail, smtpTimeoutMs),
    signer: createSigner(() => ensureAuthSecret(prisma, authSecret)),
  };
  const closing = new AbortController();
  const { signal } = closing;
  let runner: Runner | undefined;
  const runJobs = async () => {
    while (!signal.aborted) {
      try {
        runner = await startRunner(pool, sender, log);
        if (signal.aborted) await runner.stop();
        await runner.promise;
      } catch (err) {
        if (!signal.aborted) log.warn(errorDetails(err), 'e-mail jobs could not be fetched');
      }
      await wait(retryDelayMs, signal);
    }
  };
  const searchAbandonedMails = async () => {
    while (!signal.aborted) {
      await settleAbandonedMails(pool, prisma).catch((err) =>
        log.warn(errorDetails(err), 'abandoned e-mails could not be searched'),
      );
      await wait(searchIntervalMs, signal);
    }
  };
  const loops = Promise.all([runJobs(), searchAbandonedMails()]);
  let closed: Promise<void> | undefined;
  const close = async () => {
    closing.abort();
    // A runner that stopped by itself rejects.
    const stopped = Promise.allSettled([runner?.stop(), loops]);
    await Promise.race([stopped, sleep(closeTimeoutMs, undefined, { ref: false })]);
    await Promise.race([pool.end(), sleep(500, undefined, { ref: false })]);
  };
  return {
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

async function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  await sleep(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Connects to the current primary if the URL names several servers. */
class CurrentClient extends pg.Client {
  constructor(config: FailoverConfig) {
    super(withCurrentHost(config));
  }
}

function openPool(url: string, role: string | undefined): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(url, role),
    Client: CurrentClient as never,
    application_name: 'actiongraph mail',
    max: poolSize,
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // Without listeners, a lost connection would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function startRunner(pool: pg.Pool, sender: MailSender, log: Log): Promise<Runner> {
  return run({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    parsedCronItems: [],
    // With batches, errors of job completion do not end the runner.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => (level, message, meta) => {
      if (meta?.failure) logFailure(log, meta.error);
      else log[logLevels[level]](message);
    }),
    taskList: {
      [sendMailTask]: (payload, { withPgClient }) =>
        withPgClient((client) => sendMail(sender, payload as MailJob, client)),
      [sendSignInMailTask]: (payload) => sendSignInMail(sender, payload as SignInMailJob),
    },
  });
}

function logFailure(log: Log, error: unknown): void {
  if (error instanceof MailDeferredError) {
    const { cause, deferral } = error;
    if (cause) log.error({ ...deferral, err: cause }, 'an e-mail could not be created');
    else log.warn(deferral, 'an e-mail was postponed');
  } else log.warn(errorDetails(error), 'an e-mail job failed');
}

/** Includes the stack only for defects. */
function errorDetails(error: unknown): object {
  return isDefect(error) ? { err: error } : { reason: (error as Error).message };
}

/** graphile-worker logs each repeated attempt as a warning. */
const logLevels = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/**
 * graphile-worker locks the jobs of stopped senders for hours. An e-mail in progress becomes UNCONFIRMED, others
 * get a new job.
 */
async function settleAbandonedMails(pool: pg.Pool, prisma: PrismaClient): Promise<void> {
  const lockedMails = await findMailsWithLockedJob(prisma);
  if (lockedMails.length === 0) return;
  const client = await pool.connect();
  try {
    for (const mail of lockedMails) {
      if (mail.status === 'SENDING') await settleAbandonedMail(prisma, mail, client);
      // An e-mail is claimed only once.
      else await restoreMailJob(prisma, mail);
    }
  } finally {
    client.release();
  }
}
