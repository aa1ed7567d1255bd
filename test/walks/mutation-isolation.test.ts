import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { argumentsAt, ownId, places } from '../support/mutation-samples.ts';
import { mutate } from '../support/mutations.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import { snapshot } from '../support/snapshot.ts';

/** Every place of every mutation that takes an id answers another workspace's id like one that nobody has. */

const api = useTestApi();
const { ours, theirs } = useFilledWorkspaces(api, { ours: 3, theirs: 3 });
let untouched: Record<string, string>;

beforeAll(async () => {
  // What an invoice has charged takes no change at all.
  const data = { invoiceId: null, invoiceLineId: null };
  await api.database.prisma.timeEntry.updateMany({ data });
  // Only drafts can be changed.
  const draft = { id: ours.id('Invoice', 3), accountId: api.ours.accountId };
  await api.database.prisma.invoice.updateMany({ where: draft, data: { status: 'DRAFT' } });
  untouched = await snapshot(api.database.pool, api.theirs.accountId);
});

const withoutId = (result: unknown, id: string) =>
  JSON.parse(JSON.stringify(result).replaceAll(id, '…').replaceAll(id.replace(/^usr_/, ''), '…'));

describe.each(places.map((place) => [place.mutation, place.path.join('.'), place] as const))(
  '%s: %s',
  (mutation, _path, place) => {
    const call = (id: string) =>
      mutate(api.ours, mutation, argumentsAt(place, id, ours), '__typename');

    test('handles a foreign id like a missing one, and leaves the other workspace alone', async () => {
      const foreignId = theirs.id(place.model, 1);
      const missingId = ours.id(place.model, 99_999);
      const foreign = await call(foreignId);
      expect(foreign).toMatchObject({ __typename: 'NotFoundError', code: 'record_not_found' });
      expect(withoutId(foreign, foreignId)).toEqual(withoutId(await call(missingId), missingId));
      expect(await snapshot(api.database.pool, api.theirs.accountId)).toEqual(untouched);
    });

    test('finds one of the workspace’s own', async () => {
      expect((await call(ownId(ours, mutation, place.model))).__typename).not.toBe('NotFoundError');
    });
  },
);

test('there are many such places', () => {
  expect(places.length).toBeGreaterThan(120);
});
