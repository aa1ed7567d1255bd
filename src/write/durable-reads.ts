import { isSpread } from '../database/statements/citus-statements.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Db } from '../platform/context/context.ts';
import { unloggedDb } from './audited-client.ts';
import { wholeDb } from '../platform/access-policies/policy-client.ts';

/**
 * A column, always true, of a statement whose answer is as good as that of the write that it tells of: once the statement's transaction has ended, all that it
 * has seen is on the disk. A commit that is flushed later (`group-commit.ts`) is seen before that. Where the tables are spread, none is.
 */
export const flushedSql = (db: Db): Prisma.Sql =>
  isSpread(unloggedDb(wholeDb(db))) ? Prisma.sql`true` : Prisma.sql`"flushed"()`;
