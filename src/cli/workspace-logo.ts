import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { createAdministrationContext } from '../domain/workspaces/administration-context.ts';
import { removeWorkspaceLogo, setWorkspaceLogo } from '../domain/workspaces/logo.ts';
import type { CliContext } from './command.ts';
import { CommandError, withDatabase, workspaceOption } from './command.ts';
import { withOptionNames } from './error-messages.ts';

interface LogoOptions {
  workspace: number;
  remove?: boolean;
}

export function addWorkspaceLogoCommand(group: Command, cli: CliContext): void {
  group
    .command('logo')
    .summary('set or remove the logo on a workspace’s invoices')
    .description(
      'Sets a PNG or JPEG as logo of the workspace’s invoices, including existing drafts.',
    )
    .argument('[file]', 'the image')
    .addOption(workspaceOption())
    .option('--remove', 'remove the logo')
    .addHelpText('after', '\nExample:\n  actiongraph workspace logo --workspace 1 logo.png')
    .action((file: string | undefined, options: LogoOptions) => change(cli, file, options));
}

async function change(
  cli: CliContext,
  file: string | undefined,
  { remove, workspace }: LogoOptions,
) {
  if ((file === undefined) === (remove !== true)) {
    throw new CommandError('Choose an image, or use --remove.');
  }
  const image = file === undefined ? undefined : (await readFile(file)).toString('base64');
  const { name } = await withDatabase(cli, async ({ prisma }) => {
    const context = await createAdministrationContext(prisma, workspace, new Date(), cli.command);
    if (image === undefined) return removeWorkspaceLogo(context);
    // Loaded here, so that other commands start faster.
    const { readLogoFile } = await import('../documents/request-pdf.ts');
    return withOptionNames({ image: file ?? '' }, () =>
      setWorkspaceLogo(context, { image }, readLogoFile),
    );
  });
  cli.print(remove ? `${name} has no logo.` : `${name} now has a logo.`);
}
