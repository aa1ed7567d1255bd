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

/** `actiongraph workspace logo` */
export function addWorkspaceLogoCommand(group: Command, cli: CliContext): void {
  group
    .command('logo')
    .summary('set or remove the image at the head of a workspace’s invoices')
    .description(
      'Puts a PNG or JPEG at the head of the workspace’s invoices, those that were made before as well.',
    )
    .argument('[file]', 'the image')
    .addOption(workspaceOption())
    .option('--remove', 'take the logo away')
    .addHelpText('after', '\nExample:\n  actiongraph workspace logo --workspace 1 logo.png')
    .action((file: string | undefined, options: LogoOptions) => change(cli, file, options));
}

async function change(
  cli: CliContext,
  file: string | undefined,
  { remove, workspace }: LogoOptions,
) {
  if ((file === undefined) === (remove !== true)) {
    throw new CommandError('Name an image, or say --remove.');
  }
  const image = file === undefined ? undefined : (await readFile(file)).toString('base64');
  const { name } = await withDatabase(cli, async ({ prisma }) => {
    const context = await createAdministrationContext(prisma, workspace, new Date(), cli.command);
    if (image === undefined) return removeWorkspaceLogo(context);
    // Loaded here, for the other commands to start sooner.
    const { readLogoFile } = await import('../documents/request-pdf.ts');
    return withOptionNames({ image: file ?? '' }, () =>
      setWorkspaceLogo(context, { image }, readLogoFile),
    );
  });
  cli.print(remove ? `${name} has no logo.` : `${name} has a logo.`);
}
