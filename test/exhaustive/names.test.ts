import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);

/** The base names in a folder: `clients` for clients.ts, clients.test.ts and a folder clients. */
function namesIn(folder: string): string[] {
  const entries = readdirSync(new URL(folder, root), { withFileTypes: true });
  return entries.map(({ name }) => name.replace(/(\.test)?\.(ts|prisma)$/, ''));
}

/** Files of src/rest/resources that hold parts of other files. */
const parts = [
  'e-invoices',
  'invoice-part-serializers',
  'invoice-serializers',
  'invoice-templates',
  'to-do-items',
  'work-price-serializers',
];

/** Agreements do not exist yet: their list is empty. */
const withoutRecords = ['agreements'];

const resources = namesIn('src/rest/resources').filter(
  (name) => ![...parts, ...withoutRecords].includes(name),
);

describe.each(resources)('%s', (resource) => {
  test.each(['src/domain', 'test/rest'])('has the same name in %s', (folder) => {
    expect(namesIn(folder)).toContain(resource);
  });

  test('is in the table of routes', () => {
    const table = readFileSync(new URL('src/rest/index.ts', root), 'utf8');
    expect(table).toContain(`from './resources/${resource}.ts'`);
  });
});

test('every resource that has tables is in the domain under the same name', () => {
  const withoutCommands = ['audit-entries', 'idempotency-responses'];
  const domain = namesIn('src/domain');
  const models = namesIn('prisma/models').filter((name) => !withoutCommands.includes(name));
  expect(models.filter((name) => !domain.includes(name))).toEqual([]);
  expect(models.length).toBeGreaterThan(10);
});

test('names are plural and in kebab case in every layer', () => {
  const singular = ['accounting', 'billed-work', 'lead-info'];
  const names = [...resources, ...namesIn('src/domain'), ...namesIn('prisma/models')];
  const wrong = names.filter((name) => !/^[a-z]+(-[a-z]+)*s$/.test(name));
  expect(wrong.filter((name) => !singular.includes(name))).toEqual([]);
});
