import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { createAdministrationContext } from '../domain/workspaces/administration-context.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { AuditRange } from '../platform/audit-log/entry-export.ts';
import { countAuditEntries, readAuditEntryLines } from '../platform/audit-log/entry-export.ts';
import type { CliContext } from './command.ts';
import { withDatabase, workspaceOption } from './command.ts';
import { showProgress } from './progress.ts';

interface ExportOptions {
  workspace: number;
  from?: Date;
  to?: Date;
}

/** `actiongraph audit export` */
export function addAuditCommand(program: Command, cli: CliContext): void {
  const group = program
    .command('audit')
    .helpCommand(false)
    .summary('write the log of changes: who did what')
    .description(
      'Every change of a record is logged: who made it, when, by which operation, and the values before and after, which ' +
        'are kept for AUDIT_CHANGES_DAYS. Who did what is kept for AUDIT_DAYS.',
    );
  group
    .command('export')
    .summary('write the log of one workspace, a line of JSON for each change')
    .description(
      'Writes the log of a workspace in its order, oldest first, each change as a line of JSON (NDJSON), to standard output or to a new file ' +
        'that only its owner may read. It holds personal data.',
    )
    .argument('[file]', 'where it is written to (default: standard output)')
    .addOption(workspaceOption())
    .option(
      '--from <moment>',
      'from this day or moment on: 2027-01-31, 2027-01-31T12:00:00Z',
      moment,
    )
    .option('--to <moment>', 'what was before this day or moment', moment)
    .addHelpText(
      'after',
      '\nExample:\n  actiongraph audit export --workspace 1 --from 2027-01-01 audit.ndjson',
    )
    .action((file: string | undefined, options: ExportOptions) => run(cli, file, options));
}

/** @throws InvalidArgumentError where it is neither a day nor a moment */
function moment(text: string): Date {
  const time = /^\d{4}-\d{2}-\d{2}(T.*(Z|[+-]\d{2}:?\d{2}))?$/.test(text) ? new Date(text) : null;
  if (time && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('It must be a day or a moment: 2027-01-31, 2027-01-31T12:00:00Z.');
}

async function run(
  cli: CliContext,
  file: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const { workspace, from = null, to = null } = options;
  await withDatabase(cli, async ({ prisma }) => {
    // Says so where there is no such workspace.
    await createAdministrationContext(prisma, workspace, new Date(), cli.command);
    const range = { accountId: workspace, from, to };
    if (file === undefined) return void (await writeLines(prisma, range, toOutput(cli)));
    const target = await open(file, 'wx', 0o600);
    try {
      const count = await writeLines(prisma, range, (text) => target.writeFile(text));
      cli.note(`Wrote ${file}: ${count} entries.`);
    } finally {
      await target.close();
    }
  });
}

/** Writes to standard output, as fast as it is read. */
function toOutput(cli: CliContext): (text: string) => Promise<void> {
  return async (text) => {
    cli.print(text.slice(0, -1));
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
  };
}

async function writeLines(
  prisma: PrismaClient,
  range: AuditRange,
  write: (text: string) => Promise<void>,
): Promise<number> {
  const total = await countAuditEntries(prisma, range);
  const progress = showProgress('Exporting', 'records');
  let done = 0;
  try {
    for await (const lines of readAuditEntryLines(prisma, range)) {
      await write(`${lines.join('\n')}\n`);
      done += lines.length;
      progress.update(done, Math.max(total, done));
    }
  } finally {
    progress.stop();
  }
  return done;
}
