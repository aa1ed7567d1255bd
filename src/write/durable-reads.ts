import type { Db } from '../database/client/db.ts';
import { isCitusClient } from '../database/statements/citus-statements.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { unfilteredClient } from '../platform/access-policies/policy-client.ts';
import { unauditedClient } from './audited-client.ts';

/**
 * A column, always true, of a statement whose answer is as good as that of the write that it tells of: once the statement's transaction has ended, all that it
 * has seen is on the disk. A commit that is flushed later (`group-commit.ts`) is seen before that. Where the tables are spread, none is.
 */
export const durableReadSql = (db: Db): Prisma.Sql =>
  isCitusClient(unauditedClient(unfilteredClient(db))) ? Prisma.sql`true` : Prisma.sql`"flushed"()`;
