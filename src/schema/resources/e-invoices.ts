import type { FieldMap } from '@pothos/core';
import { presentStoredEInvoice } from '../../documents/e-invoice-files.ts';
import type { EInvoiceFault } from '../../domain/e-invoices/fault.ts';
import type { EInvoiceSource } from '../../domain/e-invoices/list-faults.ts';
import {
  findEInvoiceSources,
  listDraftWarnings,
  listEInvoiceFaults,
  listWorkspaceEInvoiceFaults,
} from '../../domain/e-invoices/list-faults.ts';
import { findStoredEInvoices } from '../../domain/e-invoices/stored-e-invoices.ts';
import { eInvoiceFormatInput } from '../../domain/invoices/e-invoice-input.ts';
import type { EInvoiceFile, EInvoiceKey } from '../../domain/invoices/e-invoice-services.ts';
import { eInvoiceUrl } from '../../domain/invoices/invoice-record.ts';
import { dataUrlOf, isIssued } from '../../domain/invoices/issued-documents.ts';
import type { EInvoiceDocument } from '../../generated/prisma/client.ts';
import type { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { builder } from '../core/builder.ts';
import { enums } from '../core/enums.ts';
import { inputArguments } from '../core/inputs.ts';
import { createRecordLoader } from '../core/loaders.ts';
import type { FieldBuilder } from '../core/record-fields.ts';
import { computedField } from '../core/record-fields.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';

const eInvoiceFile = builder
  .objectRef<EInvoiceFile & { url: string | null }>('EInvoiceFile')
  .implement({
    description: 'An electronic invoice. It never changes.',
    extensions: inheritedPermissions,
    fields: (t) => ({
      format: t.field({
        type: enums.EInvoiceFormat,
        description: 'Format of the file.',
        resolve: (file) => file.format,
      }),
      fileName: t.exposeString('fileName', { description: 'Name of the file.' }),
      mediaType: t.exposeString('mediaType', { description: 'Kind of file.' }),
      size: t.int({
        description: 'Size of the file in bytes.',
        resolve: ({ bytes }) => bytes.length,
      }),
      sha256: t.exposeString('sha256', { description: 'SHA-256 of the file, in hexadecimal.' }),
      dataUrl: t.field({
        type: 'URL',
        description: 'The file as a data URL.',
        resolve: dataUrlOf,
      }),
      url: t.field({
        type: 'URL',
        nullable: true,
        description:
          'Where the client downloads it. Anyone with the link can open it. Null if the link was revoked.',
        resolve: (file) => file.url,
      }),
    }),
  });

const eInvoiceFault = builder.objectRef<EInvoiceFault>('EInvoiceFault').implement({
  description: 'What prevents an invoice from being an e-invoice.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The field, for example client.buyerReference.' }),
    rule: t.exposeString('rule', {
      description: 'The rule of the standard, for example BR-DE-15.',
    }),
    message: t.exposeString('message', { description: 'The problem and its solution.' }),
  }),
});

interface InvoiceRow {
  accountId: number;
  id: string;
  dateIssued: Date | null;
  viewToken: string | null;
}

type CreditNoteRow = Pick<InvoiceRow, 'accountId' | 'id'> & {
  invoiceId: string;
  invoice: Pick<InvoiceRow, 'viewToken'>;
};

const sourceLoader = createRecordLoader<EInvoiceSource | null>(async (context, keys) => {
  const sources = await findEInvoiceSources(
    context,
    keys.map((key) => JSON.parse(key) as EInvoiceKey),
  );
  return new Map(keys.map((key, index) => [key, sources[index] ?? null]));
}, null);

/** With one batch of statements for all records of a list. */
const loadSource = (context: Context, key: EInvoiceKey) =>
  sourceLoader(context, JSON.stringify(key));

export const loadDraftWarnings = async (context: Context, invoiceId: string) =>
  listDraftWarnings(context, await loadSource(context, { invoiceId }));

const loadEInvoiceFaults = async (
  context: Context,
  key: EInvoiceKey,
  format: EInvoiceFormat | null,
): Promise<EInvoiceFault[]> => listEInvoiceFaults(context, await loadSource(context, key), format);

