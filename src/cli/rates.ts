import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { setExchangeRates } from '../domain/exchange-rates/set-exchange-rates.ts';
import { createAdministrationContext } from '../domain/workspaces/administration-context.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { CliContext } from './command.ts';
import { CommandError, formatJson, withDatabase, workspaceOption } from './command.ts';
import type { RateRow } from './rate-files.ts';
import { rateColumns, readRates } from './rate-files.ts';

interface RatesOptions {
  workspace: number;
  since?: string;
  currencies?: string;
  json?: boolean;
}

export function addRatesCommand(program: Command, cli: CliContext): void {
  program
    .command('rates')
    .summary('import exchange rates from a file')
    .description(
      `Reads a CSV file whose first line names its columns: ${rateColumns.join(', ')}, in any order; other columns are ignored. ` +
        'The separator is a comma, semicolon or tab; rates have a decimal point, days are YYYY-MM-DD. ' +
        'Also reads files of the European Central Bank, as XML or CSV: eurofxref-daily, eurofxref-hist and eurofxref-hist-90d. ' +
        'All rates are imported, or none. Existing rates of the same currencies and day are changed.',
    )
    .argument('<file>', 'the CSV or XML file')
    .addOption(workspaceOption())
    .option('--since <day>', 'only rates from this day on, YYYY-MM-DD')
    .option(
      '--currencies <codes>',
      'only rates in these currencies (quoteCurrency), for example USD,GBP',
    )
    .option('--json', 'print {"made", "changed", "unchanged"} as JSON')
    .addHelpText('after', '\nExample:\n  actiongraph rates --workspace 2 rates-2027-01.csv')
    .action((file: string, options: RatesOptions) => run(cli, file, options));
}

async function run(cli: CliContext, file: string, options: RatesOptions) {
  const { json: asJson, workspace } = options;
  const rows = readRates(await readFile(file, 'utf8')).filter(matchesOptions(options));
  const done = await withDatabase(cli, async ({ prisma }) => {
    const context = await createAdministrationContext(prisma, workspace, new Date());
    return withLineNumbers(rows, () =>
      setExchangeRates(
        context,
        rows.map(({ values }) => values as Parameters<typeof setExchangeRates>[1][0]),
      ),
    );
  });
  if (asJson) return cli.print(formatJson(done));
  cli.print(`${done.created} created, ${done.changed} changed, ${done.unchanged} unchanged.`);
}

function matchesOptions({ since = '', currencies }: RatesOptions): (row: RateRow) => boolean {
  const codes = currencies?.toUpperCase().split(/[\s,]+/);
  return ({ values: { day = '', quoteCurrency = '' } }) =>
    day >= since && (codes === undefined || codes.includes(quoteCurrency));
}

const maxReportedErrors = 20;

/**
 * Reports errors with the lines of the file.
 * @throws CommandError
 */
async function withLineNumbers<T>(rows: readonly RateRow[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ActionError) || error.code !== 'invalid_input') throw error;
    const errors = (error.details.errors ?? []).map(({ message, path }) => {
      const [, index, name = path] = /^rates\.(\d+)\.(\w+)/.exec(path) ?? [];
      const line = rows[Number(index)]?.line;
      return line === undefined ? `  ${name}: ${message}` : `  line ${line}, ${name}: ${message}`;
    });
    const reported = errors.slice(0, maxReportedErrors);
    if (errors.length > reported.length)
      reported.push(`  and ${errors.length - reported.length} more`);
    throw new CommandError(`Nothing was imported:\n${reported.join('\n')}`);
  }
}
