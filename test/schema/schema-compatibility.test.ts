import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compareWithRelease } from '../../scripts/schema-compatibility.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function releases(schemas: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'actiongraph-releases-'));
  folders.push(folder);
  writeFileSync(join(folder, 'README.md'), '');
  for (const [version, schema] of Object.entries(schemas)) {
    writeFileSync(join(folder, `schema-${version}.graphql`), schema);
  }
  return folder;
}

const before = 'type Query { client(id: ID!): Client } type Client { name: String! phone: String }';
const after = 'type Query { client(id: ID!): Client } type Client { name: String }';
const breaking = ['Client.name changed type from String! to String.', 'Client.phone was removed.'];

test('before the first release nothing can break', () => {
  expect(compareWithRelease(releases(), '0.1.0', after)).toEqual({
    release: null,
    breaking: [],
    isAnnounced: false,
  });
});

test('a break for clients of the last release is reported', () => {
  expect(compareWithRelease(releases({ '1.0.0': before }), '1.1.0', after)).toEqual({
    release: '1.0.0',
    breaking,
    isAnnounced: false,
  });
});

test('additions break nothing', () => {
  const { breaking } = compareWithRelease(releases({ '1.0.0': after }), '1.0.1', before);
  expect(breaking).toEqual([]);
});

test('the last release is the one of the highest version, not of the last name', () => {
  const folder = releases({ '0.9.0': before, '0.10.0': after, '0.2.0': before });
  expect(compareWithRelease(folder, '0.10.1', after)).toMatchObject({
    release: '0.10.0',
    breaking: [],
  });
});

test.each([
  ['1.4.2', '2.0.0', true],
  ['1.4.2', '1.5.0', false],
  ['0.4.2', '0.5.0', true],
  ['0.4.2', '0.4.3', false],
  ['0.4.2', '1.0.0', true],
  ['1.4.2', '1.4.2', false],
  ['2.0.0', '1.9.0', false],
])('a change that breaks clients of %s is announced by version %s: %s', (from, to, announced) => {
  const folder = releases({ [from]: before });
  expect(compareWithRelease(folder, to, after)).toMatchObject({
    breaking,
    isAnnounced: announced,
  });
});
