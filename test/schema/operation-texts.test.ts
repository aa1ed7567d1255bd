import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { DocumentNode } from 'graphql';
import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { DocumentCache } from '../../src/schema/endpoint/document-cache.ts';
import { useTestApi } from '../support/api.ts';
import { usePost } from '../support/operations.ts';

const api = useTestApi();
const post = usePost(api);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function megabytesInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

describe('the cache of executed operations is limited', () => {
  const comments = '#\n'.repeat(300_000);
  const operations: [string, (index: number) => string, RegExp][] = [
    ['with many comments', (i) => `#${i}\n${comments}{ __typename }`, /^\{"data":/],
    ['with many comments and a fault', (i) => `#${i}\n${comments}{ nothing }`, /Cannot query/],
    ['that cannot be read', (i) => `#${i}\n${comments}{ nothing`, /Syntax Error/],
  ];
  test.each(operations)('%s', async (_, operation, answer) => {
    await post({ query: operation(-1) });
    const before = megabytesInUse();
    for (let index = 0; index < 8; index += 1) {
      const { body } = await post({ query: operation(index) });
      expect(JSON.stringify(body)).toMatch(answer);
    }
    expect(megabytesInUse() - before).toBeLessThan(40);
  });

  test('the latest ones are cached, within a total size', () => {
    const document: DocumentNode = parse('{ a }');
    const stored = new DocumentCache();
    const text = (index: number) => `${index}`.padEnd(10_000);
    for (let index = 0; index < 150; index += 1) {
      stored.set(text(index), document);
      expect(stored.get(text(0))).toBe(document);
    }
    expect(stored.textLength).toBe(1_000_000);
    expect(stored.get(text(149))).toBe(document);
    expect(stored.get(text(1))).toBeUndefined();
    stored.set('x'.repeat(20_001), document);
    expect(stored.get('x'.repeat(20_001))).toBeUndefined();
    for (let index = 0; index < 2_000; index += 1) stored.set(`short ${index}`, document);
    expect(stored.get('short 975')).toBeUndefined();
    expect(stored.get('short 976')).toBe(document);
  });
});

describe('an error is reported with its location', () => {
  const positions: [string, string, object[]][] = [
    ['in the first line', '{ nothing }', [{ line: 1, column: 3 }]],
    ['behind lines of every kind', '\n\r\n\r#c\n{\n  nothing }', [{ line: 6, column: 3 }]],
    [
      'that has two',
      '{\n clients(first: 1) { totalCount }\n clients(first: 2) { totalCount } }',
      [
        { line: 2, column: 2 },
        { line: 3, column: 2 },
      ],
    ],
    ['that ends the text', '{\n\n a(b: "', [{ line: 3, column: 8 }]],
    ['of a literal', '{\n clients(first:\n  "x") { totalCount } }', [{ line: 3, column: 3 }]],
    ['of its execution', '{\n nodes(ids: ["x"], first: 1) { id } }', [{ line: 2, column: 20 }]],
  ];
  test.each(positions)('%s, the first time and the second', async (_, query, locations) => {
    for (const time of ['first', 'second']) {
      const { body } = await post({ query });
      expect(body.errors[0].locations, time).toEqual(locations);
    }
  });

  test('also if a query is executed, or a variable is invalid', async () => {
    const wrong = await post({
      query: 'query (\n $n: Int!) { clients(first: $n) { totalCount } }',
    });
    expect(wrong.body.errors[0].locations).toEqual([{ line: 2, column: 2 }]);
    const cursor = await post({ query: '{\n\n clients(first: 1, after: "x") { totalCount } }' });
    expect(cursor.body.errors[0].locations).toEqual([{ line: 3, column: 2 }]);
  });
});

test('of very many errors the first twenty are reported', async () => {
  const fields = Array.from({ length: 50 }, (_, index) => `nothing${index}`);
  const { body } = await post({ query: `{ ${fields.join(' ')} }` });
  expect(body.errors).toHaveLength(20);
});
