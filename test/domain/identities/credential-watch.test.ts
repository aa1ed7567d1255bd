import { expect, test } from 'vitest';
import { createCredentialMonitor } from '../../../src/domain/identities/credential-monitor.ts';
import { createApiKey, revokeApiKey } from '../../../src/domain/workspaces/api-keys.ts';
import { authenticateKey } from '../../../src/domain/workspaces/authentication.ts';
import type { PrismaClient } from '../../../src/generated/prisma/client.ts';
import { useTestApi } from '../../support/api.ts';

const api = useTestApi();

test('a key that is added during a check of the others is not treated as revoked', async () => {
  const { prisma } = api.database;
  const { key } = await createApiKey(api.ours.context, { name: 'Late' });
  const [early, late] = await Promise.all(
    [api.ours.key, key].map((one) => authenticateKey(prisma, one, new Date())),
  );
  const rejected: string[] = [];
  let settle: () => void = () => undefined;
  const looked = new Promise<void>((resolve) => {
    settle = resolve;
  });
  /** The database, which the second key joins while it returns the first time. */
  const db = new Proxy(prisma, {
    get: (target, name) =>
      name === '$queryRaw'
        ? async (...statement: Parameters<PrismaClient['$queryRaw']>) => {
            const rows = await target.$queryRaw(...statement);
            if (late) watch.watch(late, () => rejected.push('late'));
            setImmediate(settle);
            return rows;
          }
        : Reflect.get(target, name),
  });
  const watch = createCredentialMonitor(db, () => undefined);
  if (early) watch.watch(early, () => rejected.push('early'));
  await looked;
  expect(rejected).toEqual([]);
});

/** A watched caller, and the error that ended it. */
async function watched() {
  const context = { ...api.ours.context, now: new Date() };
  const { key, record } = await createApiKey(context, { name: `Watched ${++names}` });
  const { prisma } = api.database;
  const watch = createCredentialMonitor(prisma, () => undefined);
  const refused: string[] = [];
  const caller = await authenticateKey(prisma, key, new Date());
  const one = watch.watch(caller, ({ code }) => refused.push(code));
  await one.checked();
  const revoke = () => revokeApiKey({ ...api.ours.context, now: new Date() }, record.id);
  return { watch, one, refused, revoke };
}
let names = 0;

test('a caller that comes is looked at, and again at every sign of a change before it is sure', async () => {
  const { watch, one, refused, revoke } = await watched();
  expect([one.isUnchecked(), one.isRefused()]).toEqual([false, false]);
  await revoke();
  watch.changed(api.theirs.accountId);
  expect(one.isUnchecked()).toBe(false);
  watch.changed(api.ours.accountId);
  expect(one.isUnchecked()).toBe(true);
  await one.checked();
  expect([one.isUnchecked(), one.isRefused(), refused]).toEqual([false, true, ['invalid_api_key']]);
  one.stop();
});

test('without a listening connection no caller is verified; with one again, all are checked', async () => {
  const { watch, one, refused } = await watched();
  watch.connectionLost();
  let isSettled = false;
  const settled = one.checked().then(() => {
    isSettled = true;
  });
  const { one: other, watch: hears } = await watched();
  hears.changed();
  await other.checked();
  expect([one.isUnchecked(), isSettled]).toEqual([true, false]);
  watch.changed();
  await settled;
  expect([one.isUnchecked(), one.isRefused(), refused]).toEqual([false, false, []]);
  for (const each of [one, other]) each.stop();
});

test('no request waits for a removed caller, or after the service stops', async () => {
  const { watch, one } = await watched();
  watch.connectionLost();
  const stopped = one.checked();
  one.stop();
  await stopped;
  const { watch: second, one: late } = await watched();
  second.connectionLost();
  const over = late.checked();
  second.stopped();
  await over;
  expect(late.isRefused()).toBe(true);
  late.stop();
});
