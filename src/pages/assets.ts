import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { packageRoot } from '../config/package-root.ts';

/** Browser files and their compressed forms, written by the build. */
export const assetFolder = join(packageRoot, 'dist/assets');

const fingerprints = new Map<string, string>();

/** Hash of an asset's content. URLs contain it, so browsers can cache the asset for ever. */
export function assetFingerprint(file: string): string {
  const cached = fingerprints.get(file);
  if (cached !== undefined) return cached;
  const hash = createHash('sha256')
    .update(readFileSync(join(assetFolder, file)))
    .digest('hex');
  const fingerprint = hash.slice(0, 16);
  fingerprints.set(file, fingerprint);
  return fingerprint;
}

/** Serves an asset, precompressed if possible. Its URL must contain the fingerprint. */
export function serveAsset(file: string): MiddlewareHandler {
  const send = serveStatic({ path: join(assetFolder, file), precompressed: true });
  return async (c, next) => {
    const response = await send(c, next);
    // `onFound` cannot set a header on every kind of response.
    if (response) response.headers.set('cache-control', 'public, max-age=31536000, immutable');
    return response;
  };
}
