import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './database/package-root.ts';

const manifest = readFileSync(join(packageRoot, 'package.json'), 'utf8');

/** The version of this program, as package.json has it. */
export const { version } = JSON.parse(manifest) as { version: string };
