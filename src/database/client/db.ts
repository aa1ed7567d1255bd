import type { Prisma } from '../../generated/prisma/client.ts';

/** What a verb may ask of the database: everything but opening connections and transactions. */
export type Db = Prisma.TransactionClient;
