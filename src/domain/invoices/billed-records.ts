import type { InvoiceLine } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { canRead, requireScopes } from '../../platform/permissions/permissions.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { describeInvoices } from '../billed-work/rules.ts';
import type {
  BillableRecordType,
  BilledRecordIds,
  BilledRecordReference,
} from './billed-record-fields.ts';
import { billableRecordTypes, billedRecordReferencesOf } from './billed-record-fields.ts';
import type { ResolvedItem } from './item-resolution.ts';
import type { DatedWork } from './line-periods.ts';

/** Links time, expenses and deliverables to the invoices that charge them. */

interface Chargeable {
  id: string;
  clientId: string | null;
  projectId: string | null;
  invoiceId: string | null;
  invoiceLineId: string | null;
  /** Null for a deliverable. */
  at: Date | null;
  /** Only of time. */
  end: Date | null;
}

export type LockedBilledRecord = BilledRecordReference & { record: Chargeable };

const table = ({ type }: BillableRecordType) => Prisma.raw(`"${type}"`);

/**
 * Locks table by table and by id, to avoid deadlocks.
 * @param invoiceId the invoice if it exists: it may charge its own records again
 * @throws ActionError record_not_found, invalid_input; conflicting_state if another invoice has charged it. Errors of
 * one code are reported together.
 */
export async function lockBilledRecords(
  context: Context,
  lines: readonly ResolvedItem[],
  { clientId, invoiceId = null }: { clientId: string; invoiceId?: string | null },
): Promise<LockedBilledRecord[]> {
  const references = billedRecordReferencesOf(lines);
  const found = new Map<BilledRecordReference, Chargeable>();
  for (const kind of billableRecordTypes) {
    const own = references.filter((charge) => charge.kind === kind);
    if (own.length === 0 || !canRead(context, kind.area)) continue;
    requireScopes(context, `${kind.area}:read`);
    const rows = await lockRecordsOfType(
      context,
      kind,
      own.map(({ id }) => id),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const charge of own) {
      const row = byId.get(charge.id);
      if (row) found.set(charge, row);
    }
  }
  requireAllFound(references.filter((charge) => !found.has(charge)));
  const charges = references.map((charge) => ({
    ...charge,
    record: found.get(charge) as Chargeable,
  }));
  const errors = charges.flatMap((charge) => ownerErrors(charge, clientId, lines));
  if (errors.length > 0) throw invalidInputError(errors);
  const isChargedElsewhere = ({ record }: LockedBilledRecord) =>
    record.invoiceId !== null && record.invoiceId !== invoiceId;
  await requireUncharged(context, charges.filter(isChargedElsewhere));
  return charges;
}

/**
 * Locks nothing.
 * @throws ActionError record_not_found
 */
