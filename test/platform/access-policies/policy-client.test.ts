import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFilteredClient } from '../../../src/platform/access-policies/policy-client.ts';
import { policyTableNames } from '../../../src/platform/access-policies/policy-sql.ts';
import { accessPolicies } from '../../../src/platform/access-policies/row-filters.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let home: TestDatabase;

beforeAll(async () => {
  home = await createTestDatabase();
});
afterAll(() => home.drop());

const actors = {
  member: { scopes: 0, person: { userId: 1, role: 'MEMBER' } },
  contact: { scopes: 0, contact: { contactId: 'con_1', clientId: 'cli_1' } },
};

test.each(['member', 'contact'] as const)(
  'Prisma reads no table with a row filter for a %s',
  async (kind) => {
    const db = createFilteredClient(home.database.prisma, 1, actors[kind] as never);
    const policies: Readonly<Record<string, unknown>> = accessPolicies[kind];
    for (const model of policyTableNames) {
      const queries = Reflect.get(db, model.charAt(0).toLowerCase() + model.slice(1));
      const read = async () => queries.findMany({ where: { accountId: 1 } });
      if (policies[model] === 'all' || model === 'User') expect(await read()).toEqual([]);
      else
        await expect(read(), model).rejects.toThrow(`${model}.findMany ignores access policies.`);
      expect(queries).not.toHaveProperty('create');
    }
    expect(() => db.user.findMany({ include: { timeEntries: true } })).toThrow(TypeError);
    expect(() => db.user.findMany({ select: { timeEntries: { take: 1 } } })).toThrow(TypeError);
  },
);
