/** `npm run words`: compares names, comments and sizes in src with the limits of lint/word-limits.json. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSources, type Sources, sourceFolder } from './read-sources.ts';
import { countWords } from './word-counts.ts';

const limitsFile = 'lint/word-limits.json';
const maxListed = 50;

/** Returns a message with the findings of each exceeded limit, and one for each limit that can be lowered. */
export function compareWithLimits(sources: Sources, limits: Readonly<Record<string, number>>) {
  const exceeded: string[] = [];
  const lower: string[] = [];
  for (const [name, { count, findings }] of Object.entries(countWords(sources))) {
    const limit = limits[name] ?? 0;
    if (count < limit)
      lower.push(`${name}: ${count} instead of ${limit}, lower it in ${limitsFile}`);
    if (count <= limit) continue;
    const listed = findings.slice(0, maxListed);
    const rest = findings.length - listed.length;
    exceeded.push(
      [
        `${name}: ${count}, the limit is ${limit}`,
        ...listed.map(({ file, line, text }) => `  src/${file}:${line} ${text}`),
        ...(rest > 0 ? [`  and ${rest} in files that changed earlier`] : []),
      ].join('\n'),
    );
  }
  return { exceeded, lower };
}

/** Files that changed last come first, because they probably exceed a limit. */
function sortByChange(sources: Sources): Sources {
  const changeTime = (file: string) => statSync(join(sourceFolder, file)).mtimeMs;
  const timed = [...sources].map((entry) => ({ entry, time: changeTime(entry[0]) }));
  return new Map(timed.sort((a, b) => b.time - a.time).map(({ entry }) => entry));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const limits = JSON.parse(readFileSync(join(sourceFolder, '..', limitsFile), 'utf8'));
  const { exceeded, lower } = compareWithLimits(sortByChange(readSources()), limits);
  for (const message of lower) process.stdout.write(`${message}\n`);
  for (const message of exceeded) process.stderr.write(`${message}\n`);
  process.exitCode = exceeded.length > 0 ? 1 : 0;
}
