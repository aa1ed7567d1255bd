import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Logger } from 'pino';
import type { RunningServer, ServerDependencies } from '../cluster/running-server.ts';
import type { Config } from '../config/config.ts';
import { commandName } from '../config/config.ts';
import { maxWorkers, settingRows } from '../config/settings.ts';
import { readVersion } from '../config/version.ts';
import type { Database } from '../database/client/client.ts';
import { describeDatabase } from '../database/client/open-database.ts';
import { MigrationsStoppedError } from '../database/migrations/migrations.ts';
import { inviteUser } from '../domain/identities/invitations.ts';
import { createAdministrationContext } from '../domain/workspaces/administration-context.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { createLogger } from '../observability/logger.ts';
import { formatBanner } from './banner.ts';
import type { CliContext } from './command.ts';
import { type DemoState, ensureDemoWorkspace } from './demo-key.ts';
import { stopWithNpm } from './stop-with-npm.ts';
import { handleHangups } from './terminal-hangup.ts';

export function addServeCommand(program: Command, cli: CliContext): void {
  program
    .command('serve')
    .summary('start the service')
    .description(
      'Starts the service, the embedded database if it is used, and migrates it. The first start with an ' +
        'empty DATA_DIR creates a demo workspace and prints its key, unless DEMO=off.',
    )
    .option('--json', 'print one line of JSON (url, accountId, key) instead of the banner')
    .addOption(
      new Option('--workers <n>', 'number of worker processes (default: WORKERS)').argParser(
        numberOfWorkers,
      ),
    )
    .addOption(new Option(workerOption).hideHelp())
    .addHelpText('after', `\n${settingsHelp()}\n\nExample:\n  PORT=8080 actiongraph serve`)
    .action(({ worker = false, json = false, workers }: ServeOptions, command: Command) => {
      if (!worker) return serve(cli, json, workers);
      // A worker ignores signals, so without a main process nothing could end it.
      if (!process.connected)
        command.error("error: unknown option '--worker'. Did you mean --workers?");
      return work(cli);
    });
}

interface ServeOptions {
  json?: boolean;
  workers?: number;
  worker?: boolean;
}

/** Internal option for worker processes. */
const workerOption = '--worker';

function numberOfWorkers(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= maxWorkers) return number;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxWorkers}.`);
}

function settingsHelp(): string {
  const width = Math.max(...settingRows.map(({ name }) => name.length));
  const rows = settingRows.map(({ name, default: value, description }) => {
    const [about, ...entries] = description.split('\n');
    const fallback = value === '' || entries.length > 0 ? '' : ` (${value})`;
    const lines = [`${name.padEnd(width)} ${about}${fallback}`, ...entries];
    return `  ${lines.join(`\n${' '.repeat(width + 5)}`)}`;
  });
  return ['Environment:', ...rows].join('\n');
}

function watchErrors(log: Logger, stop: () => void): void {
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught error');
    process.exitCode = 1;
    stop();
  });
  // Not fatal: requests handle their own errors.
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'));
}

async function work(cli: CliContext): Promise<void> {
  const config = cli.config();
  const log = createLogger(config.logLevel).child({ worker: process.pid });
  const { connectToSupervisor: followMainProcess } = await import('../cluster/worker.ts');
  const main = followMainProcess(config.port, () => {
    log.fatal('the main process ended');
    process.exitCode = 1;
  });
  const stop = new AbortController();
  main.stop.addEventListener('abort', () => stop.abort());
  watchErrors(log, () => stop.abort());
  try {
    const { startServer: start } = await import('../server.ts');
    const service = await start(config, { log, main, signal: stop.signal });
    main.notifyReady();
    await aborted(stop.signal);
    await service.close(main.shutdownTimeouts());
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    main.disconnect();
  }
}

const noWorkersToReplace =
  'no workers are replaced: WORKERS is 1. Restart the service to run a new release';

async function serve(cli: CliContext, asJson: boolean, workers?: number): Promise<void> {
  const given = cli.config();
  const config = { ...given, workers: workers ?? given.workers };
  const log = createLogger(config.logLevel);
  if (config.replacedVariablesWarning) log.warn(config.replacedVariablesWarning);
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      log.info({ signal }, 'stop requested');
      stop.abort();
    });
  }
  let replace = () => log.warn('workers are not replaced: the service has not started yet');
  handleHangups({
    closed: () => {
      log.info('the terminal was closed');
      stop.abort();
    },
    asked: () => replace(),
  });
  watchErrors(log, () => stop.abort());
  stopWithNpm(log, stop);

  const progress = asJson ? () => undefined : cli.print;
  let demo: DemoState = null;
  let invitation: string | null = null;
  const prepare = async ({ prisma }: Database) => {
    if (config.databaseUrl !== undefined || !config.demo) return;
    const { dataDir, port, publicUrl = `http://localhost:${port}` } = config;
    demo = await ensureDemoWorkspace(prisma, dataDir, new Date(), { log: progress, publicUrl });
    if (demo?.state === 'ready') invitation = await inviteOwner(prisma, demo.accountId);
  };
  try {
    const onLost = (message: string) => {
      log.fatal(message);
      // The process manager restarts the service.
      process.exitCode = 1;
      stop.abort();
    };
    const dependencies = { log, progress, prepare, onLost, signal: stop.signal };
    const service = await startProcesses(config, dependencies);
    replace = service.replace ?? (() => log.warn(noWorkersToReplace));
    cli.print(asJson ? summary(service, demo) : welcome(config, service, demo, invitation));
    await aborted(stop.signal);
    await service.close();
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    cli.note(whyStopped(error));
  }
}

/** Loaded here, so that other commands start faster. */
async function startProcesses(
  config: Config,
  dependencies: ServerDependencies,
): Promise<RunningServer & { replace?: () => void }> {
  if (config.workers === 1) {
    const { startServer: start } = await import('../server.ts');
    return await start(config, dependencies);
  }
  const { startCluster: startWorkers } = await import('../cluster/index.ts');
  const [, program = ''] = process.argv;
  const service = await startWorkers(config, {
    ...dependencies,
    program,
    args: ['serve', workerOption],
  });
  return { ...service, replace: () => void service.replace() };
}

function whyStopped(error: unknown): string {
  if (error instanceof MigrationsStoppedError) return error.message;
  return 'Stopped before the service was ready. The next start continues from here.';
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}

function summary({ url }: RunningServer, demo: DemoState): string {
  const { accountId = null, key = null } = demo?.state === 'ready' ? demo : {};
  return JSON.stringify({ url, accountId, key });
}

/** A new sign-in link at each start until one is used, then null. */
async function inviteOwner(prisma: PrismaClient, accountId: number): Promise<string | null> {
  const context = await createAdministrationContext(prisma, accountId, new Date(), 'serve');
  const where = { accountId, id: context.workspace.ownerId, active: true, personId: null };
  if ((await prisma.user.count({ where })) === 0) return null;
  return (await inviteUser(context, where.id)).token;
}

function welcome(
  place: Config,
  { url }: RunningServer,
  demo: DemoState,
  invitation: string | null,
): string {
  const database = describeDatabase(place);
  const [command, now] = [commandName(), new Date()];
  return formatBanner({ url, version: readVersion(), database, demo, invitation, command, now });
}
