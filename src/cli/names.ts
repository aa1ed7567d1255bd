import type { Command } from 'commander';
import type { CliContext } from './command.ts';
import { formatJson, formatTable, withDatabase } from './command.ts';

/** A text that cannot be normalized, because another record has the normalized name. */
interface RemainingText {
  workspace: number | null;
  model: string;
  id: string;
  field: string;
  text: string;
  reason: string;
}

export function addNamesCommand(program: Command, cli: CliContext): void {
  program
    .command('names')
    .summary('list names that differ only in blanks or accents')
    .description(
      'Writes names and other texts of one line in one form: single blanks, no invisible characters, accents as ' +
        'Unicode’s form NFC has them. It lists the texts that stay ' +
        'as they are, because another record has the same name in that form. Rename one of the two, then run it again.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  actiongraph names')
    .action(({ json = false }: { json?: boolean }) => listNames(cli, json));
}

async function listNames(cli: CliContext, asJson: boolean): Promise<void> {
  const remaining = await withDatabase(
    cli,
    ({ prisma }) =>
      prisma.$queryRaw<RemainingText[]>`SELECT * FROM "convert_texts_to_single_line"()`,
  );
  if (asJson) return cli.print(formatJson(remaining));
  if (remaining.length === 0) return cli.print('Every name has one form.');
  const rows = remaining.map(({ workspace, model, id, field, text, reason }) => [
    ...[String(workspace ?? ''), model, id, field, JSON.stringify(text), reason],
  ]);
  cli.print(formatTable(['WORKSPACE', 'RECORD', 'ID', 'FIELD', 'TEXT', 'REASON'], rows));
}
