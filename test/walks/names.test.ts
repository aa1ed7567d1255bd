import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);

/** The base names in a room: `clients` for clients.ts, for clients.test.ts and for a folder clients. */
function namesIn(room: string): string[] {
  const entries = readdirSync(new URL(room, root), { withFileTypes: true });
  return entries.map(({ name }) => name.replace(/(\.test)?\.(ts|prisma)$/, ''));
}

/** What a room has besides slices. */
const machinery: Record<string, string[]> = {
  'src/rest': [
    'addresses',
    'body',
    'bulk',
    'error-samples',
    'errors',
    'examples',
    'field-names',
    'given-ids',
    'idempotency',
    'index',
    'invoice-wires',
    'addresses',
    'list-answers',
    'list-routes',
    'long-lists',
    'openapi',
    'openapi-errors',
    'openapi-text',
    'preconditions',
    'query',
    'record-answers',
    'references',
    'route',
    'surface',
    'tags',
    'to-do-items',
    'update-routes',
    'external-references',
    'wire',
    'wire-trees',
    'work-price-wires',
  ],
};

const slices = namesIn('src/rest').filter((name) => !machinery['src/rest']?.includes(name));

describe.each(slices)('%s', (slice) => {
  test.each(['src/domain', 'test/rest'])('has its place in %s', (room) => {
    expect(namesIn(room)).toContain(slice);
  });

  test('is in the table of routes', () => {
    const table = readFileSync(new URL('src/rest/index.ts', root), 'utf8');
    expect(table).toContain(`from './${slice}.ts'`);
  });
});

test('every slice that has tables is in the domain under the same name', () => {
  const withoutVerbs = ['custom-fields', 'kept-answers', 'log-entries'];
  const domain = namesIn('src/domain');
  const models = namesIn('prisma/models').filter((name) => !withoutVerbs.includes(name));
  expect(models.filter((name) => !domain.includes(name))).toEqual([]);
  expect(models.length).toBeGreaterThan(10);
});

test('names are plural and in kebab case in every room', () => {
  const singular = ['billed-work', 'kernel', 'lead-info', 'reader'];
  const names = [...slices, ...namesIn('src/domain'), ...namesIn('prisma/models')];
  const wrong = names.filter((name) => !/^[a-z]+(-[a-z]+)*s$/.test(name));
  expect(wrong.filter((name) => !singular.includes(name))).toEqual([]);
});
