import type { Context } from '../platform/context/context.ts';
import type { FieldError } from '../platform/errors/action-error.ts';
import { invalidInputError } from '../platform/errors/action-error.ts';
import { isStorableText } from '../platform/input/text-types.ts';
import { Decimal } from '../platform/money/money.ts';
import type { KeysetPosition, PositionColumn } from './keyset-pagination.ts';
import { reverseOrder } from './keyset-pagination.ts';
import type { CursorColumn, ListOrder } from './list-order.ts';
import type { ListableModel } from './list-queries.ts';

/**
 * A cursor contains the workspace, the model, the order and the record's values in that order. It
 * stays valid after the record changes or is deleted.
 */

/** Longer than any cursor that a list returns. */
const maxCursorLength = 20_000;

const cursorHead = (accountId: number, model: ListableModel, order: ListOrder) => [
  accountId,
  [model, ...order.map(({ column, direction }) => `${column} ${direction}`)].join(', '),
];

export function formatCursor(
  accountId: number,
  model: ListableModel,
  order: ListOrder,
  columnOf: (column: string) => unknown,
): string {
  const values = order.map(({ column, isInstant }) => toJsonValue(columnOf(column), isInstant));
  const text = JSON.stringify([...cursorHead(accountId, model, order), ...values]);
  return Buffer.from(text).toString('base64url');
}

function toJsonValue(value: unknown, isInstant: boolean): unknown {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Decimal) return value.toFixed();
  // Prisma returns a day as an instant, so both forms give the same cursor.
  return isInstant && typeof value === 'string' && value.length === 10
    ? `${value}T00:00:00.000Z`
    : value;
}

/** The argument or parameter with the cursor. */
type CursorPath = 'after' | 'before' | 'cursor';

export interface ListCursor {
  path: CursorPath;
  accountId: number;
  position: KeysetPosition;
}

export const invalidCursor = (path: CursorPath): FieldError => ({
  path,
  code: 'invalid_cursor',
  message: 'is not a cursor of this list in this order; use a cursor of one of its pages',
});

const invalidCursorError = (path: CursorPath) => invalidInputError([invalidCursor(path)]);

/**
 * Parses the text of a cursor. The position of `before` has the reverse order, so the
 * records before it follow it.
 * @throws ActionError invalid_input if the cursor does not fit the model and the order
 */
export function parseCursor(
  model: ListableModel,
  order: ListOrder,
  cursor: { path: CursorPath; text: string } | undefined,
): ListCursor | undefined {
  if (cursor === undefined) return undefined;
  const { path, text } = cursor;
  const [accountId, head, ...values] = decodeCursor(text);
  const isValid =
    typeof accountId === 'number' &&
    head === cursorHead(0, model, order)[1] &&
    values.length === order.length &&
    order.every((column, index) => isValue(column, values[index]));
  if (!isValid) throw invalidCursorError(path);
  const positions = order.map((column, index) => ({
    ...column,
    value: values[index],
  })) as PositionColumn[];
  return { path, accountId, position: path === 'before' ? reverseOrder(positions) : positions };
}

/** @throws ActionError invalid_input if the cursor belongs to another workspace */
export function checkCursorWorkspace(
  { accountId }: Pick<Context, 'accountId'>,
  cursor: ListCursor | undefined,
) {
  if (cursor === undefined || cursor.accountId === accountId) return;
  throw invalidCursorError(cursor.path);
}

export function decodeCursor(text: string): unknown[] {
  if (text.length > maxCursorLength || !/^[\w-]+$/.test(text)) return [];
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

const isInt32 = (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;

const matchesPattern = (value: unknown, form: RegExp) =>
  typeof value === 'string' && form.test(value);

function isValue({ custom, type, isNullable, ranks }: CursorColumn, value: unknown): boolean {
  if (value === null) return isNullable;
  if (ranks) return ranks.includes(value as string | boolean);
  switch (type) {
    case 'String':
      return typeof value === 'string' && isStorableText(value);
    case 'Int':
      return isInt32(value);
    case 'BigInt':
      return Number.isSafeInteger(value);
    case 'Decimal':
      return matchesPattern(
        value,
        custom ? /^-?\d{1,400}(\.\d{1,400})?$/ : /^-?\d{1,20}(\.\d{1,20})?$/,
      );
    case 'DateTime':
      return (
        matchesPattern(value, /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) &&
        isExact(new Date(value as string), value)
      );
    default:
      return false;
  }
}

const isExact = (date: Date, text: unknown) =>
  !Number.isNaN(date.getTime()) && date.toISOString() === text;
