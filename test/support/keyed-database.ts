import { afterAll, beforeAll } from 'vitest';
import { createWorkspace } from '../../src/domain/workspaces/create.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A database of a test file's own with one workspace in it, for programs that are started on it. */
export interface KeyedDatabase {
  home: TestDatabase;
  accountId: number;
  key: string;
}

/** Made before the tests of the file, and dropped after them. */
export function useKeyedDatabase(): KeyedDatabase {
  const made = {} as KeyedDatabase;
  beforeAll(async () => {
    made.home = await createTestDatabase();
    const settings = { name: 'Ours', ownerEmail: 'owner@ours.example' };
    const { key, workspace } = await createWorkspace(
      made.home.database.prisma,
      settings,
      new Date(),
    );
    Object.assign(made, { key, accountId: workspace.accountId });
  });
  afterAll(() => made.home.drop());
  return made;
}
