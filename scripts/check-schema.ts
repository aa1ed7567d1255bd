/** Fails where schema.graphql breaks clients of the last release, unless the version of package.json says so. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVersion } from '../src/config/version.ts';
import { compareWithRelease } from './schema-compatibility.ts';

const root = join(import.meta.dirname, '..');
const schema = readFileSync(join(root, 'schema.graphql'), 'utf8');
const { release, breaking, isAnnounced } = compareWithRelease(
  join(root, 'releases'),
  readVersion(),
  schema,
);

if (release === null) {
  process.stdout.write('schema.graphql: no release yet to compare with.\n');
} else {
  const count = `${breaking.length} breaking ${breaking.length === 1 ? 'change' : 'changes'}`;
  const list = breaking.map((change) => `  ${change}\n`).join('');
  process.stdout.write(`schema.graphql: ${count} since ${release}.\n${list}`);
  if (breaking.length > 0 && !isAnnounced) {
    process.stdout.write(`Version ${readVersion()} may not break clients of ${release}.\n`);
    process.exitCode = 1;
  }
}
