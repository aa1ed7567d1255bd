import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

test.each([
  ['name: { eq: "Ada" }', 'equals'],
  ['name: { neq: "Ada" }', 'not'],
  ['name: { ilike: "Ada" }', 'contains'],
  ['id: { nin: ["a"] }', 'notIn'],
  ['createdAt: { greaterThan: "2026-01-01T00:00:00Z" }', 'gt'],
  ['or: [{ name: { equals: "Ada" } }]', 'OR'],
  ['projects: { any: { name: { equals: "Site" } } }', 'some'],
])('an operator of another API is rejected with the one here: %s', async (where, name) => {
  const literal = await api.ours.gql(`{ clients(where: { ${where} }) { totalCount } }`);
  expect(literal.body.errors[0].message).toContain(`Did you mean "${name}"?`);
  const value = JSON.parse(`{${where.replace(/(\w+): /g, '"$1": ')}}`);
  const variable = await api.ours.gql(
    'query ($where: ClientWhere) { clients(where: $where) { totalCount } }',
    { where: value },
  );
  expect(variable.body.errors[0].message).toContain(`Did you mean "${name}"?`);
});

test('an unknown field without a counterpart has no hint', async () => {
  const { body } = await api.ours.gql('{ clients(where: { name: { xyzzy: 1 } }) { totalCount } }');
  expect(body.errors[0].message).not.toContain('Did you mean');
});

test('no description has the double braces that documentation generators take for placeholders', () => {
  const sdl = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
  expect(sdl.match(/\{\{|\}\}/g)).toBeNull();
});
