import { expect, test } from 'vitest';
import { createCallerWatch } from '../../src/domain/persons/caller-watch.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { authenticate } from '../../src/domain/workspaces/authentication.ts';
import type { PrismaClient } from '../../src/generated/prisma/client.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

test('a key that comes to be watched while the others are looked at is not taken for revoked', async () => {
  const { prisma } = api.database;
  const { key } = await createApiKey(api.ours.context, { name: 'Late' });
  const [early, late] = await Promise.all(
    [api.ours.key, key].map((one) => authenticate(prisma, one, new Date())),
  );
  const refused: string[] = [];
  let settle: () => void = () => undefined;
  const looked = new Promise<void>((resolve) => {
    settle = resolve;
  });
  /** The database, which the second key joins while it answers the first time. */
  const db = new Proxy(prisma, {
    get: (target, name) =>
      name === '$queryRaw'
        ? async (...statement: Parameters<PrismaClient['$queryRaw']>) => {
            const rows = await target.$queryRaw(...statement);
            if (late) watch.watch(late, () => refused.push('late'));
            setImmediate(settle);
            return rows;
          }
        : Reflect.get(target, name),
  });
  const watch = createCallerWatch(db, () => undefined);
  if (early) watch.watch(early, () => refused.push('early'));
  await looked;
  expect(refused).toEqual([]);
});
