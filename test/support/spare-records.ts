import { newId, type RecordType } from '../../src/platform/ids/record-ids.ts';
import type { TestApi, TestWorkspace } from './api.ts';

/** The number of spare records: more than the exhaustive tests of a file use up. */
export const spareCount = 100;

interface Delegate {
  createMany(args: { data: object[] }): Promise<unknown>;
}

/** Inserts equal records, each of which an operation can use once. Returns their ids. */
export async function insertSpares(
  { database: { prisma } }: TestApi,
  { accountId }: TestWorkspace,
  type: RecordType,
  columns: (id: string) => object,
  count = spareCount,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId(type));
  const name = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
  const delegate = (prisma as unknown as Record<string, Delegate>)[name] as Delegate;
  await delegate.createMany({ data: ids.map((id) => ({ accountId, id, ...columns(id) })) });
  return ids;
}
