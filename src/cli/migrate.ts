import type { Command } from 'commander';
import { withCommandName } from '../config/config.ts';
import { openDatabaseAccess } from '../database/client/open-database.ts';
import { type Distribution, distributeTables } from '../database/migrations/citus-distribution.ts';
import { applyMigrations } from '../database/migrations/migrations.ts';
import { ensureServiceRole } from '../database/roles/service-role.ts';
import type { CliContext } from './command.ts';
import { formatJson, requireDatabaseConfig } from './command.ts';

export function addMigrateCommand(program: Command, cli: CliContext): void {
  program
    .command('migrate')
    .summary('update the database schema to this version')
    .description(
      'Applies missing migrations. Required before the first start and after an upgrade if DATABASE_URL is ' +
        'set; the embedded database is migrated at every start. Concurrent runs wait for each other, and a ' +
        'repeated run changes nothing. When it is stopped (Ctrl-C, SIGTERM), it ends after the current ' +
        'migration, and the next run continues. It also creates the database role of the service, which can ' +
        'only read the audit log and append to it. If the server does not allow that, it prints what an ' +
        'administrator has to do. A database with the Citus extension is distributed by workspace over the ' +
        'servers of its cluster. Distributed tables stay where they are; after you add a server, --rebalance ' +
        'moves its share there.',
    )
    .option('--rebalance', 'rebalance shards across the servers of a distributed database')
    .option('--json', 'print the applied migrations and the role as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  DATABASE_URL=postgresql://user:password@host/actiongraph actiongraph migrate',
    )
    .action((options: MigrateCommand) => migrate(cli, options));
}

interface MigrateCommand {
  json?: boolean;
  rebalance?: boolean;
}

async function migrate(
  cli: CliContext,
  { json: asJson = false, rebalance: rebalances = false }: MigrateCommand,
): Promise<void> {
  const config = await requireDatabaseConfig(cli, { mayMake: true });
  const signal = stopSignal();
  const access = await openDatabaseAccess(config, 'command', cli.note);
  try {
    const onApplied = (name: string) => {
      if (!asJson) cli.print(`Applied ${name}`);
    };
    const applied = await applyMigrations(access.url, { signal, onApplied, onWarning: cli.note });
    const { role = null, problem = null } = await ensureServiceRole(access.url, signal);
    const options = { role: role ?? undefined, rebalances, signal };
    const distribution = await distributeTables(access.url, options);
    if (asJson) {
      const spread = distribution && { distribution };
      return cli.print(formatJson({ applied, serviceRole: role, problem, ...spread }));
    }
    if (applied.length === 0) cli.print('The database is up to date.');
    if (role !== null) cli.print(`The service uses the role ${role}.`);
    if (distribution) cli.print(inWords(distribution));
    if (problem !== null) cli.note(withCommandName(problem));
  } finally {
    await access.close();
  }
}

function inWords({ referenceTables, movedShardGroups, distributed }: Distribution): string {
  const done = [
    distributed.length > 0 && `${distributed.length} tables are now distributed by workspace`,
    referenceTables.length > 0 && `${referenceTables.length} are copied to every server`,
    movedShardGroups > 0 && `${movedShardGroups} groups of shards were moved`,
  ].filter(Boolean);
  return done.length > 0 ? `Citus: ${done.join(', ')}.` : 'Citus: every table is already placed.';
}

/** Aborted by the first SIGINT or SIGTERM. A second one ends the process. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const onSignal = () => {
    for (const signal of signals) process.off(signal, onSignal);
    stop.abort();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return stop.signal;
}
