import type { Prisma } from '../../generated/prisma/client.ts';

/** Omits connections and transactions. */
export type Db = Prisma.TransactionClient;
