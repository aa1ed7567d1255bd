import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { createOpenApiDocument } from '../rest/openapi.ts';
import { createDocsPage } from './docs.ts';
import { createGraphiqlPage } from './graphiql.ts';
import { createHomePage } from './home.ts';
import { icon } from './icon.ts';

/** Browsers keep a copy and ask each time whether it is still the one. */
const revalidated = { 'cache-control': 'no-cache' };

/**
 * What a person opens in a browser: the home page, the docs page, GraphiQL and the OpenAPI document. Everything they need comes
 * from this service; they load nothing from elsewhere and say so to the browser.
 */
export function createPages({ publicUrl }: { publicUrl: string }): Hono {
  const pages = new Hono();
  let openapi: string | undefined;
  pages.get('/openapi.json', etag(), compress(), (c) => {
    openapi ??= JSON.stringify(createOpenApiDocument());
    return c.body(openapi, 200, { ...revalidated, 'content-type': 'application/json' });
  });
  pages.get('/favicon.svg', etag(), (c) =>
    c.body(icon, 200, { ...revalidated, 'content-type': 'image/svg+xml' }),
  );
  pages.route('/', createHomePage(publicUrl));
  pages.route('/docs', createDocsPage());
  pages.route('/', createGraphiqlPage());
  return pages;
}
