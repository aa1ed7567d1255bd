import { expect, test } from 'vitest';
import { compareWithLimits } from '../../lint/check-words.ts';
import { countTestWords, countWords } from '../../lint/word-counts.ts';

const lines = (count: number) => 'f();\n'.repeat(count);

test.each([
  ['bannedNames', 'limits/kept-rows.ts', '', 'limits/kept-rows.ts:1 kept-rows: instead of "kept"'],
  ['bannedNames', 'limits/a.ts', '\nexport const toldRows = 1;', 'limits/a.ts:2 toldRows: '],
  [
    'bannedNames',
    'limits/a.ts',
    'const x = 1;\nexport { x as whoAsks };',
    'limits/a.ts:2 whoAsks: ',
  ],
  ['bannedPhrases', 'limits/a.ts', '// It says so.', 'limits/a.ts:1 "says" (says, said): '],
  ['bannedPhrases', 'limits/a.ts', '/**\n * The name of\n * what is shown.\n */', '"of what is" '],
  ['commentWordsPer100Lines', 'limits/a.ts', '// Two words.\n', 'limits/a.ts:1 2 words in 1 lines'],
  ['rootFiles', 'planted.ts', '', 'planted.ts:1 '],
  ['longFiles', 'limits/a.ts', lines(251), 'limits/a.ts:1 251 lines'],
  [
    'longFunctions',
    'limits/a.ts',
    `const g = () => {\n${lines(49)}};`,
    'limits/a.ts:1 g: 51 lines',
  ],
])('%s: %s exceeds the limit', (limit, file, text, message) => {
  const sources = new Map([
    [file, text],
    ['limits/other.ts', 'f();\n'],
  ]);
  const others = limit === 'commentWordsPer100Lines' ? {} : { commentWordsPer100Lines: 1000 };
  const { exceeded } = compareWithLimits(sources, new Map(), others);
  expect(exceeded).toEqual([
    expect.stringMatching(new RegExp(`^${limit}: \\d+, the limit is 0\n`)),
  ]);
  expect(exceeded[0]).toContain(message);
});

test('nothing is found in a file without them', () => {
  const text = `export function keyword() {\n${lines(48)}}\n${lines(200)}`;
  expect(compareWithLimits(new Map([['limits/a.ts', text]]), new Map(), {})).toEqual({
    exceeded: [],
    lower: [],
  });
});

test('a count equal to its limit passes, and a lower count asks for a lower limit', () => {
  const sources = new Map([['limits/a.ts', '// It says so.\nf();\n']]);
  expect(countWords(sources).commentWordsPer100Lines.count).toBe(150);
  const limits = { commentWordsPer100Lines: 150, bannedPhrases: 3 };
  expect(compareWithLimits(sources, new Map(), limits)).toEqual({
    exceeded: [],
    lower: ['bannedPhrases: 1 instead of 3, lower it in lint/word-limits.json'],
  });
});

test.each([
  ['bannedTestNames', 'support/kept-rows.ts', '', 'test/support/kept-rows.ts:1 kept-rows: '],
  ['bannedTestNames', 'support/a.ts', 'export const toldRows = 1;', 'test/support/a.ts:1 toldRows'],
  ['bannedTestPhrases', 'rest/a.test.ts', '// It says so.', 'test/rest/a.test.ts:1 "says" '],
  ['bannedTestPhrases', 'rest/a.test.ts', "\ntest('nobody reads', f);", ':2 "nobody" '],
  ['bannedTestPhrases', 'rest/a.test.ts', "test.each([1])('nobody reads', f);", ':1 "nobody" '],
  ['bannedTestPhrases', 'rest/a.test.ts', 'describe.skip(`is told`, f);', ':1 "told" '],
])('%s: %s exceeds the limit of tests', (limit, file, text, message) => {
  const { exceeded } = compareWithLimits(
    new Map([['limits/a.ts', 'f();\n']]),
    new Map([[file, text]]),
    {},
  );
  expect(exceeded).toEqual([expect.stringContaining(`${limit}: 1, the limit is 0\n`)]);
  expect(exceeded[0]).toContain(message);
});

test('strings in tests that are no titles may contain every phrase', () => {
  const text = "test('a title', () => {\n  expect(message).toBe('nobody');\n});\n";
  const counts = countTestWords(new Map([['rest/a.test.ts', text]]));
  expect(Object.values(counts).map(({ count }) => count)).toEqual([0, 0]);
});
