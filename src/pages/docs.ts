import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { html } from 'hono/html';
import { assetFingerprint, serveAsset } from './assets.ts';
import { browserModulePath } from './browser-modules.ts';
import { htmlHead } from './html-head.ts';
import type { PageSignInOptions } from './page-frame.ts';
import { frameStyle, keyDialog, pageDataScript, pageHead } from './page-frame.ts';
import { pageSecurityHeaders } from './page-headers.ts';

const referenceScript = 'api-reference.js';

const configuration = {
  url: '/openapi.json',
  // The content security policy of the page allows requests to its own origin only.
  servers: [{ url: '/' }],
  layout: 'modern',
  theme: 'default',
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  customCss: `
.light-mode { --scalar-color-accent: #0f766e; --scalar-background-accent: #0f766e1f; }
.dark-mode { --scalar-color-accent: #5eead4; --scalar-background-accent: #5eead41f; }
/* The key is entered in the head of the page, for all pages; what would take another one shows one that nobody has. */
.scalar-reference-intro-auth, .request-section-content-auth { display: none !important; }`,
  authentication: { preferredSecurityScheme: 'X-API-KEY' },
};

/** No script but ours; the reference sets styles as it runs, so those are let in. */
const letIn = {
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'", 'data:'],
};

/** The docs page, on which a visitor can enter a key and try every operation. */
export function createDocsPage(waysIn: PageSignInOptions): Hono {
  const docs = new Hono();
  docs.use(pageSecurityHeaders(letIn));
  docs.get('/', etag(), compress(), (c) => {
    c.header('cache-control', 'no-cache');
    return c.html(page(waysIn));
  });
  docs.get('/reference.js', serveAsset(referenceScript));
  return docs;
}

/** The place of the reference's notices is wider than a phone: it is there only while one is shown. */
const style = `${frameStyle}body { margin: 0; } .scalar-toaster:empty { display: none; }`;

function page(waysIn: PageSignInOptions) {
  return html`${htmlHead({ title: 'API reference – Actiongraph', style })}
<body data-without-key>
${pageHead('/docs')}
<div id="reference"></div>
<noscript>This page needs JavaScript; <a href="/openapi.json">the OpenAPI document</a> does not.</noscript>
${keyDialog(waysIn)}
${pageDataScript(configuration)}
<script src="/docs/reference.js?v=${assetFingerprint(referenceScript)}"></script>
<script type="module" src="${browserModulePath('docs')}"></script>
</body>
</html>`;
}
