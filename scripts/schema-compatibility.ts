import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, findBreakingChanges } from 'graphql';

/** How a schema compares with that of the last release. */
export interface Comparison {
  /** The version of the last release; null where there is none yet. */
  release: string | null;
  /** What clients of that release could not do any more, a sentence each. */
  breaking: string[];
  /** Whether the version says that it breaks: a new major version, or a new minor one before 1.0. */
  isAnnounced: boolean;
}

interface Release {
  version: string;
  numbers: number[];
  file: string;
}

/** Compares a schema of a version with the last of the releases in a folder: `schema-1.2.3.graphql`, one for each. */
export function compareWithRelease(folder: string, version: string, schema: string): Comparison {
  const last = releasesIn(folder).at(-1);
  if (!last) return { release: null, breaking: [], isAnnounced: false };
  const released = buildSchema(readFileSync(join(folder, last.file), 'utf8'));
  const changes = findBreakingChanges(released, buildSchema(schema));
  return {
    release: last.version,
    breaking: changes.map(({ description }) => description).sort(),
    isAnnounced: breaksBySemver(last.numbers, numbersOf(version)),
  };
}

/** Oldest first. */
function releasesIn(folder: string): Release[] {
  return readdirSync(folder)
    .flatMap((file) => {
      const version = /^schema-(\d+\.\d+\.\d+)\.graphql$/.exec(file)?.[1];
      return version ? [{ version, numbers: numbersOf(version), file }] : [];
    })
    .sort((a, b) => compareNumbers(a.numbers, b.numbers));
}

const numbersOf = (version: string) => version.split(/[.+-]/).slice(0, 3).map(Number);

function compareNumbers(a: number[], b: number[]): number {
  const at = a.findIndex((number, index) => number !== b[index]);
  return (a[at] ?? 0) - (b[at] ?? 0);
}

function breaksBySemver(from: number[], to: number[]): boolean {
  const significant = from[0] === 0 ? 2 : 1;
  return compareNumbers(from.slice(0, significant), to.slice(0, significant)) < 0;
}
