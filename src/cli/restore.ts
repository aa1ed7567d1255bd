import type { Command } from 'commander';
import {
  type BackupHeader,
  type RestorableBackup,
  type RestoreResult,
  readEntireBackup,
  readRestorable,
  restoreBackup,
  type TableTotals,
} from '../backup/index.ts';
import { openDatabase } from '../database/client/client.ts';
import { openDatabaseAccess } from '../database/client/open-database.ts';
import { listWorkspaces } from '../domain/workspaces/list.ts';
import type { FileStorage } from '../platform/file-store/file-storage.ts';
import { openFileStorage } from '../platform/file-store/file-storage.ts';
import type { CliContext } from './command.ts';
import { formatJson, formatTable, requireDatabaseConfig } from './command.ts';
import { removeForeignDemoKey } from './demo-key.ts';
import { runInterruptible } from './interruption.ts';
import { showProgress } from './progress.ts';
import { reportHeldParts } from './restored-report.ts';

interface RestoreCommandOptions {
  verify?: boolean;
  replace?: boolean;
  releaseMail?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

export function addRestoreCommand(program: Command, cli: CliContext): void {
  program
    .command('restore')
    .summary('restore a backup')
    .description(
      'Restores a backup into an empty database: the embedded one (DATA_DIR, created if it is missing) or a ' +
        'server (DATABASE_URL). If anything fails, the database is unchanged. A backup of an older release is ' +
        'upgraded; one of a newer release is rejected. No service may use the database during the restore.\n\n' +
        'Queued e-mails of the backup are held, because they may have been sent since: see /outbox and ' +
        '`actiongraph mail release`.',
    )
    .argument('<file>', 'file of `actiongraph backup`')
    .option(
      '--verify',
      'compare counts, sums and next invoice numbers with the backup, and print them',
    )
    .option('--replace', 'replace everything in the database')
    .option('--release-mail', 'send queued e-mails; customers may get them twice')
    .option('--dry-run', 'check the file and show its content, without a database')
    .option('--json', 'print a summary as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  DATA_DIR=./restored actiongraph restore --verify actiongraph-2027-01-31.backup\n' +
        '  actiongraph restore --dry-run actiongraph-2027-01-31.backup',
    )
    .action((file: string, options: RestoreCommandOptions) => restore(cli, file, options));
}

async function restore(
  cli: CliContext,
  path: string,
  options: RestoreCommandOptions,
): Promise<void> {
  const config = options.dryRun ? null : await requireDatabaseConfig(cli, { mayMake: true });
  await runInterruptible('The database is unchanged.', async (signal) => {
    const restorable = await readRestorable(path, signal);
    const { takenAt, release } = restorable.file.header;
    cli.note(`${path} was taken at ${takenAt} by release ${release}.`);
    if (config === null) return reportFile(cli, restorable, signal, options);
    const started = performance.now();
    const access = await openDatabaseAccess(config, 'command', cli.note);
    try {
      const files = openFileStorage(config);
      const restored = await put(cli, access.url, restorable, { ...options, files, signal });
      const workspaces = await afterwards(access.url, access.embedded ? config.dataDir : null);
      const seconds = Math.round((performance.now() - started) / 100) / 10;
      report(cli, path, restorable.file.header, restored, workspaces, { ...options, seconds });
    } finally {
      await access.close();
    }
  });
}

async function put(
  cli: CliContext,
  url: string,
  restorable: RestorableBackup,
  options: RestoreCommandOptions & { files: FileStorage; signal: AbortSignal },
): Promise<RestoreResult> {
  const progress = showProgress('Restoring');
  try {
    return await restoreBackup(url, restorable, {
      verify: options.verify === true,
      replace: options.replace === true,
      releaseMail: options.releaseMail === true,
      signal: options.signal,
      files: options.files,
      onProgress: (done, total) => {
        progress.update(done, total);
        if (done < total) return;
        progress.stop();
        cli.note('The file was read. Checking references and sums.');
      },
      onStep: cli.note,
    });
  } finally {
    progress.stop();
  }
}

async function afterwards(url: string, dataDir: string | null) {
  const database = openDatabase({ url, poolSize: 2 });
  try {
    if (dataDir !== null) await removeForeignDemoKey(database.prisma, dataDir, new Date());
    return await listWorkspaces(database.prisma);
  } finally {
    await database.close();
  }
}

async function reportFile(
  cli: CliContext,
  restorable: RestorableBackup,
  signal: AbortSignal,
  { json: asJson }: RestoreCommandOptions,
): Promise<void> {
  const progress = showProgress('Reading');
  const tables = await readEntireBackup(restorable, {
    signal,
    onProgress: progress.update,
  }).finally(progress.stop);
  const { file, route } = restorable;
  const rows = tables.reduce((sum, one) => sum + one.rows, 0);
  const { release, takenAt, postgres } = file.header;
  if (asJson) {
    const migrations = route.pending.map(({ name }) => name);
    cli.print(
      formatJson({
        file: file.path,
        takenAt,
        release,
        postgres,
        bytes: file.bytes,
        rows,
        migrations,
        tables,
      }),
    );
    return;
  }
  cli.print(
    `It is complete, and this release can restore it: ${rows} rows of ${tables.length} tables, from PostgreSQL ${postgres}.`,
  );
  if (route.pending.length > 0) {
    cli.print(`The restore applies ${route.pending.length} later migrations.`);
  }
}

type Workspaces = Awaited<ReturnType<typeof listWorkspaces>>;

function report(
  cli: CliContext,
  file: string,
  { release, takenAt }: BackupHeader,
  { disabledWebhookEndpoints, figures, mail, rows, skipped, tables }: RestoreResult,
  workspaces: Workspaces,
  { json: asJson, seconds }: RestoreCommandOptions & { seconds: number },
): void {
  const verified = figures !== null;
  if (asJson) {
    cli.print(
      formatJson({
        file,
        release,
        takenAt,
        rows,
        tables,
        seconds,
        mail,
        disabledWebhookEndpoints,
        skipped,
        verified,
        figures,
      }),
    );
    return;
  }
  cli.print(`Restored ${rows} rows of ${tables} tables in ${seconds} s.`);
  for (const { name, rows: left } of skipped) {
    cli.print(`Skipped ${left} rows of the table ${name}, which does not belong to Actiongraph.`);
  }
  reportHeldParts(cli, { disabledWebhookEndpoints, mail });
  if (figures === null) return;
  cli.print('Verified: all counts and sums match the backup.');
  cli.print(figuresTable(workspaces, figures));
}

function figuresTable(workspaces: Workspaces, figures: Record<string, TableTotals>): string {
  const cell = (name: string, accountId: number, column?: string) => {
    const found = figures[name]?.[String(accountId)];
    return column === undefined ? String(found?.rows ?? 0) : (found?.sums[column] ?? '0');
  };
  return formatTable(
    [
      'WORKSPACE',
      'NAME',
      'CLIENTS',
      'TIME ENTRIES',
      'INVOICES',
      'INVOICED',
      'PAYMENTS',
      'DUE',
      'NEXT NUMBER',
    ],
    workspaces.map(({ accountId, name }) => [
      String(accountId),
      name,
      cell('Client', accountId),
      cell('TimeEntry', accountId),
      cell('Invoice', accountId),
      cell('Invoice', accountId, 'total'),
      cell('Payment', accountId, 'amount'),
      cell('Invoice', accountId, 'amountDue'),
      cell('InvoiceSequence', accountId, 'nextNumber'),
    ]),
  );
}
