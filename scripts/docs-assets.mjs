/**
 * Puts the script of the docs page, and its compressed forms, into dist/assets, whence the service serves it: the
 * package it comes from, and all that stands below it, are needed to build only.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const reference = fileURLToPath(import.meta.resolve('@scalar/api-reference'));
const source = join(dirname(reference), 'browser/standalone.js');
const target = join(root, 'dist/assets/api-reference.js');
const made = [target, `${target}.br`, `${target}.gz`];

const isCurrent = (file) => existsSync(file) && statSync(file).mtimeMs >= statSync(source).mtimeMs;
if (made.every(isCurrent)) process.exit(0);

const script = readFileSync(source);
const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
mkdirSync(dirname(target), { recursive: true });
copyFileSync(source, target);
writeFileSync(`${target}.br`, brotliCompressSync(script, { params: quality }));
writeFileSync(`${target}.gz`, gzipSync(script, { level: 9 }));
