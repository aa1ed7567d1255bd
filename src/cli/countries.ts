import type { Command } from 'commander';
import type { CliContext } from './command.ts';
import { formatJson, formatTable, withDatabase } from './command.ts';

/** A record whose country names no code. Electronic invoices need the code. */
interface UnknownCountry {
  workspace: number;
  model: 'Client' | 'Workspace';
  id: string;
  name: string;
  country: string;
}

export function addCountriesCommand(program: Command, cli: CliContext): void {
  program
    .command('countries')
    .summary('list countries without a country code')
    .description(
      'Lists the workspaces and clients whose country has no country code, because its name is unknown or names several ' +
        'countries. Electronic invoices need the code: set countryCode, for example DE, on the workspace or the client.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  actiongraph countries')
    .action(({ json = false }: { json?: boolean }) => listCountries(cli, json));
}

async function listCountries(cli: CliContext, asJson: boolean): Promise<void> {
  const unknown = await withDatabase(
    cli,
    ({ prisma }) => prisma.$queryRaw<UnknownCountry[]>`
      SELECT "accountId" AS workspace, 'Workspace' AS model, "accountId"::text AS id, name, country FROM "Workspace"
      WHERE country IS NOT NULL AND "countryCode" IS NULL AND "deletedAt" IS NULL
      UNION ALL
      SELECT "accountId", 'Client', id, name, country FROM "Client" WHERE country IS NOT NULL AND "countryCode" IS NULL
      ORDER BY workspace, model DESC, name`,
  );
  if (asJson) return cli.print(formatJson(unknown));
  if (unknown.length === 0) return cli.print('Every country has a country code.');
  const rows = unknown.map(({ workspace, model, id, name, country }) => [
    ...[String(workspace), model, id, JSON.stringify(name), JSON.stringify(country)],
  ]);
  cli.print(formatTable(['WORKSPACE', 'RECORD', 'ID', 'NAME', 'COUNTRY'], rows));
}
