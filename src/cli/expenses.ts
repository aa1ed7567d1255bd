import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import { receiveFile } from '../domain/attachments/attached-file.ts';
import type { AttachmentServices } from '../domain/attachments/services.ts';
import { createExpenseFromFile } from '../domain/expenses/create-from-file.ts';
import { maxReceivedMegabytes } from '../domain/expenses/received-file.ts';
import { createAdministrationContext } from '../domain/workspaces/administration-context.ts';
import { openFileStorage } from '../platform/file-store/file-storage.ts';
import { minorUnitDigits } from '../platform/money/money.ts';
import type { CliContext } from './command.ts';
import { CommandError, formatJson, withDatabase, workspaceOption } from './command.ts';
import { withOptionNames } from './error-messages.ts';

interface FromFileOptions {
  workspace: number;
  vendor?: string;
  preview?: boolean;
  allowDuplicate?: boolean;
  json?: boolean;
}

export function addExpensesCommand(program: Command, cli: CliContext): void {
  const group = program
    .command('expenses')
    .helpCommand(false)
    .summary('create expenses from e-invoices')
    .description('Creates expenses of a workspace.');
  group
    .command('from-file')
    .summary('create an expense from an e-invoice of a vendor')
    .description(
      'Reads an invoice or credit note as UBL, CII, or a PDF that contains one of them (Factur-X, ZUGFeRD), and creates ' +
        'an expense with its lines. The file becomes an attachment of the expense. The vendor is found by VAT id, IBAN, ' +
        'legal id or name, or created.',
    )
    .argument('<file>', 'the XML or PDF file')
    .addOption(workspaceOption())
    .option('--vendor <id>', 'the vendor')
    .option('--preview', 'store nothing, and print what would be created')
    .option('--allow-duplicate', 'create it although the vendor has an expense with this number')
    .option('--json', 'print {"id", "warnings"} as JSON')
    .addHelpText('after', '\nExample:\n  actiongraph expenses from-file --workspace 1 invoice.xml')
    .action((file: string, options: FromFileOptions) => fromFile(cli, file, options));
}

const optionNames = (path: string) => ({
  ...{ file: path, vendorId: '--vendor', allowDuplicate: '--allow-duplicate' },
});

/** @throws CommandError */
async function openFile(path: string): Promise<Readable> {
  const unreadable = (reason: string, cause?: unknown) =>
    new CommandError(`${path} cannot be read: ${reason}.`, { cause });
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw unreadable(reason, error);
  });
  if (!(await file.stat()).isDirectory()) return file.createReadStream();
  await file.close();
  throw unreadable('it is a folder');
}

async function fromFile(cli: CliContext, path: string, options: FromFileOptions): Promise<void> {
  const {
    allowDuplicate = false,
    json: asJson,
    preview = false,
    vendor = null,
    workspace,
  } = options;
  const { store, spoolFolder } = openFileStorage(cli.config());
  const created = await withDatabase(cli, async ({ prisma }) => {
    // Loaded here, so that other commands start faster.
    const { readReceivedFile } = await import('../documents/request-received-file.ts');
    const context = await createAdministrationContext(prisma, workspace, new Date(), cli.command);
    const limits = cli.config().attachmentLimits;
    // Nothing else of the attachments is used here.
    context.services.attachments = { store, spoolFolder, limits } as AttachmentServices;
    const received = { field: 'file', fileName: '', maxMegabytes: maxReceivedMegabytes };
    const file = await receiveFile(context, await openFile(path), received);
    try {
      const input = { file, fileName: basename(path), vendorId: vendor, preview, allowDuplicate };
      return await withOptionNames(optionNames(path), () =>
        createExpenseFromFile(context, input, readReceivedFile),
      );
    } finally {
      await file.spooled.discard();
    }
  });
  const { amount, billNo, currency, id, kind, vendor: found, warnings } = created;
  if (asJson) return cli.print(formatJson({ id, warnings }));
  const document = kind === 'CREDIT_NOTE' ? 'credit note' : 'bill';
  const total = `${amount.toFixed(minorUnitDigits(currency))} ${currency}`;
  const text = `${document} ${billNo} of ${found.name}, ${total}`;
  cli.print(preview ? `Would create an expense: ${text}.` : `Created ${id}: ${text}.`);
  for (const { message, path: field } of warnings) cli.print(`Warning: ${field} ${message}.`);
}
