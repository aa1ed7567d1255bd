import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';

const read = (...path: string[]) => readFileSync(join(packageRoot, ...path), 'utf8');

test('README has at most 12 kB', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThan(12_000);
});

test('ARCHITECTURE begins with a diagram and fits on three screens', () => {
  const lines = read('ARCHITECTURE.md').split('\n');
  expect(lines.slice(0, 3)).toEqual(['# Architecture', '', '```']);
  expect(lines.length).toBeLessThan(150);
});

test('CHANGELOG has one line for each change, under the headings of Keep a Changelog', () => {
  const text = read('CHANGELOG.md');
  const [, ...releases] = text.split(/^## /m);
  const headings = releases.join('').matchAll(/^### (.+)$/gm);
  for (const [, heading] of headings)
    expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toContain(heading);
  for (const line of releases.join('').split('\n').slice(1))
    expect(line).toMatch(/^$|^#{3,4} |^- .{1,120}$/);
  expect(text.split(/\s+/).length).toBeLessThan(3_000);
});

test('docs/README.md names every page', () => {
  const pages = readdirSync(join(packageRoot, 'docs')).filter((name) => name.endsWith('.md'));
  for (const page of pages.filter((name) => name !== 'README.md'))
    expect(read('docs', 'README.md')).toContain(`](${page})`);
});

const folder = 'docs/decisions';
const records = readdirSync(join(packageRoot, folder)).filter((name) => name !== 'README.md');

describe.each(records)('the record %s', (name) => {
  test('has a number, a status and a date, and at most one page', () => {
    const text = read(folder, name);
    expect(text).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `));
    expect(text).toMatch(/^\*\*Status:\*\* \w+ · \*\*Date:\*\* \d{4}-\d{2}-\d{2}$/m);
    for (const heading of ['Context', 'Decision', 'Consequences'])
      expect(text).toContain(`\n## ${heading}\n`);
    expect(text.split('\n').length).toBeLessThanOrEqual(60);
  });

  test('is in the index', () => {
    expect(read(folder, 'README.md')).toContain(`](${name})`);
  });
});
