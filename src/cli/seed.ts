import { Presets, SingleBar } from 'cli-progress';
import { type Command, InvalidArgumentError } from 'commander';
import { createAdministrationContext } from '../domain/workspaces/administration-context.ts';
import { seedWorkspace } from '../seed/index.ts';
import type { CliContext } from './command.ts';
import { formatJson, withDatabase } from './command.ts';
import { formatTime } from './progress.ts';

interface SeedOptions {
  workspace: number;
  clients: number;
  months: number;
  seed: number;
  json?: boolean;
}

export function addSeedCommand(program: Command, cli: CliContext): void {
  program
    .command('seed')
    .summary('fill a workspace with sample data')
    .description(
      'Adds clients with contacts, projects, deliverables, time entries, expenses, invoices and payments to ' +
        'a workspace, to test with large data. A client has about twenty rows, and as many for each of its ' +
        'months.',
    )
    .requiredOption('--workspace <accountId>', 'number of the workspace (required)', between(1))
    .option('--clients <number>', 'number of clients', between(1), 100)
    .option('--months <number>', 'number of months', between(0, 240), 12)
    .option('--seed <number>', 'the same number creates the same data', between(0), 1)
    .option('--json', 'print {"clients", "rows", "seconds"} as JSON')
    .addHelpText('after', '\nExample:\n  actiongraph seed --workspace 1 --clients 5000 --months 12')
    .action((options: SeedOptions) => run(cli, options));
}

function between(min: number, max = 1_000_000) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

async function run(cli: CliContext, options: SeedOptions): Promise<void> {
  const { workspace, clients, months, seed } = options;
  // The owner of the tables may defer foreign key checks, which take five times as long row by row.
  const asOwner = { asOwner: true };
  await withDatabase(
    cli,
    async ({ prisma }) => {
      const context = await createAdministrationContext(prisma, workspace, new Date(), cli.command);
      const started = performance.now();
      const bar = new SingleBar(
        {
          format:
            '{bar} {percentage}% | {value} of {total} clients | {rows} rows | {eta_formatted} left',
          formatTime,
          stream: process.stderr,
        },
        Presets.shades_classic,
      );
      bar.start(clients, 0, { rows: 0 });
      try {
        const onProgress = (done: number, rows: number) => bar.update(done, { rows });
        const rows = await seedWorkspace(prisma, context, { clients, months, seed, onProgress });
        bar.stop();
        report(cli, options, rows, (performance.now() - started) / 1_000);
      } finally {
        bar.stop();
      }
    },
    asOwner,
  );
}

function report(
  cli: CliContext,
  { clients, json: asJson }: SeedOptions,
  rows: number,
  seconds: number,
): void {
  if (asJson) {
    cli.print(formatJson({ clients, rows, seconds: Math.round(seconds * 10) / 10 }));
    return;
  }
  const speed = Math.round(rows / seconds);
  cli.print(
    `Wrote ${rows} rows for ${clients} clients in ${seconds.toFixed(1)} s (${speed} rows a second).`,
  );
}
