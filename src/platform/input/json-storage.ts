import { Prisma } from '../../generated/prisma/client.ts';
import { formatDate } from '../dates/dates.ts';
import { Decimal } from '../money/money.ts';

type StorableValue = Decimal | Date | string | number | boolean | null;

/** Stores decimals as text, which keeps all digits. */
export function toJsonColumn(
  object: Readonly<Record<string, StorableValue>> | null,
): Prisma.InputJsonObject | typeof Prisma.DbNull {
  if (object === null) return Prisma.DbNull;
  const stored: Record<string, Prisma.InputJsonValue | null> = {};
  for (const [name, value] of Object.entries(object)) stored[name] = toStorable(value);
  return stored;
}

function toStorable(value: StorableValue): string | number | boolean | null {
  if (value instanceof Date) return formatDate(value);
  return Decimal.isDecimal(value) ? value.toString() : value;
}
