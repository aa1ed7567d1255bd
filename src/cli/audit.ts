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

export function addAuditCommand(program: Command, cli: CliContext): void {
  const group = program
    .command('audit')
    .helpCommand(false)
    .summary('export the audit log')
    .description(
      'Every change of a record is logged: the actor, the time, the operation, and the values before and ' +
        'after. AUDIT_RETENTION_DAYS sets how long values and entries are kept.',
    );
  group
    .command('export')
    .summary('write the audit log of one workspace, one line of JSON per entry')
    .description(
      'Writes the audit log of a workspace, oldest first, with one line of JSON per entry (NDJSON), to ' +
        'standard output or to a new file that only its owner can read. It contains personal data.',
    )
    .argument('[file]', 'output file (default: standard output)')
    .addOption(workspaceOption())
    .option('--from <moment>', 'from this day or time: 2027-01-31, 2027-01-31T12:00:00Z', moment)
    .option('--to <moment>', 'before this day or time', moment)
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
  throw new InvalidArgumentError('It must be a day or a time: 2027-01-31, 2027-01-31T12:00:00Z.');
}

async function run(
  cli: CliContext,
  file: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const { workspace, from = null, to = null } = options;
  await withDatabase(cli, async ({ prisma }) => {
    // Throws if the workspace does not exist.
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

/** Waits for a slow reader of standard output. */
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
