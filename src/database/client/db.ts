import type { Prisma } from '../../generated/prisma/client.ts';

/** The database without connections and transactions. */
export type Db = Prisma.TransactionClient;
