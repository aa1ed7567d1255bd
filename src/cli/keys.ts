import type { Command } from 'commander';
import { createAdministrationContext } from '../domain/workspaces/administration-context.ts';
import type { ApiKeyRecord } from '../domain/workspaces/api-keys.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../domain/workspaces/api-keys.ts';
import { apiKeyState } from '../domain/workspaces/authentication.ts';
import { narrowApiKey } from '../domain/workspaces/narrow-api-key.ts';
import { releaseApiKey } from '../domain/workspaces/release-api-key.ts';
import { rotateApiKey } from '../domain/workspaces/rotate-api-key.ts';
import type { Context } from '../platform/context/context.ts';
import type { CliContext } from './command.ts';
import { formatJson, formatTable, withDatabase, workspaceOption } from './command.ts';
import { withOptionNames } from './error-messages.ts';

interface KeyOptions {
  workspace: number;
  json?: boolean;
}

interface CreateOptions extends KeyOptions {
  name: string;
  scopes?: string[];
  expires?: string;
}

interface NarrowOptions extends KeyOptions {
  scopes: string[];
}

interface RotateOptions extends KeyOptions {
  overlap?: string;
}

const optionNames = {
  ...{ name: '--name', scopes: '--scopes', expiresAt: '--expires' },
  overlapMinutes: '--overlap',
};

/** `actiongraph keys create`, `list`, `narrow`, `revoke`, `rotate` and `release` */
export function addKeysCommand(program: Command, cli: CliContext): void {
  const group = program
    .command('keys')
    .helpCommand(false)
    .summary('make, list, narrow, revoke and rotate API keys')
    .description(
      'Integrations send a key as X-API-KEY. A key belongs to one workspace, is shown once when it is ' +
        'made, and is kept as a hash only. A revoked key is refused from the next request on.',
    );
  command(group, 'create', 'make a key; it is shown this once')
    .requiredOption('--name <text>', 'what the key is for (required)')
    .option(
      '--scopes <list>',
      'what it may do, areas and shorthands: read, write, clients:read … (default: read,write)',
      commaList,
    )
    .option('--expires <date>', 'when it stops working, 2027-01-01 say (default: never)')
    .addHelpText(
      'after',
      "\nExample:\n  actiongraph keys create --workspace 1 --name 'Website form' --scopes read,write --expires 2027-01-01",
    )
    .action((options: CreateOptions) => create(cli, options));
  command(group, 'list', 'list the workspace’s keys, revoked ones too')
    .addHelpText('after', '\nExample:\n  actiongraph keys list --workspace 1')
    .action((options: KeyOptions) => list(cli, options));
  command(group, 'narrow', 'take from a key what it need not do; it stays the same key')
    .argument('<id>', 'the key’s id, as `keys list` shows it')
    .requiredOption(
      '--scopes <list>',
      'what it may still do, within what it may do now (required)',
      commaList,
    )
    .addHelpText(
      'after',
      '\nExample:\n  actiongraph keys narrow --workspace 1 --scopes clients:read,time:write key_0199d2f0…',
    )
    .action((id: string, options: NarrowOptions) => narrow(cli, id, options));
  command(group, 'revoke', 'make a key useless for good')
    .argument('<id>', 'the key’s id, as `keys list` shows it')
    .addHelpText('after', '\nExample:\n  actiongraph keys revoke --workspace 1 key_0199d2f0…')
    .action((id: string, options: KeyOptions) => revoke(cli, id, options));
  command(group, 'rotate', 'replace a key by a new one of the same name, scopes and expiry')
    .argument('<id>', 'the key’s id, as `keys list` shows it')
    .option('--overlap <minutes>', 'how long the old key goes on working (default: not at all)')
    .addHelpText(
      'after',
      '\nExample:\n  actiongraph keys rotate --workspace 1 --overlap 60 key_0199d2f0…',
    )
    .action((id: string, options: RotateOptions) => rotate(cli, id, options));
  command(group, 'release', 'have a key go on working when the one that made it ends')
    .argument('<id>', 'the key’s id, as `keys list` shows it')
    .addHelpText('after', '\nExample:\n  actiongraph keys release --workspace 1 key_0199d2f0…')
    .action((id: string, options: KeyOptions) => release(cli, id, options));
}

