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
import {
  commaList,
  formatJson,
  formatMinute,
  formatTable,
  withDatabase,
  workspaceOption,
} from './command.ts';
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

export function addKeysCommand(program: Command, cli: CliContext): void {
  const group = program
    .command('keys')
    .helpCommand(false)
    .summary('create, list, narrow, revoke and rotate API keys')
    .description(
      'Integrations send a key as X-API-KEY. A key belongs to one workspace, is shown only when it is ' +
        'created, and is stored as a hash. A revoked key is rejected immediately.',
    );
  addCreateAndList(group, cli);
  addChanges(group, cli);
}

function addCreateAndList(group: Command, cli: CliContext): void {
  command(group, 'create', 'create a key; it is shown once')
    .requiredOption('--name <text>', 'name of the key (required)')
    .option(
      '--scopes <list>',
      'scopes and shorthands: read, write, clients:read … (default: read,write)',
      commaList,
    )
    .option('--expires <date>', 'expiry, for example 2027-01-01 (default: never)')
    .addHelpText(
      'after',
      "\nExample:\n  actiongraph keys create --workspace 1 --name 'Website form' --scopes read,write --expires 2027-01-01",
    )
    .action((options: CreateOptions) => create(cli, options));
  command(group, 'list', 'list the workspace’s keys, including revoked ones')
    .addHelpText('after', '\nExample:\n  actiongraph keys list --workspace 1')
    .action((options: KeyOptions) => list(cli, options));
}

function addChanges(group: Command, cli: CliContext): void {
  command(group, 'narrow', 'remove scopes from a key; the key itself stays the same')
    .argument('<id>', 'id of the key, as in `keys list`')
    .requiredOption(
      '--scopes <list>',
      'remaining scopes, all of which the key has now (required)',
      commaList,
    )
    .addHelpText(
      'after',
      '\nExample:\n  actiongraph keys narrow --workspace 1 --scopes clients:read,time:write key_0199d2f0…',
    )
    .action((id: string, options: NarrowOptions) => narrow(cli, id, options));
  command(group, 'revoke', 'revoke a key permanently')
    .argument('<id>', 'id of the key, as in `keys list`')
    .addHelpText('after', '\nExample:\n  actiongraph keys revoke --workspace 1 key_0199d2f0…')
    .action((id: string, options: KeyOptions) => revoke(cli, id, options));
  command(group, 'rotate', 'replace a key with a new one of the same name, scopes and expiry')
    .argument('<id>', 'id of the key, as in `keys list`')
    .option('--overlap <minutes>', 'time for which the old key stays valid (default: none)')
    .addHelpText(
      'after',
      '\nExample:\n  actiongraph keys rotate --workspace 1 --overlap 60 key_0199d2f0…',
    )
    .action((id: string, options: RotateOptions) => rotate(cli, id, options));
  command(group, 'release', 'keep a key valid when the key that created it ends')
    .argument('<id>', 'id of the key, as in `keys list`')
    .addHelpText('after', '\nExample:\n  actiongraph keys release --workspace 1 key_0199d2f0…')
    .action((id: string, options: KeyOptions) => release(cli, id, options));
}

function command(group: Command, name: string, summary: string): Command {
  return group
    .command(name)
    .summary(summary)
    .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`)
    .addOption(workspaceOption())
    .option('--json', 'print JSON');
}

async function create(cli: CliContext, options: CreateOptions) {
  const { name, scopes, expires: expiresAt } = options;
  const made = await administer(cli, options, (context) =>
    withOptionNames(optionNames, () => createApiKey(context, { name, scopes, expiresAt })),
  );
  printKey(cli, options, made);
}

async function narrow(cli: CliContext, id: string, options: NarrowOptions) {
  const { scopes } = options;
  const record = await administer(cli, options, (context) =>
    withOptionNames(optionNames, () => narrowApiKey(context, id, { scopes })),
  );
  if (options.json) return cli.print(formatJson(describe(record)));
  const scopeList = record.scopes.join(', ');
  cli.print(
    `The key "${record.name}" (${id}) now has: ${scopeList}. Keys created with it have no more than that.`,
  );
}

async function rotate(cli: CliContext, id: string, options: RotateOptions) {
  const { overlap: overlapMinutes } = options;
  const made = await administer(cli, options, (context) =>
    withOptionNames(optionNames, () => rotateApiKey(context, id, { overlapMinutes })),
  );
  printKey(cli, options, made);
}

async function release(cli: CliContext, id: string, options: KeyOptions) {
  const record = await administer(cli, options, (context) => releaseApiKey(context, id));
  if (options.json) return cli.print(formatJson(describe(record)));
  cli.print(`The key "${record.name}" (${id}) no longer depends on another key.`);
}

async function revoke(cli: CliContext, id: string, options: KeyOptions) {
  const record = await administer(cli, options, (context) => revokeApiKey(context, id));
  if (options.json) return cli.print(formatJson(describe(record)));
  const { alsoRevoked } = record;
  const made = alsoRevoked === 1 ? 'is the key that was' : `are the ${alsoRevoked} keys that were`;
  cli.print(
    `The key "${record.name}" (${record.id}) is revoked${alsoRevoked > 0 ? `; so ${made} created with it` : ''}.`,
  );
}

async function list(cli: CliContext, options: KeyOptions) {
  const keys = (await administer(cli, options, listApiKeys)).map(describe);
  if (options.json) return cli.print(formatJson(keys));
  if (keys.length === 0) return cli.print('The workspace has no keys.');
  cli.print(
    formatTable(
      ['ID', 'NAME', 'STARTS WITH', 'SCOPES', 'STATE', 'EXPIRES (UTC)', 'LAST USED (UTC)', 'FROM'],
      keys.map((key) => [
        key.id,
        key.name,
        key.startsWith,
        key.scopes.join(','),
        key.replacedById === null ? key.state : `${key.state}, replaced`,
        formatMinute(key.expiresAt) ?? 'never',
        formatMinute(key.lastUsedAt) ?? 'never',
        key.lastUsedAddress ?? '',
      ]),
    ),
  );
}

function administer<T>(
  cli: CliContext,
  { workspace }: KeyOptions,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  return withDatabase(cli, async ({ prisma }) =>
    work(await createAdministrationContext(prisma, workspace, new Date(), cli.command)),
  );
}

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

function printKey(
  cli: CliContext,
  options: KeyOptions,
  { key, record }: { key: string; record: ApiKeyRecord },
): void {
  const { id, ...rest } = describe(record);
  const scopeList = record.scopes.join(', ');
  cli.print(
    options.json
      ? formatJson({ id, key, ...rest })
      : `The key "${record.name}" (${id}) has the scopes ${scopeList}. It is shown only once:\n${key}`,
  );
}
