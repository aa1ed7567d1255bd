import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { endOfDay } from '../../platform/input/date-ranges.ts';
import { date, recordIdType, text } from '../../platform/input/field-types.ts';
import { inputObject, nullable } from '../../platform/input/fields.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import type { PermissionArea } from '../../platform/permissions/permissions.ts';
import type { ChargeableWorkItem, WorkFilter, WorkItem } from './billable-work.ts';
import { unbilledLinesSql, unbilledWorkSql } from './billable-work.ts';

/** The areas of the records of which work and its price are made: who may read all of them may see it. */
export const workPermissionAreas = [
  'clients',
  'projects',
  'time',
  'expenses',
  'people',
  'settings',
] as const satisfies readonly PermissionArea[];

/** Which work of whom. */
export const workFilterFields = {
  clientId: nullable(recordIdType, 'Work for the client with this id.'),
  projectId: nullable(recordIdType, 'Work on the project with this id.'),
  until: nullable(date, 'Work up to this day in the workspace’s time zone. Default: all.'),
};

export const unbilledWorkInput = inputObject('UnbilledWork', 'Which work.', workFilterFields);

/** The same by names. */
export const workFilterNameFields = {
  clientName: nullable(text(), 'The client by name.'),
  projectName: nullable(text(), 'A project by name; it needs the client.'),
};

/** What is asked for of the work. */
interface AskedWork {
  clientId: string | null;
  projectId: string | null;
  until: Date | null;
  clientName?: string | null;
  projectName?: string | null;
}

/**
 * The filter of what is searched for. An id that nobody has finds nothing, as in every search; names have to be there.
 * @throws ActionError name_not_found, record_not_found, invalid_input
 */
export async function resolveUnbilledWorkFilter(
  context: Context,
  asked: AskedWork,
): Promise<WorkFilter> {
  const { accountId } = context;
  const { clientName = null, projectName = null, until } = asked;
  if (projectName !== null && clientName === null && asked.clientId === null) {
    const message = 'is required with projectName';
    throw invalidInputError([{ path: 'clientName', code: 'required', message }]);
  }
  const clientId = clientName === null ? asked.clientId : await resolveWorkClient(context, asked);
  const projectId =
    projectName === null ? asked.projectId : await resolveWorkProject(context, asked, clientId);
  return { accountId, clientId, projectId, before: until && endOfDay(context, 'until', until) };
}

interface NamedWork {
  clientId: string | null;
  projectId: string | null;
  clientName?: string | null;
  projectName?: string | null;
}

/** The client that is named. @throws ActionError name_not_found, record_not_found, invalid_input */
export const resolveWorkClient = (
  { names }: Context,
  { clientId: id, clientName: name = null }: NamedWork,
) => resolveReference(names, 'client', { name, id, nameField: 'clientName', idField: 'clientId' });

/** The project of a client that is named. @throws ActionError as {@link resolveWorkClient} */
export const resolveWorkProject = (
  { names }: Context,
  { projectId: id, projectName: name = null }: NamedWork,
  clientId: string | null,
) =>
  resolveReference(names, 'project', {
    ...{ name, id, nameField: 'projectName', idField: 'projectId' },
    ...(clientId !== null && { parent: clientId }),
  });

/** What work in one currency would cost together. */
export interface WorkTotal {
  currency: string;
  /** Hours of time as they are charged. */
  hours: Decimal;
  time: Decimal;
  expenses: Decimal;
  deliverables: Decimal;
  total: Decimal;
  /** How many pieces of work that is. */
  items: number;
  /** How many time entries of it have no price of an hour, and count for nothing in the sums. */
  unpriced: number;
}

/**
 * What work would cost before tax, by currency: amounts of different currencies are never added up. Time costs what the lines of an invoice by
 * project would, which can differ by cents from the sum of its entries. One statement.
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

/** Where a list of work goes on. */
export interface WorkCursor {
  at: Date;
  id: string;
}

/**
 * Work, the oldest first, behind a place: as many as are asked for, and one more where there is more. One statement.
 */
export async function listUnbilledWork(
  { db }: Context,
  filter: WorkFilter,
  { after, most }: { after: WorkCursor | null; most: number },
): Promise<WorkItem[]> {
  const page = { after, most: most + 1 };
  const rows = await db.$queryRaw<ChargeableWorkItem[]>`
    SELECT * FROM (${unbilledWorkSql({ ...filter, page })}) work ORDER BY at, id LIMIT ${page.most}`;
  return rows.map(({ end: _end, seconds: _seconds, ...item }) => item);
}

/** The cursor of a piece of work: where a list of it goes on. */
export const formatWorkCursor = ({ at, id }: WorkCursor): string =>
  Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url');

/** @throws ActionError invalid_input for what is no cursor of work */
export function parseWorkCursor(cursor: string, path = 'after'): WorkCursor {
  try {
    const [at, id, ...more] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const place = { at: new Date(at), id };
    const isPlace = typeof id === 'string' && /^[\w-]{1,100}$/.test(id) && more.length === 0;
    if (isPlace && typeof at === 'string' && formatWorkCursor(place) === cursor) return place;
  } catch {
    // It is told below.
  }
  throw invalidInputError([{ path, code: 'invalid_cursor', message: 'is no cursor of this list' }]);
}
