import type { Prisma } from '../generated/prisma/client.ts';

type Models = Prisma.TypeMap['model'];
export type Model = keyof Models;

export type Row<M extends Model> = Models[M]['payload']['scalars'];

type PrismaRow<M extends Model> = Extract<
  Models[M]['operations']['createMany']['args']['data'],
  readonly unknown[]
>[number];

type ColumnsSetByWrite = 'accountId' | 'createdAt' | 'updatedAt' | 'version';

export type InsertedRow<M extends Model> = Omit<Row<M>, 'createdAt' | 'updatedAt'>;

export type NewRow<M extends Model> = Omit<PrismaRow<M>, ColumnsSetByWrite>;

/** Undefined columns keep their value. Only `nextVersion` sets the version. */
export type Change<M extends Model> = {
  readonly [Name in Exclude<keyof PrismaRow<M>, Exclude<ColumnsSetByWrite, 'version'>>]?:
    | PrismaRow<M>[Name]
    | undefined;
};
