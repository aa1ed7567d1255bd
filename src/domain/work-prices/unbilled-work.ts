import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { endOfDay } from '../../platform/input/date-ranges.ts';
import { date, recordIdType, text } from '../../platform/input/field-types.ts';
import { inputObject, nullable } from '../../platform/input/fields.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import type { PermissionArea } from '../../platform/permissions/permissions.ts';
import type { ChargeableWorkItem, WorkFilter, WorkItem } from './billable-work.ts';
import { unbilledLinesSql, unbilledWorkSql } from './billable-work.ts';

/** A caller needs read access to all of these for work and its prices. */
export const workPermissionAreas = [
  'clients',
  'projects',
  'time',
  'expenses',
  'people',
  'settings',
] as const satisfies readonly PermissionArea[];

export const workFilterFields = {
  clientId: nullable(recordIdType, 'Work for the client with this id.'),
  projectId: nullable(recordIdType, 'Work on the project with this id.'),
  until: nullable(date, 'Work up to this day in the workspace’s time zone. Default: all.'),
};

export const unbilledWorkInput = inputObject('UnbilledWork', 'Which work.', workFilterFields);

export const workFilterNameFields = {
  clientName: nullable(text(), 'The client by name.'),
  projectName: nullable(text(), 'A project by name; it needs the client.'),
};

interface WorkRequest {
  clientId: string | null;
  projectId: string | null;
  until: Date | null;
  clientName?: string | null;
  projectName?: string | null;
}

/**
 * Unknown ids match nothing. Unknown names are errors.
 * @throws ActionError name_not_found, record_not_found, invalid_input
 */
export async function resolveUnbilledWorkFilter(
  context: Context,
  request: WorkRequest,
): Promise<WorkFilter> {
  const { accountId } = context;
  const { clientName = null, projectName = null, until } = request;
  if (projectName !== null && clientName === null && request.clientId === null) {
    const message = 'is required with projectName';
    throw invalidInputError([{ path: 'clientName', code: 'required', message }]);
  }
  const clientId =
    clientName === null ? request.clientId : await resolveWorkClient(context, request);
  const projectId =
    projectName === null ? request.projectId : await resolveWorkProject(context, request, clientId);
  return { accountId, clientId, projectId, before: until && endOfDay(context, 'until', until) };
}

interface NamedWork {
  clientId: string | null;
  projectId: string | null;
  clientName?: string | null;
  projectName?: string | null;
}

/** @throws ActionError name_not_found, record_not_found, invalid_input */
export const resolveWorkClient = (
  { names }: Context,
  { clientId: id, clientName: name = null }: NamedWork,
) => resolveReference(names, 'client', { name, id, nameField: 'clientName', idField: 'clientId' });

/** @throws ActionError as {@link resolveWorkClient} */
export const resolveWorkProject = (
  { names }: Context,
  { projectId: id, projectName: name = null }: NamedWork,
  clientId: string | null,
) =>
  resolveReference(names, 'project', {
    ...{ name, id, nameField: 'projectName', idField: 'projectId' },
    ...(clientId !== null && { parentId: clientId }),
  });

/** Totals of one currency. */
export interface WorkTotal {
  currency: string;
  hours: Decimal;
  time: Decimal;
  expenses: Decimal;
  deliverables: Decimal;
  total: Decimal;
  items: number;
  /** Time entries without an hourly rate. They are not in the sums. */
  unpriced: number;
}

/**
 * Before tax. The price of time is that of an invoice by project, which can differ from the sum of the entries by
 * rounding.
 */
export function sumUnbilledWork(context: Context, filter: WorkFilter): Promise<WorkTotal[]> {
  const sum = (column: string, kind?: string) =>
    Prisma.raw(`coalesce(sum(${column})${kind ? ` FILTER (WHERE kind = '${kind}')` : ''}, 0) AS`);
  return context.db.$queryRaw<WorkTotal[]>`
    SELECT currency, round(coalesce(sum(seconds), 0) / 3600, 6) AS hours, ${sum('amount', 'TIME')} time,
      ${sum('amount', 'EXPENSE')} expenses, ${sum('amount', 'DELIVERABLE')} deliverables, ${sum('amount')} total,
      sum(items)::int AS items, coalesce(sum(items) FILTER (WHERE rate IS NULL), 0)::int AS unpriced
    FROM (${unbilledLinesSql(filter)}) line GROUP BY currency ORDER BY currency`;
}

export interface WorkCursor {
  at: Date;
  id: string;
}

/** Oldest first, after a cursor: one more than `limit` if more follow. */
export async function listUnbilledWork(
  { db }: Context,
  filter: WorkFilter,
  { after, limit }: { after: WorkCursor | null; limit: number },
): Promise<WorkItem[]> {
  const page = { after, limit: limit + 1 };
  const rows = await db.$queryRaw<ChargeableWorkItem[]>`
    SELECT * FROM (${unbilledWorkSql({ ...filter, page })}) work ORDER BY at, id LIMIT ${page.limit}`;
  return rows.map(({ end: _end, seconds: _seconds, ...item }) => item);
}

export const formatWorkCursor = ({ at, id }: WorkCursor): string =>
  Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url');

/** @throws ActionError invalid_input for an invalid cursor */
export function parseWorkCursor(cursor: string, path = 'after'): WorkCursor {
  try {
    const [at, id, ...more] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const parsed = { at: new Date(at), id };
    const isValid = typeof id === 'string' && /^[\w-]{1,100}$/.test(id) && more.length === 0;
    if (isValid && typeof at === 'string' && formatWorkCursor(parsed) === cursor) return parsed;
  } catch {
    // The error is thrown below.
  }
  throw invalidInputError([{ path, code: 'invalid_cursor', message: 'is no cursor of this list' }]);
}