export async function requireBillableRecords(
  context: Context,
  items: readonly BilledRecordIds[],
): Promise<void> {
  const { accountId, db } = context;
  const references = billedRecordReferencesOf(items);
  const found = new Set<string>();
  for (const kind of billableRecordTypes) {
    const ids = references.flatMap((charge) => (charge.kind === kind ? charge.id : []));
    if (ids.length === 0 || !canRead(context, kind.area)) continue;
    const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM ${table(kind)} WHERE "accountId" = ${accountId} AND id = ANY (${ids}::text[])`;
    for (const { id } of rows) found.add(id);
  }
  requireAllFound(references.filter(({ id }) => !found.has(id)));
}

const momentColumns = {
  TimeEntry: 't."timerStart" AS at, t."timerEnd" AS end',
  Expense: 't."dateCreated" AS at, NULL::timestamptz AS end',
  Deliverable: 'NULL::timestamptz AS at, NULL::timestamptz AS end',
} as const satisfies Record<BillableRecordType['type'], string>;

function lockRecordsOfType(
  { accountId, db }: Context,
  kind: BillableRecordType,
  ids: readonly string[],
): Promise<Chargeable[]> {
  const isDeliverable = kind.type === 'Deliverable';
  const moment = Prisma.raw(momentColumns[kind.type]);
  const project = Prisma.sql`JOIN "Project" p ON p."accountId" = t."accountId" AND p.id = t."projectId"`;
  return db.$queryRaw`
    SELECT t.id, ${Prisma.raw(isDeliverable ? 'p' : 't')}."clientId", t."projectId", t."invoiceId", t."invoiceLineId", ${moment}
    FROM ${table(kind)} t ${isDeliverable ? project : Prisma.empty}
    WHERE t."accountId" = ${accountId} AND t.id = ANY (${ids}::text[])
    ORDER BY t.id FOR NO KEY UPDATE OF t`;
}

/** @throws ActionError record_not_found */
function requireAllFound(missing: readonly BilledRecordReference[]): void {
  const [first] = missing;
  if (!first) return;
  const errors = missing.map(({ path }) => {
    return { path, code: 'record_not_found', message: 'no such record' };
  });
  const message = `There is no ${first.kind.noun} with id "${first.id}".`;
  throw new ActionError('record_not_found', message, { errors });
}

function ownerErrors(
  { item, path, record }: LockedBilledRecord,
  clientId: string,
  lines: readonly ResolvedItem[],
): FieldError[] {
  const disagreementErrors = (message: string) => [{ path, code: 'disagrees', message }];
  if (record.clientId === null) return disagreementErrors('is for no client');
  if (record.clientId !== clientId)
    return disagreementErrors('is for another client than the invoice');
  const project = lines[item]?.project;
  if (!project || record.projectId === project.id) return [];
  return disagreementErrors('is for another project than its line');
}

/** @throws ActionError conflicting_state */
async function requireUncharged(
  context: Context,
  charged: readonly LockedBilledRecord[],
): Promise<void> {
  if (charged.length === 0) return;
  const ids = [...new Set(charged.map(({ record }) => record.invoiceId as string))];
  const which = await describeInvoices(context, ids);
  const errors = charged.map(({ path }) => {
    return { path, code: 'billed', message: 'is charged by an invoice already' };
  });
  const names = charged.slice(0, 3).map(({ id, kind }) => `${kind.noun} "${id}"`);
  const more = charged.length > names.length ? [`${charged.length - names.length} more`] : [];
  const listed = new Intl.ListFormat('en').format([...names, ...more]);
  const message = `Already billed by ${which}: ${listed}. Nothing can be billed twice.`;
  throw new ActionError('conflicting_state', message, { errors });
}

const kindOf = {
  TimeEntry: 'TIME',
  Expense: 'EXPENSE',
  Deliverable: 'DELIVERABLE',
} as const satisfies Record<BillableRecordType['type'], DatedWork['kind']>;

export function groupWorkByItem(charges: readonly LockedBilledRecord[]): Map<number, DatedWork[]> {
  const works = new Map<number, DatedWork[]>();
  for (const { item, kind, record } of charges) {
    const work = { kind: kindOf[kind.type], at: record.at, end: record.end };
    works.set(item, [...(works.get(item) ?? []), work]);
  }
  return works;
}

export async function linkBilledRecords(
  tx: WriteContext,
  invoiceId: string,
  charges: readonly LockedBilledRecord[],
  lines: readonly Pick<InvoiceLine, 'id'>[],
): Promise<void> {
  for (const { type } of billableRecordTypes) {
    const own = charges.filter(({ kind }) => kind.type === type);
    if (own.length === 0) continue;
    const ids = own.map(({ id }) => id);
    const rows = await tx.lockAll(type, Prisma.sql`id = ANY (${ids}::text[])`);
    const lineIds = new Map(own.map(({ id, item }) => [id, lines[item]?.id]));
    tx.updateEach(
      type,
      rows.map((row) => [row, { invoiceId, invoiceLineId: lineIds.get(row.id) }]),
    );
  }
}

export async function releaseBilledRecords(
  tx: WriteContext,
  invoiceId: string,
  which: 'all' | 'of lines' | readonly string[] = 'all',
): Promise<void> {
  const lineCondition =
    which === 'all'
      ? Prisma.empty
      : which === 'of lines'
        ? Prisma.sql`AND "invoiceLineId" IS NOT NULL`
        : Prisma.sql`AND "invoiceLineId" = ANY (${which}::text[])`;
  for (const { type } of billableRecordTypes) {
    const rows = await tx.lockAll(type, Prisma.sql`"invoiceId" = ${invoiceId} ${lineCondition}`);
    tx.updateAll(type, rows, { invoiceId: null, invoiceLineId: null });
  }
}

/** Whether the lines of an invoice charge exactly these records. */
export async function hasSameBilledRecords(
  { accountId, db }: Context,
  { id: invoiceId, lineItems }: { id: string; lineItems: readonly Pick<InvoiceLine, 'id'>[] },
  charges: readonly LockedBilledRecord[],
): Promise<boolean> {
  const linkedRecordsSql = (kind: BillableRecordType) => Prisma.sql`
    SELECT id, "invoiceLineId" AS line FROM ${table(kind)}
    WHERE "accountId" = ${accountId} AND "invoiceId" = ${invoiceId} AND "invoiceLineId" IS NOT NULL`;
  const rows = await db.$queryRaw<{ id: string; line: string }[]>(
    Prisma.join(billableRecordTypes.map(linkedRecordsSql), ' UNION ALL '),
  );
  const linked = new Set(rows.map(({ id, line }) => `${id} ${line}`));
  return (
    linked.size === charges.length &&
    charges.every(({ id, item }) => linked.has(`${id} ${lineItems[item]?.id}`))
  );
}
