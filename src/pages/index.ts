import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { createOpenApiDocument } from '../rest/openapi/openapi-document.ts';
import { createAdminPage } from './admin.ts';
import { createBrowserModuleRoutes } from './browser-modules.ts';
import { createDocsPage } from './docs.ts';
import { createGraphiqlPage } from './graphiql.ts';
import { createHomePage } from './home.ts';
import { icon } from './icon.ts';
import type { InvoicePageDependencies } from './invoice.ts';
import { createInvoicePage } from './invoice.ts';
import { createOutboxPage } from './outbox.ts';
import { createSignInPage } from './sign-in.ts';
import { createSignInErrorPage } from './sign-in-error.ts';
import { createSignInLinkPage } from './sign-in-link.ts';
import { createStartPage } from './start.ts';
import type { UnsubscribePageDependencies } from './unsubscribe.ts';
import { createUnsubscribePage } from './unsubscribe.ts';

const revalidated = { 'cache-control': 'no-cache' };

interface PagesDependencies extends InvoicePageDependencies, UnsubscribePageDependencies {
  /** Names of the record types that have a CSV export. */
  csvFiles: readonly string[];
  /** The OpenID Connect provider, if there is one. */
  openId?: { name: string };
}

/** All HTML pages and the OpenAPI document. The pages load nothing from other origins. */
export function createPages({ csvFiles, openId, ...invoiceDependencies }: PagesDependencies): Hono {
  const signInOptions = { provider: openId?.name };
  const pages = new Hono();
  let openapi: string | undefined;
  pages.get('/openapi.json', etag(), compress(), (c) => {
    openapi ??= JSON.stringify(createOpenApiDocument({ serverUrl: invoiceDependencies.publicUrl }));
    return c.body(openapi, 200, { ...revalidated, 'content-type': 'application/json' });
  });
  pages.get('/favicon.svg', etag(), (c) =>
    c.body(icon, 200, { ...revalidated, 'content-type': 'image/svg+xml' }),
  );
  pages.route('/', createBrowserModuleRoutes());
  pages.route('/', createHomePage(invoiceDependencies.publicUrl));
  pages.route('/docs', createDocsPage(signInOptions));
  pages.route('/', createGraphiqlPage(signInOptions));
  pages.route('/', createOutboxPage(signInOptions));
  pages.route('/', createAdminPage(signInOptions, csvFiles));
  pages.route('/', createSignInErrorPage());
  pages.route('/', createSignInLinkPage());
  pages.route('/', createSignInPage(signInOptions));
  pages.route('/', createStartPage(signInOptions));
  pages.route('/public/unsubscribe', createUnsubscribePage(invoiceDependencies));
  pages.route('/invoices/view', createInvoicePage(invoiceDependencies));
  return pages;
}
