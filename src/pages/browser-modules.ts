import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { assetFingerprint, assetFolder, serveAsset } from './assets.ts';
import { pageSecurityHeaders } from './page-headers.ts';

/**
 * One fingerprint for all modules, because they import one another: a change in one changes every
 * URL.
 */
function fingerprintOfAll(): string {
  const hash = createHash('sha256');
  const files = readdirSync(join(assetFolder, 'browser')).filter((file) => file.endsWith('.js'));
  for (const file of files.sort()) hash.update(`${file} ${assetFingerprint(`browser/${file}`)} `);
  return hash.digest('hex').slice(0, 16);
}

let fingerprint: string | undefined;

/** URL of a compiled file of `src/browser`. The name has no extension. */
export function browserModulePath(name: string): string {
  fingerprint ??= fingerprintOfAll();
  return `/browser/${fingerprint}/${name}.js`;
}

export function createBrowserModuleRoutes(): Hono {
  const routes = new Hono();
  routes.get('/browser/:fingerprint/:file{[a-z-]+\\.js}', pageSecurityHeaders({}), (c, next) =>
    serveAsset(`browser/${c.req.param('file')}`)(c, next),
  );
  return routes;
}
