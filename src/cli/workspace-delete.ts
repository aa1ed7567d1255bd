import type { Command } from 'commander';
import { calledAs } from '../config/config.ts';
import type { WorkspaceContents } from '../domain/workspaces/delete-workspace.ts';
import {
  deleteWorkspace,
  previewWorkspaceDeletion,
  removeDeleted,
} from '../domain/workspaces/delete-workspace.ts';
import { administrationContext } from '../domain/workspaces/index.ts';
import type { Cli } from './command.ts';
import { json, table, withDatabase, workspaceOption } from './command.ts';
import { forgetForeignDemo } from './demo-key.ts';
import { namingOptions } from './error-messages.ts';
import { showProgress } from './progress.ts';

interface DeleteOptions {
  workspace: number;
  confirmName?: string;
  json?: boolean;
}

/** `actiongraph workspace delete` */
export function addDelete(group: Command, cli: Cli): void {
  group
    .command('delete')
    .summary('delete a workspace with everything in it')
    .description(
      'Tells what a workspace has, and changes nothing. With --confirm-name it deletes the workspace for good: its keys and ' +
        'sign-ins end at once, then its records are removed, in batches, so that a service goes on meanwhile. Who was a user of no ' +
        'other workspace is forgotten. Where it is interrupted, the service goes on. The only workspace is ' +
        'not deleted. Take it along before with `actiongraph export`; backups that were made before still have it.',
    )
    .addOption(workspaceOption())
    .option('--confirm-name <name>', 'do it; the name has to be exactly that of the workspace')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      "\nExamples:\n  actiongraph workspace delete --workspace 2\n  actiongraph workspace delete --workspace 2 --confirm-name 'Studio Meridian'",
    )
    .action((options: DeleteOptions) => run(cli, options));
}

async function run(cli: Cli, { confirmName, json: asJson, workspace }: DeleteOptions) {
  const { databaseUrl, dataDir } = cli.config();
  let isGone = false;
  const contents = await withDatabase(cli, async ({ prisma }) => {
    const context = await administrationContext(prisma, workspace, new Date());
    if (confirmName === undefined) return previewWorkspaceDeletion(context);
    const ended = await namingOptions({ confirmName: '--confirm-name' }, () =>
      deleteWorkspace(context, { confirmName }),
    );
    const progress = showProgress('Deleting', 'records');
    const total = ended.records.reduce((sum, { count }) => sum + count, 0);
    let removed = 0;
    try {
      await removeDeleted(prisma, (rows) => {
        removed += rows;
        progress.update(Math.min(removed, total), total);
      });
      // Whoever removed it: a service may have.
      isGone = (await prisma.workspace.count({ where: { accountId: workspace } })) === 0;
    } finally {
      progress.stop();
    }
    if (databaseUrl === undefined) await forgetForeignDemo(prisma, dataDir, new Date());
    return ended;
  });
  const isDone = confirmName !== undefined;
  if (asJson) return cli.print(json({ done: isDone, ...(isDone && { isGone }), ...contents }));
  report(cli, contents, isDone);
  if (isDone && !isGone)
    cli.print(
      'Somebody was writing in it just then: the service removes the rest within the hour.',
    );
}

function report(cli: Cli, { accountId, name, records }: WorkspaceContents, isDone: boolean): void {
  const called = `workspace ${accountId}, ${name}`;
  cli.print(
    isDone ? `Deleted ${called}.` : `Deleting ${called}, removes this; nothing was changed.`,
  );
  cli.print(
    table(
      ['RECORDS', 'COUNT'],
      records.map(({ model, count }) => [model, String(count)]),
    ),
  );
  cli.print('Backups and exports that were made before still have it.');
  if (isDone) return;
  cli.print(
    `To do it: ${calledAs()} workspace delete --workspace ${accountId} --confirm-name ${JSON.stringify(name)}`,
  );
}
