import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';
import { createLogger } from '../../src/observability/logger.ts';

/** The first line of a file with a text, from 1. */
function lineOf(file: string, text: string): number {
  const lines = readFileSync(join(packageRoot, file), 'utf8').split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}

/** The logged stack of an error. */
function loggedStack(stack: string): string {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => lines.push(line) });
  log.error({ err: Object.assign(new Error('A defect.'), { stack }) }, 'defect');
  return JSON.parse(lines[0] ?? '').err.stack;
}

const bundled = 'dist/document-worker.js';
const locationIn = (file: string, line: number) =>
  `${pathToFileURL(join(packageRoot, file))}:${line}:1`;

test('a defect of the built program is logged with its places in the sources', () => {
  const position = locationIn(bundled, lineOf(bundled, 'async function layOutInvoice('));
  const source = 'src/documents/invoice-pdf-layout.ts';
  const line = lineOf(source, 'async function layOutInvoice(');
  expect(line).toBeGreaterThan(1);
  expect(
    loggedStack(`Error: A defect.\n    at layOutInvoice (${position})\n    at async ${position}`),
  ).toMatch(
    new RegExp(
      `^Error: A defect\\.\n    at layOutInvoice \\(${source}:${line}:\\d+\\)\n    at async ${source}:${line}:\\d+$`,
    ),
  );
});

test('places that no build knows stay as they are', () => {
  const location = locationIn('dist/of-no-build.js', 7);
  const stack = `Error: A defect.\n    at one (${location})\n    at node:net:1:1`;
  expect(loggedStack(stack)).toBe(stack);
});
