import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { argumentsAt, ownId, positions } from '../support/mutation-samples.ts';
import { mutate } from '../support/mutations.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import { snapshot } from '../support/snapshot.ts';

/** Every id in every mutation: an id of another workspace gets the same response as an unknown one. */

const api = useTestApi();
const { ours, theirs } = useFilledWorkspaces(api, { ours: 3, theirs: 3 });
let unchanged: Record<string, string>;

beforeAll(async () => {
  // What an invoice has charged takes no change at all.
  const data = { invoiceId: null, invoiceLineId: null };
  await api.database.prisma.timeEntry.updateMany({ data });
  // Only drafts can be changed.
  const draft = { id: ours.id('Invoice', 3), accountId: api.ours.accountId };
  await api.database.prisma.invoice.updateMany({ where: draft, data: { status: 'DRAFT' } });
  unchanged = await snapshot(api.database.pool, api.theirs.accountId);
});

const withoutId = (result: unknown, id: string) =>
  JSON.parse(JSON.stringify(result).replaceAll(id, '…').replaceAll(id.replace(/^usr_/, ''), '…'));

describe.each(
  positions.map((position) => [position.mutation, position.path.join('.'), position] as const),
)('%s: %s', (mutation, _path, location) => {
  const call = (id: string) =>
    mutate(api.ours, mutation, argumentsAt(location, id, ours), '__typename');

  test('handles a foreign id like a missing one, and leaves the other workspace alone', async () => {
    const foreignId = theirs.id(location.model, 1);
    const missingId = ours.id(location.model, 99_999);
    const foreign = await call(foreignId);
    expect(foreign).toMatchObject({ __typename: 'NotFoundError', code: 'record_not_found' });
    expect(withoutId(foreign, foreignId)).toEqual(withoutId(await call(missingId), missingId));
    expect(await snapshot(api.database.pool, api.theirs.accountId)).toEqual(unchanged);
  });

  test('finds one of the workspace’s own', async () => {
    expect((await call(ownId(ours, mutation, location.model))).__typename).not.toBe(
      'NotFoundError',
    );
  });
});

test('there are many such places', () => {
  expect(positions.length).toBeGreaterThan(120);
});
