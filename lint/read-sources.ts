import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sources are texts by path in src: `domain/clients/list.ts`. */
export type Sources = ReadonlyMap<string, string>;

export const sourceFolder = join(import.meta.dirname, '..', 'src');

/** Reads all TypeScript files of src except generated ones. */
export function readSources(): Sources {
  const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.startsWith('generated/'));
  return new Map(
    files.sort().map((file) => [file, readFileSync(join(sourceFolder, file), 'utf8')]),
  );
}
