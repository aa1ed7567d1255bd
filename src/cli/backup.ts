import type { Command } from 'commander';
import { type BackupResult, createBackup, requireFreePath } from '../backup/index.ts';
import { commandName } from '../config/config.ts';
import { openDatabaseAccess } from '../database/client/open-database.ts';
import { recordBackup } from '../observability/last-backup.ts';
import { openFileStorage } from '../platform/file-store/file-storage.ts';
import type { CliContext } from './command.ts';
import { formatJson, requireDatabaseConfig } from './command.ts';
import { runInterruptible } from './interruption.ts';
import { showProgress } from './progress.ts';

interface BackupCommandOptions {
  overwrite?: boolean;
  json?: boolean;
}

export function addBackupCommand(program: Command, cli: CliContext): void {
  program
    .command('backup')
    .summary('back up the whole database to a file')
    .description(
      'Writes a consistent snapshot of all workspaces, with users, API keys (as hashes) and e-mails, to one ' +
        'compressed file. The service can keep running. Works for the embedded database (DATA_DIR) and for a ' +
        'server (DATABASE_URL), without pg_dump. The file contains personal data: only its owner can read it ' +
        '(mode 0600), and it is not encrypted. It is renamed when it is complete, so an error or Ctrl-C leaves ' +
        'no partial file. Restore it with `actiongraph restore`.',
    )
    .argument('<file>', 'backup file')
    .option('--overwrite', 'replace an existing file')
    .option('--json', 'print {"file", "bytes", "takenAt", "release", "rows", …} as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  actiongraph backup actiongraph-2027-01-31.backup\n' +
        '  DATABASE_URL=postgresql://user:password@host/actiongraph actiongraph backup --json nightly.backup',
    )
    .action((file: string, options: BackupCommandOptions) => backup(cli, file, options));
}

async function backup(cli: CliContext, path: string, options: BackupCommandOptions): Promise<void> {
  const config = await requireDatabaseConfig(cli);
  const started = performance.now();
  const made = await runInterruptible('No backup was created.', async (signal) => {
    const target = { path, overwrite: options.overwrite === true, signal };
    // Checked before a database is started.
    await requireFreePath(target);
    const database = await openDatabaseAccess(config, 'command', cli.note);
    const progress = showProgress('Backing up');
    try {
      const files = openFileStorage(config).store;
      const { update: onProgress } = progress;
      return await createBackup({ ...target, url: database.url, files, onProgress });
    } finally {
      progress.stop();
      await database.close();
    }
  });
  const { bytes, header } = made;
  await recordBackup(config.dataDir, { takenAt: header.takenAt, bytes }).catch((error: Error) =>
    cli.note(`/health cannot report this backup: ${error.message}`),
  );
  report(cli, path, made, { seconds: (performance.now() - started) / 1_000, ...options });
}

function report(
  cli: CliContext,
  file: string,
  { bytes, header, missingFiles, tables }: BackupResult,
  { json: asJson, seconds }: BackupCommandOptions & { seconds: number },
): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const { notice, postgres, release, takenAt } = header;
  const rounded = Math.round(seconds * 10) / 10;
  if (asJson) {
    cli.print(
      formatJson({
        file,
        bytes,
        takenAt,
        release,
        postgres,
        rows,
        seconds: rounded,
        notice,
        missingFiles,
        tables,
      }),
    );
    return;
  }
  cli.print(
    `Wrote ${file}: ${rows} rows of ${tables.length} tables, as of ${takenAt}, ` +
      `${(bytes / 1024 / 1024).toFixed(1)} MiB, in ${seconds.toFixed(1)} s.`,
  );
  if (missingFiles > 0)
    cli.print(`${missingFiles} files of attachments are missing in the store and in the backup.`);
  cli.print(notice);
  cli.print(`Check it with: ${commandName()} restore --dry-run ${file}`);
}
