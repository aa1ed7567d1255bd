import { createTestDatabase, openTestDatabase, patient, type TestDatabase } from './database.ts';

/** A database of a test's own, on one server, that is written as one that is spread: without any trigger. */
export async function createWithoutTriggers(): Promise<TestDatabase> {
  const made = await createTestDatabase();
  const { rows } = await made.owner.query<{ text: string }>(
    `SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS text FROM pg_trigger WHERE NOT tgisinternal`,
  );
  for (const { text } of rows) await made.owner.query(text);
  await made.database.close();
  const database = openTestDatabase({ url: made.url, isSpread: true, limits: patient });
  const drop = async () => {
    await database.close();
    await made.drop();
  };
  return { ...made, database, drop };
}