/** What the commands of this group have in common. */
function command(group: Command, name: string, summary: string): Command {
  return group
    .command(name)
    .summary(summary)
    .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`)
    .addOption(workspaceOption())
    .option('--json', 'print JSON');
}

function commaList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

async function create(cli: CliContext, options: CreateOptions) {
  const { name, scopes, expires: expiresAt } = options;
  const made = await administer(cli, options, (context) =>
    withOptionNames(optionNames, () => createApiKey(context, { name, scopes, expiresAt })),
  );
  tellKey(cli, options, made);
}

async function narrow(cli: CliContext, id: string, options: NarrowOptions) {
  const { scopes } = options;
  const record = await administer(cli, options, (context) =>
    withOptionNames(optionNames, () => narrowApiKey(context, id, { scopes })),
  );
  if (options.json) return cli.print(formatJson(describe(record)));
  const may = record.scopes.join(', ');
  cli.print(
    `The key "${record.name}" (${id}) now has: ${may}. Keys made with it have no more than that.`,
  );
}

async function rotate(cli: CliContext, id: string, options: RotateOptions) {
  const { overlap: overlapMinutes } = options;
  const made = await administer(cli, options, (context) =>
    withOptionNames(optionNames, () => rotateApiKey(context, id, { overlapMinutes })),
  );
  tellKey(cli, options, made);
}

async function release(cli: CliContext, id: string, options: KeyOptions) {
  const record = await administer(cli, options, (context) => releaseApiKey(context, id));
  if (options.json) return cli.print(formatJson(describe(record)));
  cli.print(`The key "${record.name}" (${id}) ends with no other key.`);
}

async function revoke(cli: CliContext, id: string, options: KeyOptions) {
  const record = await administer(cli, options, (context) => revokeApiKey(context, id));
  if (options.json) return cli.print(formatJson(describe(record)));
  const { alsoRevoked } = record;
  const made = alsoRevoked === 1 ? 'is the key that was' : `are the ${alsoRevoked} keys that were`;
  cli.print(
    `The key "${record.name}" (${record.id}) is revoked${alsoRevoked > 0 ? `; so ${made} made with it` : ''}.`,
  );
}

async function list(cli: CliContext, options: KeyOptions) {
  const keys = (await administer(cli, options, listApiKeys)).map(describe);
  if (options.json) return cli.print(formatJson(keys));
  if (keys.length === 0) return cli.print('The workspace has no key.');
  cli.print(
    formatTable(
      ['ID', 'NAME', 'STARTS WITH', 'SCOPES', 'STATE', 'EXPIRES (UTC)', 'LAST USED (UTC)', 'FROM'],
      keys.map((key) => [
        key.id,
        key.name,
        key.startsWith,
        key.scopes.join(','),
        key.replacedById === null ? key.state : `${key.state}, replaced`,
        moment(key.expiresAt),
        moment(key.lastUsedAt),
        key.lastUsedAddress ?? '',
      ]),
    ),
  );
}

/** To the minute: a key that overlaps with its replacement may end within the hour. */
const moment = (time: string | null) => time?.slice(0, 16).replace('T', ' ') ?? 'never';

function administer<T>(
  cli: CliContext,
  { workspace }: KeyOptions,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  return withDatabase(cli, async ({ prisma }) =>
    work(await createAdministrationContext(prisma, workspace, new Date(), cli.command)),
  );
}

/** A key's record in words that a script can use. */
function describe(record: ApiKeyRecord) {
  const { id, accountId, name, prefix, scopes } = record;
  return {
    id,
    accountId,
    name,
    startsWith: `ag_${accountId}_${prefix}`,
    scopes,
    state: apiKeyState(record, new Date()),
    expiresAt: record.expiresAt?.toISOString() ?? null,
    lastUsedAt: record.lastUsedAt?.toISOString() ?? null,
    lastUsedAddress: record.lastUsedAddress,
    revokedAt: record.revokedAt?.toISOString() ?? null,
    replacedById: record.replacedById,
    createdAt: record.createdAt.toISOString(),
  };
}

function tellKey(
  cli: CliContext,
  options: KeyOptions,
  { key, record }: { key: string; record: ApiKeyRecord },
): void {
  const { id, ...rest } = describe(record);
  const may = record.scopes.join(', ');
  cli.print(
    options.json
      ? formatJson({ id, key, ...rest })
      : `The key "${record.name}" (${id}) may ${may}. Shown this once:\n${key}`,
  );
}
