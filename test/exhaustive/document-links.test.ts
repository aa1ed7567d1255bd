import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';

/** The id that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  );

test('every link of the documents leads to a file and a heading that exist', () => {
  const inDocs = readdirSync(join(packageRoot, 'docs'), { recursive: true, encoding: 'utf8' });
  const files = [...readdirSync(packageRoot), ...inDocs.map((name) => join('docs', name))].filter(
    (name) => name.endsWith('.md'),
  );
  expect(files).toContain('README.md');
  const broken = files.flatMap((name) => {
    const file = join(packageRoot, name);
    const text = readFileSync(file, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
      if (/^[a-z]+:/.test(target)) return [];
      const [path = '', anchor] = target.split('#');
      const linked = path === '' ? file : join(dirname(file), path);
      const isThere =
        existsSync(linked) && (anchor === undefined || anchorsOf(linked).includes(anchor));
      return isThere ? [] : [`${name}: ${target} (${relative(packageRoot, linked)})`];
    });
  });
  expect(broken).toEqual([]);
});
