import type { Command } from 'commander';
import { commandName } from '../config/config.ts';
import { createAdministrationContext } from '../domain/workspaces/administration-context.ts';
import type { WorkspaceContents } from '../domain/workspaces/delete-workspace.ts';
import {
  deleteWorkspace,
  previewWorkspaceDeletion,
} from '../domain/workspaces/delete-workspace.ts';
import { purgeDeletedWorkspaces } from '../domain/workspaces/purge-deleted-workspaces.ts';
import type { CliContext } from './command.ts';
import { formatJson, formatTable, withDatabase, workspaceOption } from './command.ts';
import { removeForeignDemoKey } from './demo-key.ts';
import { withOptionNames } from './error-messages.ts';
import { showProgress } from './progress.ts';

interface DeleteOptions {
  workspace: number;
  confirmName?: string;
  json?: boolean;
}

export function addWorkspaceDeleteCommand(group: Command, cli: CliContext): void {
  group
    .command('delete')
    .summary('delete a workspace with all its records')
    .description(
      'Lists the content of a workspace without changes. With --confirm-name, it deletes the workspace ' +
        'permanently: its keys and sign-ins end immediately, and its records are removed in batches while the ' +
        'service runs. People who are not users of another workspace are deleted. If it is interrupted, the ' +
        'service completes the deletion. The only workspace cannot be deleted. Export it first with ' +
        '`actiongraph export`; earlier backups still contain it.',
    )
    .addOption(workspaceOption())
    .option('--confirm-name <name>', 'delete it; the exact name of the workspace')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      "\nExamples:\n  actiongraph workspace delete --workspace 2\n  actiongraph workspace delete --workspace 2 --confirm-name 'Studio Meridian'",
    )
    .action((options: DeleteOptions) => run(cli, options));
}

async function run(cli: CliContext, { confirmName, json: asJson, workspace }: DeleteOptions) {
  const { databaseUrl, dataDir } = cli.config();
  let isGone = false;
  const contents = await withDatabase(cli, async ({ prisma }) => {
    const context = await createAdministrationContext(prisma, workspace, new Date());
    if (confirmName === undefined) return previewWorkspaceDeletion(context);
    const ended = await withOptionNames({ confirmName: '--confirm-name' }, () =>
      deleteWorkspace(context, { confirmName }),
    );
    const progress = showProgress('Deleting', 'records');
    const total = ended.records.reduce((sum, { count }) => sum + count, 0);
    let removed = 0;
    try {
      await purgeDeletedWorkspaces(prisma, (rows) => {
        removed += rows;
        progress.update(Math.min(removed, total), total);
      });
      // A running service may also have deleted it.
      isGone = (await prisma.workspace.count({ where: { accountId: workspace } })) === 0;
    } finally {
      progress.stop();
    }
    if (databaseUrl === undefined) await removeForeignDemoKey(prisma, dataDir, new Date());
    return ended;
  });
  const isDone = confirmName !== undefined;
  if (asJson)
    return cli.print(formatJson({ done: isDone, ...(isDone && { isGone }), ...contents }));
  report(cli, contents, isDone);
  if (isDone && !isGone)
    cli.print('A write was in progress. The service removes the rest within an hour.');
}

function report(
  cli: CliContext,
  { accountId, name, records }: WorkspaceContents,
  isDone: boolean,
): void {
  const called = `workspace ${accountId} (${name})`;
  cli.print(
    isDone
      ? `Deleted ${called}.`
      : `Deleting ${called} would remove the following. Nothing was changed.`,
  );
  cli.print(
    formatTable(
      ['RECORDS', 'COUNT'],
      records.map(({ model, count }) => [model, String(count)]),
    ),
  );
  cli.print('Earlier backups and exports still contain it.');
  if (isDone) return;
  cli.print(
    `To delete it: ${commandName()} workspace delete --workspace ${accountId} --confirm-name ${JSON.stringify(name)}`,
  );
}
