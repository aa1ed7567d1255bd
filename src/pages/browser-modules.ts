import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { assetFingerprint, assetFolder, serveAsset } from './assets.ts';
import { pageSecurityHeaders } from './page-headers.ts';

/** One fingerprint of all modules, since they import one another: where one of them is new, each is asked for anew. */
function fingerprintOfAll(): string {
  const hash = createHash('sha256');
  const files = readdirSync(join(assetFolder, 'browser')).filter((file) => file.endsWith('.js'));
  for (const file of files.sort()) hash.update(`${file} ${assetFingerprint(`browser/${file}`)} `);
  return hash.digest('hex').slice(0, 16);
}

let known: string | undefined;

/** Where a module of the pages is served, which is what a file of `src/browser` becomes; by its name without the ending. */
export function browserModulePath(name: string): string {
  known ??= fingerprintOfAll();
  return `/browser/${known}/${name}.js`;
}

/** Serves the modules, to be kept by browsers for ever. */
export function createBrowserModuleRoutes(): Hono {
  const served = new Hono();
  served.get('/browser/:fingerprint/:file{[a-z-]+\\.js}', pageSecurityHeaders({}), (c, next) =>
    serveAsset(`browser/${c.req.param('file')}`)(c, next),
  );
  return served;
}
