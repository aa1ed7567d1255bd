import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let first: TestDatabase;
let second: TestDatabase;

beforeAll(async () => {
  first = await createTestDatabase();
  second = await createTestDatabase();
});
afterAll(() => Promise.all([first.drop(), second.drop()]));

test('a test file writes to a separate database', async () => {
  await first.database.prisma.workspace.create({ data: { name: 'Here' } });
  expect(await first.database.prisma.workspace.count()).toBe(1);
  expect(await second.database.prisma.workspace.count()).toBe(0);
});
