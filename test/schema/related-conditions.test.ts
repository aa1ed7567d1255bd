import { expect, test } from 'vitest';
import { getDatamodel } from '../../src/generated/pothos/types.ts';
import { conditionSql } from '../../src/query/conditions.ts';
import { toCondition } from '../../src/schema/core/where.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

test('records that a condition relates are compared by their ids alone', () => {
  const input = {
    projects: { some: { timeEntries: { some: { project: { active: { equals: true } } } } } },
  };
  const condition = toCondition('Client', input);
  if (!condition) throw new Error('nothing is asked for');
  expect(conditionSql(condition, 't', () => '$2').match(/\S+ = t\S+/g)).toEqual([
    't_."clientId" = t."id"',
    't__."projectId" = t_."id"',
    't___."id" = t__."projectId"',
  ]);
});

test('for the others are the same wherever the id is, which the database sees to', async () => {
  const { models } = getDatamodel().datamodel;
  const several = Object.entries(models).flatMap(([model, { fields }]) =>
    fields.flatMap(({ relationFromFields = [] }) => {
      const [id, ...others] = relationFromFields.filter((name) => name !== 'accountId').reverse();
      return others.map((other) => ({ model, id, other }));
    }),
  );
  expect(several.length).toBeGreaterThan(4);
  const { rows } = await api.database.pool.query(
    `SELECT c.relname AS model, pg_get_constraintdef(k.oid) AS said FROM pg_constraint k
     JOIN pg_class c ON c.oid = k.conrelid WHERE k.connamespace = current_schema()::regnamespace
     UNION ALL SELECT table_name, format('%I IS NOT NULL', column_name) FROM information_schema.columns
     WHERE table_schema = current_schema() AND is_nullable = 'NO'`,
  );
  for (const { id, model, other } of several) {
    const text = rows.filter((row) => row.model === model).map((row) => row.said as string);
    const isThere = text.some(
      (one) =>
        one === `"${other}" IS NOT NULL` ||
        one === `CHECK ((("${id}" IS NULL) OR ("${other}" IS NOT NULL)))`,
    );
    const isSame = text.some(
      (one) => one.startsWith('FOREIGN KEY') && one.includes(`"${other}", "${id}")`),
    );
    expect([model, id, other, isThere, isSame]).toEqual([model, id, other, true, true]);
  }
});
