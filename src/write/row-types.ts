import type { Prisma } from '../generated/prisma/client.ts';

type Models = Prisma.TypeMap['model'];
export type Model = keyof Models;

/** A row as Prisma reads it. */
export type Row<M extends Model> = Models[M]['payload']['scalars'];

type GivenRow<M extends Model> = Extract<
  Models[M]['operations']['createMany']['args']['data'],
  readonly unknown[]
>[number];

type SetByWriter = 'accountId' | 'createdAt' | 'updatedAt' | 'version';

/** A row that was inserted, without the timestamps that the database computes. */
export type InsertedRow<M extends Model> = Omit<Row<M>, 'createdAt' | 'updatedAt'>;

/** The columns of a new row: Prisma's input, without those that the write module sets. */
export type NewRow<M extends Model> = Omit<GivenRow<M>, SetByWriter>;

/** The columns that an update sets. Undefined ones keep their value. The version is set by `nextVersion` only. */
export type Change<M extends Model> = {
  readonly [Name in Exclude<keyof GivenRow<M>, Exclude<SetByWriter, 'version'>>]?:
    | GivenRow<M>[Name]
    | undefined;
};
