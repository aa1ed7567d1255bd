import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { packageRoot } from '../config/package-root.ts';

/** The build puts files for browsers here, with their compressed forms. */
export const assetFolder = join(packageRoot, 'dist/assets');

const fingerprints = new Map<string, string>();

/** A name for an asset's very content, under which browsers may keep it for ever. */
export function assetFingerprint(file: string): string {
  const known = fingerprints.get(file);
  if (known !== undefined) return known;
  const hash = createHash('sha256')
    .update(readFileSync(join(assetFolder, file)))
    .digest('hex');
  const fingerprint = hash.slice(0, 16);
  fingerprints.set(file, fingerprint);
  return fingerprint;
}

/** Serves an asset, compressed once and for all where the browser takes that; its URL has to carry the fingerprint. */
export function serveAsset(file: string): MiddlewareHandler {
  const send = serveStatic({ path: join(assetFolder, file), precompressed: true });
  return async (c, next) => {
    const found = await send(c, next);
    // Not by `onFound`, which is called when the answer is made and takes a header only from some kinds of it.
    if (found) found.headers.set('cache-control', 'public, max-age=31536000, immutable');
    return found;
  };
}
