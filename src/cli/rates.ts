import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { setExchangeRates } from '../domain/exchange-rates/set-exchange-rates.ts';
import { createAdministrationContext } from '../domain/workspaces/administration-context.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { CliContext } from './command.ts';
import { CommandError, formatJson, withDatabase, workspaceOption } from './command.ts';

interface RatesOptions {
  workspace: number;
  json?: boolean;
}

const columns = ['day', 'baseCurrency', 'quoteCurrency', 'rate'] as const;

/** `actiongraph rates` */
export function addRatesCommand(program: Command, cli: CliContext): void {
  program
    .command('rates')
    .summary('bring exchange rates in from a CSV file')
    .description(
      `Reads a CSV file whose first line names its columns: ${columns.join(', ')}, in any order; others are passed over. ` +
        'Between them stand commas, semicolons or tabs; a rate has a point, a day is YYYY-MM-DD. All rates are taken, or none: ' +
        'those of which there is one of the currencies for the day are changed, the others are made.',
    )
    .argument('<file>', 'the CSV file')
    .addOption(workspaceOption())
    .option('--json', 'print {"made", "changed", "unchanged"} as JSON')
    .addHelpText('after', '\nExample:\n  actiongraph rates --workspace 2 rates-2027-01.csv')
    .action((file: string, options: RatesOptions) => run(cli, file, options));
}

async function run(cli: CliContext, file: string, { json: asJson, workspace }: RatesOptions) {
  const rows = rowsOf(await readFile(file, 'utf8'));
  const done = await withDatabase(cli, async ({ prisma }) => {
    const context = await createAdministrationContext(prisma, workspace, new Date());
    return namingLines(rows, () =>
      setExchangeRates(
        context,
        rows.map(({ values }) => values as Parameters<typeof setExchangeRates>[1][0]),
      ),
    );
  });
  if (asJson) return cli.print(formatJson(done));
  cli.print(`${done.made} made, ${done.changed} changed, ${done.unchanged} as they were.`);
}

interface Row {
  /** In the file, from 1. */
  line: number;
  values: Record<string, string>;
}

/** The lines of a CSV file, by its columns; none of its cells needs quotes, so that these are taken off only. @throws CommandError */
function rowsOf(text: string): Row[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const [first = ''] = lines;
  const separator = [';', '\t'].find((one) => first.includes(one)) ?? ',';
  const cellsOf = (line: string) =>
    line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const names = cellsOf(first);
  const missing = columns.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new CommandError(
      `The first line of the file has to name its columns; it lacks ${missing.join(', ')}.`,
    );
  }
  return lines.flatMap((text, index) => {
    if (index === 0 || text.trim() === '') return [];
    const cells = cellsOf(text);
    const values = columns.map((name) => [name, cells[names.indexOf(name)] ?? '']);
    return [{ line: index + 1, values: Object.fromEntries(values) }];
  });
}

/** As many faults as somebody reads. */
const mostTold = 20;

/** Does something whose faults are those of lines of the file. @throws CommandError */
async function namingLines<T>(rows: readonly Row[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ActionError) || error.code !== 'invalid_input') throw error;
    const faults = (error.details.errors ?? []).map(({ message, path }) => {
      const [, index, name = path] = /^rates\.(\d+)\.(\w+)/.exec(path) ?? [];
      const line = rows[Number(index)]?.line;
      return line === undefined ? `  ${name}: ${message}` : `  line ${line}, ${name}: ${message}`;
    });
    const told = faults.slice(0, mostTold);
    if (faults.length > told.length) told.push(`  and ${faults.length - told.length} more`);
    throw new CommandError(`Nothing was taken:\n${told.join('\n')}`);
  }
}
