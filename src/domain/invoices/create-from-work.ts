import type { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { lookUpOrCollectErrors } from '../../platform/errors/collect-lookup-errors.ts';
import { endOfDay, rangeOrderRule, startOfDay } from '../../platform/input/date-ranges.ts';
import {
  booleanType,
  date,
  enumOf,
  money,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import type { InputOf, Rules } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput, withDefault } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { parseStrictInput } from '../../platform/input/strict-input.ts';
import type { Decimal } from '../../platform/money/money.ts';
import type { ChargeableWorkItem, WorkFilter, WorkKind } from '../work-prices/billable-work.ts';
import {
  unbilledWorkConditionSql,
  unbilledWorkSql,
  workTables,
} from '../work-prices/billable-work.ts';
import {
  resolveWorkClient,
  resolveWorkProject,
  workFilterFields,
} from '../work-prices/unbilled-work.ts';
import type { InvoiceDraftInput } from './compose-invoice.ts';
import { composeInvoice } from './compose-invoice.ts';
import { createInvoiceFromInput } from './create.ts';
import { requireDepositsDeductible, resolveDeposits } from './deposits.ts';
import { requireNewInvoiceDates } from './draft-dates.ts';
import { previewDraft } from './insert-invoice.ts';
import { invoiceHeaderFields } from './invoice-input.ts';
import { lookUpInvoiceNames } from './invoice-name-lookups.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import { validateInvoiceHeader } from './invoice-rules.ts';
import type { InvoiceTotals } from './invoice-totals.ts';
import type { InvoiceWarning } from './invoice-warnings.ts';
import type { ResolvedBilling, ResolvedItem } from './item-resolution.ts';
import { resolveBilling } from './item-resolution.ts';
import { buildWorkLines, workGroupingNames } from './work-lines.ts';

export const createInvoiceFromWorkInput = inputObject(
  'CreateInvoiceFromWork',
  'An invoice of work that no invoice has charged yet.',
  {
    ...invoiceHeaderFields,
    projectName: nullable(text(), 'A project of the client: only work on it is charged.'),
    projectId: nullable(recordIdType, 'The project by id; the client need not be named then.'),
    from: nullable(date, 'Work from this day on, in the workspace’s time zone.'),
    until: workFilterFields.until,
    groupBy: withDefault(
      enumOf('WorkGrouping', workGroupingNames),
      'PROJECT',
      'How to group time with the same rate into lines.',
    ),
    time: withDefault(booleanType, true, 'Whether time is charged.'),
    expenses: withDefault(
      booleanType,
      true,
      'Whether expenses are charged: those in the invoice’s currency.',
    ),
    deliverables: withDefault(booleanType, true, 'Whether approved deliverables are charged.'),
    hourlyAmount: nullable(
      money({ min: 0 }),
      'Hourly rate for time without one. Without it, such time is an error.',
    ),
  },
  'Invoice',
);

type Fields = z.output<typeof createInvoiceFromWorkInput>;

/** A project id implies the client. */
const validateWorkFilter: Rules<Fields> = (fields) => [
  ...validateInvoiceHeader({ ...fields, clientId: fields.clientId ?? fields.projectId ?? null }),
  ...rangeOrderRule(fields),
];

/** @throws ActionError invalid_input, record_not_found */
async function read(
  context: Context,
  input: InputOf<typeof createInvoiceFromWorkInput>,
  parse: typeof parseStrictInput<typeof createInvoiceFromWorkInput> = parseInput,
): Promise<Fields> {
  const fields = await parseOrCollectErrors(
    () => parse(createInvoiceFromWorkInput, input, validateWorkFilter),
    (rest) => [...lookUpInvoiceNames(context, rest), findProject(context, rest)],
  );
  const { clientId, clientName, projectId } = fields;
  if (clientId !== null || clientName !== null || projectId === null) return fields;
  await resolveWorkProject(context, { projectId, clientId }, null);
  return { ...fields, clientId: (await context.names.parentOf('project', projectId)) ?? null };
}

const [maxWorkItems, maxLines] = [5_000, 1_000];

export interface InvoicePreview extends Omit<ReturnType<typeof composeInvoice>, 'lines'> {
  lines: (ResolvedItem & { lineTotal: Decimal })[];
  warnings: InvoiceWarning[];
}

/**
 * The transaction finds and locks the work: of several concurrent calls, one creates an invoice and the others find
 * nothing.
 * @throws ActionError invalid_input; as createInvoice; conflicting_state if there is nothing to charge
 */
export async function createInvoiceFromWork(
  context: Context,
  input: InputOf<typeof createInvoiceFromWorkInput>,
): Promise<InvoiceRecord> {
  const fields = await read(context, input, parseStrictInput);
  const created = createInvoiceFromInput(context, draftOf(fields), async (tx, billing) => {
    const filter = await filterOf(tx, fields, billing.client.id);
    const ids = await lockWork(tx, filter, kindsOf(fields));
    return workLines(tx, { ...filter, ids }, fields, billing);
  });
  return lookUpOrCollectErrors(created, () => [findProject(context, fields)]);
}

/**
 * Reports errors of the project together with other errors.
 * @throws ActionError as createInvoice
 */
async function findProject(context: Context, references: Partial<Fields>): Promise<void> {
  const { clientId = null, clientName = null, projectId = null, projectName = null } = references;
  const fields = { clientId, clientName, projectId, projectName };
  const client = await lookUpOrCollectErrors(resolveWorkClient(context, fields), () => [
    resolveWorkProject(context, { projectId, clientId: null }, null),
  ]);
  await resolveWorkProject(context, fields, client);
}

/**
 * Computes the invoice of {@link createInvoiceFromWork} without writing, locking or sending.
 * @throws ActionError as it does
 */
export async function previewInvoiceFromWork(
  context: Context,
  input: InputOf<typeof createInvoiceFromWorkInput>,
): Promise<InvoicePreview> {
  const fields = await read(context, input);
  const draft = draftOf(fields);
  requireNewInvoiceDates(context, draft);
  const startProjectLookup = () => [findProject(context, fields)];
  const billing = await lookUpOrCollectErrors(resolveBilling(context, draft), startProjectLookup);
  const deposits = await lookUpOrCollectErrors(
    resolveDeposits(context, draft, billing.client),
    startProjectLookup,
  );
  await requireDepositsDeductible(context, deposits);
  const filter = await filterOf(context, fields, billing.client.id);
  const items = await workLines(context, filter, fields, billing);
  const composed = composeInvoice(context, draft, { ...billing, lines: items }, null, deposits);
  const lines = items.map((line, index) => {
    const computed = composed.totals.lines[index] as InvoiceTotals['lines'][number];
    return { ...line, rate: computed.unitPrice, lineTotal: computed.lineTotal };
  });
  const unsaved = previewDraft(context, composed, billing);
  return { ...composed, lines, warnings: context.services.listPreviewWarnings(context, unsaved) };
}

const draftOf = (fields: Fields): InvoiceDraftInput => ({
  ...fields,
  items: [],
  amountsAt: 'items',
});

async function filterOf(context: Context, fields: Fields, clientId: string): Promise<WorkFilter> {
  const { from, until } = fields;
  return {
    accountId: context.accountId,
    clientId,
    projectId: await resolveWorkProject(context, fields, clientId),
    from: from && startOfDay(context, 'from', from),
    before: until && endOfDay(context, 'until', until),
  };
}

const kindsOf = ({ time, expenses, deliverables }: Fields): WorkKind[] => [
  ...(time ? ['TIME' as const] : []),
  ...(expenses ? ['EXPENSE' as const] : []),
  ...(deliverables ? ['DELIVERABLE' as const] : []),
];

/** In the same order as `lockBilledRecords`, to avoid deadlocks. */
async function lockWork(
  { db }: Context,
  filter: WorkFilter,
  kinds: readonly WorkKind[],
): Promise<Record<WorkKind, string[]>> {
  const locked: Record<WorkKind, string[]> = { TIME: [], EXPENSE: [], DELIVERABLE: [] };
  const project = Prisma.sql`JOIN "Project" p ON p."accountId" = t."accountId" AND p.id = t."projectId"`;
  for (const kind of kinds) {
    const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT t.id FROM ${Prisma.raw(`"${workTables[kind]}"`)} t ${kind === 'DELIVERABLE' ? project : Prisma.empty}
      WHERE ${unbilledWorkConditionSql(kind, filter)} ORDER BY t.id LIMIT ${maxWorkItems + 1} FOR NO KEY UPDATE OF t`;
    if (rows.length > maxWorkItems) throw tooMuchWorkError(piecesOfWork);
    locked[kind] = rows.map(({ id }) => id);
  }
  return locked;
}

async function workLines(
  context: Context,
  filter: WorkFilter,
  fields: Fields,
  { client, workspace }: ResolvedBilling,
): Promise<ResolvedItem[]> {
  const currency = client.currency ?? workspace.currency;
  const kinds = kindsOf(fields);
  const work =
    kinds.length === 0
      ? []
      : await context.db.$queryRaw<ChargeableWorkItem[]>`
          SELECT * FROM (${unbilledWorkSql(filter, kinds)}) work WHERE currency = ${currency}
          ORDER BY at, id LIMIT ${maxWorkItems + 1}`;
  if (work.length === 0) {
    const message = `There is nothing to charge in ${currency}: all of this work is charged already, or none of it is to be charged.`;
    throw new ActionError('conflicting_state', message);
  }
  if (work.length > maxWorkItems) throw tooMuchWorkError(piecesOfWork);
  const priced = work.map((item) => ({ ...item, rate: item.rate ?? fields.hourlyAmount }));
  const unpriced = priced.filter(({ rate }) => rate === null).length;
  if (unpriced > 0) {
    const message = `is required: ${unpriced} time ${unpriced === 1 ? 'entry has' : 'entries have'} no price of an hour`;
    throw invalidInputError([{ path: 'hourlyAmount', code: 'required', message }]);
  }
  const language = client.language ?? context.workspace.language;
  const lines = buildWorkLines(context, { by: fields.groupBy, language }, priced);
  if (lines.length > maxLines) throw tooMuchWorkError(`more than ${maxLines} lines`);
  return lines;
}

const piecesOfWork = `more than ${maxWorkItems} pieces of work`;

function tooMuchWorkError(what: string): ActionError {
  const message = `leaves ${what} for one invoice; name an earlier day, or a project`;
  return invalidInputError([{ path: 'until', code: 'out_of_range', message }]);
}
