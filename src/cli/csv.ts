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

/** `actiongraph csv` */
export function addCsvCommand(program: Command, cli: CliContext): void {
  program
    .command('csv')
    .summary('write the records of one workspace as CSV, a file for each kind')
    .description(
      'Makes a folder with a CSV file for each kind of record (clients, contacts, projects, deliverables, time, vendors, expenses, ' +
        'invoices with their lines and taxes, payments), all as they are at one moment; the service may go on meanwhile. ' +
        'Amounts have a point and no separators, days are YYYY-MM-DD, moments UTC. A text that a spreadsheet would take for a ' +
        'formula gets an apostrophe before it. The files hold personal data: only their owner may read them. ' +
        'They cannot be imported again; `actiongraph export` writes what can.',
    )
    .argument('<folder>', 'the folder that is made')
    .addOption(workspaceOption())
    .addOption(
      new Option('--separator <name>', 'what stands between two cells')
        .choices(separators)
        .default('comma'),
    )
    .option('--bom', 'begin with a mark by which spreadsheets know that the files are UTF-8')
    .option('--keep-formulas', 'leave texts that begin with =, +, - or @ as they are')
    .option('--json', 'print {"folder", "files"} as JSON')
    .addHelpText('after', '\nExample:\n  actiongraph csv --workspace 2 studio-2027-01-31')
    .action((folder: string, options: CsvCommandOptions) => run(cli, folder, options));
}

async function run(cli: CliContext, folder: string, options: CsvCommandOptions): Promise<void> {
  const { bom = false, keepFormulas = false, separator, workspace: accountId } = options;
  const config = await requireDatabaseConfig(cli);
  const files = await runInterruptible('Nothing was written.', async (signal) => {
    // Before a database is started for nothing.
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
