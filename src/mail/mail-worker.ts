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
import type { MailSender } from './send-mail.ts';
import { isDefect, MailDeferredError, sendMail, settleAbandonedMail } from './send-mail.ts';
import { sendSignInMail } from './sign-in-mail.ts';
import { openSmtpTransport } from './smtp-transport.ts';

/** Mails that are handed over at once. */
const concurrency = 3;

/** A connection for each mail, and for what the library does beside. */
const poolSize = 2 * concurrency + 2;

/** Between looks for mails whose sender is gone. */
const roundMillis = 10_000;

/** Before jobs are taken again after the database was lost. */
const restartMillis = 2_000;

/** How long a mail that is being handed over may take when the service stops. */
const closePatienceMillis = 6_000;

export interface MailWorkerOptions {
  databaseUrl: string;
  /** As whom its connections act; the URL's user unless given. */
  role?: string | undefined;
  prisma: PrismaClient;
  /** Base of the URLs that customers are given. */
  publicUrl: string;
  mail: MailSettings;
  log: Log;
  /** How long the mail server may take for an answer; 20 s unless given. */
  patienceMillis?: number;
}

/** Sends the mails of the outbox until it is closed. */
export interface MailWorker {
  /** Takes no more mails, and lets those that are being handed over finish. */
  close(): Promise<void>;
}

/**
 * Starts sending: takes jobs of graphile-worker as they come, on a small pool of its own, so that mails and requests do
 * not wait for each other. A database that is lost is waited for. Any number of processes may do so for one database.
 */
export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const { databaseUrl, log, mail, patienceMillis, prisma, publicUrl, role } = options;
  const pool = openPool(databaseUrl, role);
  const sender: MailSender = {
    prisma,
    publicUrl,
    from: mail.from,
    transport: openSmtpTransport(mail, patienceMillis),
  };
  const closing = new AbortController();
  const { signal } = closing;
  let runner: Runner | undefined;
  const takeJobs = async () => {
    while (!signal.aborted) {
      try {
        runner = await startRunner(pool, sender, log);
        if (signal.aborted) await runner.stop();
        await runner.promise;
      } catch (err) {
        if (!signal.aborted) log.warn(reasonOf(err), 'e-mail jobs could not be fetched');
      }
      await pause(restartMillis, signal);
    }
  };
  const goRounds = async () => {
    while (!signal.aborted) {
      await round(pool, prisma).catch((err) =>
        log.warn(reasonOf(err), 'abandoned e-mails could not be searched'),
      );
      await pause(roundMillis, signal);
    }
  };
  const work = Promise.all([takeJobs(), goRounds()]);
  let closed: Promise<void> | undefined;
  const close = async () => {
    closing.abort();
    // A runner that has stopped by itself says so by an error.
    const stopped = Promise.allSettled([runner?.stop(), work]);
    await Promise.race([stopped, sleep(closePatienceMillis, undefined, { ref: false })]);
    await Promise.race([pool.end(), sleep(500, undefined, { ref: false })]);
  };
  return {
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

async function pause(millis: number, signal: AbortSignal): Promise<void> {
  await sleep(millis, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Connects to the server that takes changes by now, where the URL names several. */
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
    // Nobody waits for an answer here; a server that is away says so at once.
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // Without listeners the loss of a connection would end the process.
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
    // In batches, though of one: else nobody waits for a job to be ticked off, or hears that it could not be.
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

/** One line for an attempt that failed: the library writes a stack each time, which is worth reading of a defect only. */
function logFailure(log: Log, error: unknown): void {
  if (error instanceof MailDeferredError) {
    const { cause, deferral } = error;
    if (cause) log.error({ ...deferral, err: cause }, 'an e-mail could not be created');
    else log.warn(deferral, 'an e-mail was postponed');
  } else log.warn(reasonOf(error), 'an e-mail job failed');
}

/** What the log tells of an error: all of a defect, of a database that is away just that. */
function reasonOf(error: unknown): object {
  return isDefect(error) ? { err: error } : { reason: (error as Error).message };
}

/** The library is louder than our log: a mail that is tried again is no event of the service. */
const logLevels = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/**
 * Looks for mails whose sender is gone: jobs stay locked when a process is killed, for hours as the library counts. What
 * was being handed over is told (UNCONFIRMED), what was not gets another job.
 */
async function round(pool: pg.Pool, prisma: PrismaClient): Promise<void> {
  const taken = await findMailsWithLockedJob(prisma);
  if (taken.length === 0) return;
  const client = await pool.connect();
  try {
    for (const mail of taken) {
      if (mail.status === 'SENDING') await settleAbandonedMail(prisma, mail, client);
      // Harmless where the former job goes on after all: a mail is claimed once.
      else await restoreMailJob(prisma, mail);
    }
  } finally {
    client.release();
  }
}