const storedLoader = createRecordLoader<EInvoiceDocument | null>(async (context, keys) => {
  const pairs = keys.map((key) => key.split(' ') as [string, EInvoiceFormat]);
  const [recordIds, formats] = [pairs.map(([id]) => id), new Set(pairs.map(([, one]) => one))];
  const stored = await findStoredEInvoices(context, recordIds, [...formats]);
  return new Map(stored.map((one) => [`${one.recordId} ${one.format}`, one]));
}, null);

/** Stored files of a list are read together. Each missing file is made. */
async function loadFile(
  context: Context,
  key: EInvoiceKey,
  given: Record<string, unknown>,
): Promise<EInvoiceFile | null> {
  const source = await loadSource(context, key);
  const format = formatOf(given) ?? source?.row.client.eInvoiceFormat;
  if (!source || !format) return null;
  const stored = await storedLoader(context, `${key.creditNoteId ?? key.invoiceId} ${format}`);
  return stored
    ? presentStoredEInvoice(source, stored)
    : context.services.loadEInvoice(context, key, format);
}

/** Making a Factur-X file takes as long as making a PDF. */
const complexity = 20;

const args = () => inputArguments(eInvoiceFormatInput);

const formatOf = (given: Record<string, unknown>) =>
  (given.format ?? null) as EInvoiceFormat | null;

const fileDescription =
  'The file as an e-invoice, made when it is issued or first requested. An error with the code e_invoice_incomplete names all missing values. Null for contacts, who use the page of the invoice.';

export const invoiceEInvoiceFields = (t: FieldBuilder): FieldMap => ({
  eInvoice: computedField<InvoiceRow>(t, {
    ...{ type: eInvoiceFile, nullable: true, complexity, args: args() },
    description: `${fileDescription} Null for a draft, and if neither \`format\` nor the client names a format.`,
    from: { accountId: true, id: true, dateIssued: true, viewToken: true },
    value: async (row, context, given) => {
      if (!isIssued(row) || context.actor.contact) return null;
      const key = { invoiceId: row.id };
      const file = await loadFile(context, key, given);
      return file && { ...file, url: eInvoiceUrl(context, row, file.format) };
    },
  }),
  eInvoiceFaults: computedField<InvoiceRow>(t, {
    ...{ type: [eInvoiceFault], complexity, args: args() },
    description:
      'What prevents it from being an e-invoice. Empty if it can be one, and if neither `format` nor the client names a format.',
    from: { id: true },
    value: ({ id }, context, given) =>
      loadEInvoiceFaults(context, { invoiceId: id }, formatOf(given)),
  }),
});

export const creditNoteEInvoiceFields = (t: FieldBuilder): FieldMap => ({
  eInvoice: computedField<CreditNoteRow>(t, {
    ...{ type: eInvoiceFile, nullable: true, complexity, args: args() },
    description: `${fileDescription} Null if neither \`format\` nor the client names a format.`,
    from: { accountId: true, id: true, invoiceId: true, invoice: { select: { viewToken: true } } },
    value: async ({ accountId, id, invoice, invoiceId }, context, given) => {
      if (context.actor.contact) return null;
      const key = { invoiceId, creditNoteId: id };
      const file = await loadFile(context, key, given);
      return (
        file && { ...file, url: eInvoiceUrl(context, { accountId, ...invoice }, file.format, id) }
      );
    },
  }),
  eInvoiceFaults: computedField<CreditNoteRow>(t, {
    ...{ type: [eInvoiceFault], complexity, args: args() },
    description: 'What prevents it from being an e-invoice, as for an invoice.',
    from: { id: true, invoiceId: true },
    value: ({ id, invoiceId }, context, given) =>
      loadEInvoiceFaults(context, { invoiceId, creditNoteId: id }, formatOf(given)),
  }),
});

export const workspaceEInvoiceFaultsField = (t: FieldBuilder): FieldMap[string] =>
  computedField<{ accountId: number }>(t, {
    ...{ type: [eInvoiceFault], args: args() },
    description:
      'What the settings lack for e-invoices to clients of its country. Default format: XRECHNUNG_UBL.',
    from: { accountId: true },
    value: (_row, context, given) =>
      listWorkspaceEInvoiceFaults(context, formatOf(given) ?? 'XRECHNUNG_UBL'),
  });
