import { isSpread } from '../../database/spread-statements.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Db } from './context.ts';
import { unloggedDb } from './logged-db.ts';
import { wholeDb } from './narrowed-db.ts';

/**
 * A column, always true, of a statement whose answer is as good as that of the write that it tells of: once the statement's transaction has ended, all that it
 * has seen is on the disk. A commit that is flushed later (`crowded-writes.ts`) is seen before that. Where the tables are spread, none is.
 */
export const flushedSql = (db: Db): Prisma.Sql =>
  isSpread(unloggedDb(wholeDb(db))) ? Prisma.sql`true` : Prisma.sql`"flushed"()`;
