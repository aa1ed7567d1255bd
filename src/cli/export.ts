import type { Command } from 'commander';
import { type ExportResult, exportWorkspace, requireFreePath } from '../backup/index.ts';
import { commandName } from '../config/config.ts';
import { openReadyDatabase } from '../database/client/open-database.ts';
import { openFileStorage } from '../platform/file-store/file-storage.ts';
import type { CliContext } from './command.ts';
import { formatJson, requireDatabaseConfig, workspaceOption } from './command.ts';
import { runInterruptible } from './interruption.ts';
import { showProgress } from './progress.ts';

interface ExportCommandOptions {
  workspace: number;
  overwrite?: boolean;
  json?: boolean;
}

export function addExportCommand(program: Command, cli: CliContext): void {
  program
    .command('export')
    .summary('export one workspace to a file')
    .description(
      'Writes a consistent snapshot of a workspace to one file with lines of JSON (NDJSON), including its ' +
        'files. The service can keep running. `actiongraph import` creates an equal workspace from it. It does ' +
        'not contain API keys, invitations, sign-in data, stored responses, and the secrets of invoice links. ' +
        'It contains users with address and role. The file contains personal data: only its owner can read it ' +
        '(mode 0600), and it is not encrypted.',
    )
    .argument('<file>', 'output file')
    .addOption(workspaceOption())
    .option('--overwrite', 'replace an existing file')
    .option('--json', 'print {"file", "bytes", "takenAt", "release", "records", …} as JSON')
    .addHelpText('after', '\nExample:\n  actiongraph export --workspace 2 studio-2027-01-31.ndjson')
    .action((file: string, options: ExportCommandOptions) => run(cli, file, options));
}

async function run(cli: CliContext, path: string, options: ExportCommandOptions): Promise<void> {
  const config = await requireDatabaseConfig(cli);
  const made = await runInterruptible('Nothing was exported.', async (signal) => {
    const target = { path, overwrite: options.overwrite === true, signal };
    // Checked before a database is started.
    await requireFreePath(target);
    const database = await openReadyDatabase(config, 'command', cli.note);
    const progress = showProgress('Exporting', 'records');
    try {
      const accountId = options.workspace;
      return await exportWorkspace({
        ...target,
        url: database.url,
        accountId,
        files: openFileStorage(config).store,
        onProgress: progress.update,
      });
    } finally {
      progress.stop();
      await database.close();
    }
  });
  report(cli, path, made, options);
}

function report(
  cli: CliContext,
  file: string,
  { bytes, end, header }: ExportResult,
  { json: asJson }: ExportCommandOptions,
): void {
  const { notice, release, takenAt, workspace } = header;
  const { figures, nextInvoiceNumber, records } = end;
  if (asJson) {
    const told = { file, bytes, takenAt, release, workspace, records, nextInvoiceNumber };
    cli.print(formatJson({ ...told, notice, figures }));
    return;
  }
  cli.print(
    `Wrote ${file}: ${records} records of workspace ${workspace.accountId}, ${workspace.name}, as of ${takenAt}, ` +
      `${(bytes / 1024 / 1024).toFixed(1)} MiB.`,
  );
  cli.print(notice);
  cli.print(`Check it with: ${commandName()} import --dry-run ${file}`);
}
