import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../config/package-root.ts';

/** A place in a stack: "file:///app/dist/server-1a2b3c4d.js:1234:5". */
const place = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;

const maps = new Map<string, SourceMap | null>();

/**
 * The stack of an error with places in src instead of places in the files that were bundled of them. What the build says
 * nothing of stays as it is. Node could do this itself, but would read all maps at each start, and look up every error.
 */
export function mapStackToSources(stack: string): string {
  return stack.replace(place, (whole, url: string, line: string, column: string) => {
    const file = fileURLToPath(url);
    const found = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!found || !('originalSource' in found)) return whole;
    const source = relative(packageRoot, join(dirname(file), found.originalSource));
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const read = readMap(file);
  maps.set(file, read);
  return read;
}

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    // It was not bundled, or the map was left out: the stack is of use as it is.
    return null;
  }
}
