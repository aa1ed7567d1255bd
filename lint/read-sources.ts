import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sources are texts by path in their folder: `domain/clients/list.ts`. */
export type Sources = ReadonlyMap<string, string>;

export const sourceFolder = join(import.meta.dirname, '..', 'src');
export const clientFolder = join(import.meta.dirname, '..', 'client', 'src');
export const testFolder = join(import.meta.dirname, '..', 'test');

/** Reads all TypeScript files of a folder except generated ones. */
export function readSources(folder = sourceFolder): Sources {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !/^generated\/|\/typed-documents\//.test(file));
  return new Map(files.sort().map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}
