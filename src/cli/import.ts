import type { Command } from 'commander';
import {
  type ExportFile,
  type ImportResult,
  importWorkspace,
  openExport,
  type WorkspaceTotals,
} from '../backup/index.ts';
import { commandName } from '../config/config.ts';
import { openReadyDatabase } from '../database/client/open-database.ts';
import { openFileStorage } from '../platform/file-store/file-storage.ts';
import type { CliContext } from './command.ts';
import { formatJson, formatTable, requireDatabaseConfig } from './command.ts';
import { runInterruptible } from './interruption.ts';
import { showProgress } from './progress.ts';
import { reportHeldParts } from './restored-report.ts';

interface ImportOptions {
  copy?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

export function addImportCommand(program: Command, cli: CliContext): void {
  program
    .command('import')
    .summary('import a workspace from a file of `export`')
    .description(
      'Creates a workspace from the file. The service can keep running. The file is checked completely ' +
        'first, and everything is imported in one transaction. Counts, sums and the next invoice number are ' +
        'compared with the file and printed. The workspace keeps its number if that is free, and its records ' +
        'keep their ids. A file of a newer release is rejected, and so is one whose records exist here, unless ' +
        '--copy is given.\n\n' +
        'The file has no API keys and sign-ins. Create a key with `actiongraph keys create`, and invite the users, who are ' +
        'imported with address and role, with `actiongraph users invite`. Invoices get new links. Queued e-mails are held: see ' +
        '/outbox and `actiongraph mail release`.',
    )
    .argument('<file>', 'file of `actiongraph export`')
    .option('--dry-run', 'check the file and show its content, without a database')
    .option('--copy', 'import it even if a workspace here has its records already')
    .option('--json', 'print {"accountId", "records", …} as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  actiongraph import --dry-run studio-2027-01-31.ndjson\n  actiongraph import studio-2027-01-31.ndjson',
    )
    .action((file: string, options: ImportOptions) => run(cli, file, options));
}

async function run(cli: CliContext, path: string, options: ImportOptions): Promise<void> {
  await runInterruptible('Nothing was imported.', async (signal) => {
    const reading = showProgress('Reading');
    const file = await openExport(path, { signal, onProgress: reading.update }).finally(
      reading.stop,
    );
    const { release, takenAt, workspace } = file.header;
    cli.note(
      `${path} contains workspace ${workspace.accountId}, ${workspace.name}, as of ${takenAt}, of release ${release}.`,
    );
    if (options.dryRun) return reportFile(cli, file, options);
    const config = await requireDatabaseConfig(cli, { mayMake: true });
    const database = await openReadyDatabase(config, 'command', cli.note);
    const progress = showProgress('Importing');
    try {
      const onProgress = (done: number, total: number) => {
        progress.update(done, total);
        if (done === total) progress.stop();
      };
      const isCopy = options.copy ?? false;
      const imported = await importWorkspace(database.url, file, {
        ...{ signal, onProgress, isCopy },
        files: openFileStorage(config),
      });
      report(cli, file, imported, options);
    } finally {
      progress.stop();
      await database.close();
    }
  });
}

function reportFile(
  cli: CliContext,
  { bytes, end, header, path }: ExportFile,
  { json: asJson }: ImportOptions,
): void {
  const { figures, nextInvoiceNumber, records } = end;
  if (asJson) {
    const { release, takenAt, workspace } = header;
    cli.print(
      formatJson({
        file: path,
        bytes,
        takenAt,
        release,
        workspace,
        records,
        nextInvoiceNumber,
        figures,
      }),
    );
    return;
  }
  cli.print(`It is complete, and this release can import it: ${records} records.`);
  cli.print(figuresTable([['IN THE FILE', figures, nextInvoiceNumber]]));
}

function report(
  cli: CliContext,
  { end, header, path }: ExportFile,
  imported: ImportResult,
  { json: asJson }: ImportOptions,
): void {
  const { figures, ...result } = imported;
  const { accountId, nextInvoiceNumber, records } = result;
  const users = figures.User?.rows ?? 0;
  if (asJson) {
    cli.print(formatJson({ file: path, ...result, users, figures }));
    return;
  }
  const kept = header.workspace.accountId === accountId;
  cli.print(
    `Imported ${records} records as workspace ${accountId}${kept ? '' : `: the number ${header.workspace.accountId} is in use here`}.`,
  );
  cli.print('All counts and sums match the file.');
  cli.print(
    figuresTable([
      ['IN THE FILE', end.figures, end.nextInvoiceNumber],
      ['HERE', figures, nextInvoiceNumber],
    ]),
  );
  reportHeldParts(cli, imported);
  cli.print(
    `The file has no keys: \`${commandName()} keys create --workspace ${accountId} --name "First key"\`. Its ${users} users have no ` +
      `sign-in yet: \`${commandName()} users invite --workspace ${accountId} --email …\`.`,
  );
}

/** A row for each total, a column for each source. */
function figuresTable(
  places: [heading: string, figures: WorkspaceTotals, nextNumber: string][],
): string {
  const line = (name: string, cell: (figures: WorkspaceTotals, next: string) => string) => [
    name,
    ...places.map(([, figures, next]) => cell(figures, next)),
  ];
  const count = (model: string) => (figures: WorkspaceTotals) => String(figures[model]?.rows ?? 0);
  const sum = (model: string, column: string) => (figures: WorkspaceTotals) =>
    figures[model]?.sums[column] ?? '0';
  return formatTable(
    ['', ...places.map(([heading]) => heading)],
    [
      line('Clients', count('Client')),
      line('Projects', count('Project')),
      line('Time entries', count('TimeEntry')),
      line('Invoices', count('Invoice')),
      line('Invoiced', sum('Invoice', 'total')),
      line('Payments', sum('Payment', 'amount')),
      line('Due', sum('Invoice', 'amountDue')),
      line('Next number', (_, next) => next),
    ],
  );
}
