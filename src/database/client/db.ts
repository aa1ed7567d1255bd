import type { Prisma } from '../../generated/prisma/client.ts';

/** The Prisma client without functions for connections and transactions. */
export type Db = Prisma.TransactionClient;
