/** `npm run words`: compares names, comments and sizes in src, client and test with the limits of lint/word-limits.json. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  clientFolder,
  readSources,
  type Sources,
  sourceFolder,
  testFolder,
} from './read-sources.ts';
import { countTestWords, countWords } from './word-counts.ts';

const limitsFile = 'lint/word-limits.json';
const maxListed = 50;

/** Returns a message with the findings of each exceeded limit, and one for each limit that can be lowered. */
export function compareWithLimits(
  sources: Sources,
  tests: Sources,
  limits: Readonly<Record<string, number>>,
) {
  const exceeded: string[] = [];
  const lower: string[] = [];
  const testCounts = countTestWords(tests);
  const counts = { ...countWords(sources), ...testCounts };
  for (const [name, { count, findings }] of Object.entries(counts)) {
    const folder = name in testCounts ? 'test' : 'src';
    const limit = limits[name] ?? 0;
    if (count < limit)
      lower.push(`${name}: ${count} instead of ${limit}, lower it in ${limitsFile}`);
    if (count <= limit) continue;
    const listed = findings.slice(0, maxListed);
    const rest = findings.length - listed.length;
    exceeded.push(
      [
        `${name}: ${count}, the limit is ${limit}`,
        ...listed.map(({ file, line, text }) => `  ${folder}/${file}:${line} ${text}`),
        ...(rest > 0 ? [`  and ${rest} in files that changed earlier`] : []),
      ].join('\n'),
    );
  }
  return { exceeded, lower };
}

/** Files that changed last come first, because they probably exceed a limit. */
function readByChange(folder: string): Sources {
  const changeTime = (file: string) => statSync(join(folder, file)).mtimeMs;
  const timed = [...readSources(folder)].map((entry) => ({ entry, time: changeTime(entry[0]) }));
  return new Map(timed.sort((a, b) => b.time - a.time).map(({ entry }) => entry));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const limits = JSON.parse(readFileSync(join(sourceFolder, '..', limitsFile), 'utf8'));
  const client = [...readByChange(clientFolder)].map(
    ([file, text]) => [`../client/src/${file}`, text] as const,
  );
  const results = [
    compareWithLimits(readByChange(sourceFolder), readByChange(testFolder), limits.service),
    compareWithLimits(new Map(client), new Map(), limits.client),
  ];
  const [exceeded, lower] = [
    results.flatMap((one) => one.exceeded),
    results.flatMap((one) => one.lower),
  ];
  for (const message of lower) process.stdout.write(`${message}\n`);
  for (const message of exceeded) process.stderr.write(`${message}\n`);
  process.exitCode = exceeded.length > 0 ? 1 : 0;
}
