import type { Command } from 'commander';
import { Option } from 'commander';
import { csvSeparators, exportCsv, requireNewFolder, toCsvOptions } from '../backup/index.ts';
import { openReadyDatabase } from '../database/client/open-database.ts';
import type { CliContext } from './command.ts';
import { formatJson, formatTable, requireDatabaseConfig, workspaceOption } from './command.ts';
import { runInterruptible } from './interruption.ts';

interface CsvCommandOptions {
  workspace: number;
  separator: 'comma' | 'semicolon' | 'tab';
  bom?: boolean;
  keepFormulas?: boolean;
  json?: boolean;
}

const separators = Object.keys(csvSeparators).map((name) => name.toLowerCase());

export function addCsvCommand(program: Command, cli: CliContext): void {
  program
    .command('csv')
    .summary('export the records of one workspace as CSV files')
    .description(
      'Creates a folder with a CSV file for each kind of record (clients, contacts, projects, deliverables, ' +
        'time, vendors, expenses, invoices with their lines and taxes, payments), as a consistent snapshot. ' +
        'The service can keep running. Amounts have a decimal point and no separators, days are YYYY-MM-DD, ' +
        'times are UTC. A text that a spreadsheet would treat as a formula gets an apostrophe. The files ' +
        'contain personal data: only their owner can read them. They cannot be imported; use `actiongraph ' +
        'export` for that.',
    )
    .argument('<folder>', 'folder to create')
    .addOption(workspaceOption())
    .addOption(
      new Option('--separator <name>', 'separator between cells')
        .choices(separators)
        .default('comma'),
    )
    .option(
      '--bom',
      'start the files with a byte order mark, so that spreadsheets read them as UTF-8',
    )
    .option('--keep-formulas', 'keep texts that begin with =, +, - or @ as they are')
    .option('--json', 'print {"folder", "files"} as JSON')
    .addHelpText('after', '\nExample:\n  actiongraph csv --workspace 2 studio-2027-01-31')
    .action((folder: string, options: CsvCommandOptions) => run(cli, folder, options));
}

async function run(cli: CliContext, folder: string, options: CsvCommandOptions): Promise<void> {
  const { bom = false, keepFormulas = false, separator, workspace: accountId } = options;
  const config = await requireDatabaseConfig(cli);
  const files = await runInterruptible('Nothing was written.', async (signal) => {
    // Checked before a database is started.
    await requireNewFolder(folder);
    const database = await openReadyDatabase(config, 'command', cli.note);
    const name = separator.toUpperCase() as Uppercase<typeof separator>;
    const form = toCsvOptions({ bom, keepFormulas, separator: name });
    try {
      return await exportCsv({ url: database.url, accountId, folder, form, signal });
    } finally {
      await database.close();
    }
  });
  if (options.json) {
    cli.print(formatJson({ folder, files }));
    return;
  }
  cli.print(
    formatTable(
      ['FILE', 'BYTES'],
      files.map(({ bytes, name }) => [name, String(bytes)]),
    ),
  );
}
