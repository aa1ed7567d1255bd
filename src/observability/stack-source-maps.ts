import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../config/package-root.ts';

/** "file:///app/dist/server-1a2b3c4d.js:1234:5" */
const stackLocation = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;

const mapsByFile = new Map<string, SourceMap | null>();

/** Maps locations in bundles to src. Node's own option would read all maps at each start and map every error. */
export function mapStackToSources(stack: string): string {
  return stack.replace(stackLocation, (location, url: string, line: string, column: string) => {
    const file = fileURLToPath(url);
    const entry = findMap(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return location;
    const source = relative(packageRoot, join(dirname(file), entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function findMap(file: string): SourceMap | null {
  const cachedMap = mapsByFile.get(file);
  if (cachedMap !== undefined) return cachedMap;
  const map = readMap(file);
  mapsByFile.set(file, map);
  return map;
}

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    // Without a map, the stack is still useful.
    return null;
  }
}
