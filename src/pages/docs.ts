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

/** Colours of the other pages, with a contrast of at least 4.5 to the backgrounds. */
const themeColours = `
.light-mode {
  --scalar-background-1: #fbfaf7; --scalar-background-2: #f3f1eb; --scalar-background-3: #e4e1d9; --scalar-background-accent: #0f766e1f;
  --scalar-color-1: #1c1f1e; --scalar-color-2: #4d5451; --scalar-color-3: #5d6461; --scalar-color-accent: #0f766e;
  --scalar-border-color: #e4e1d9; --scalar-color-green: #0b6b45; --scalar-color-red: #a4262c; --scalar-color-yellow: #7a4f00;
  --scalar-color-blue: #0f5f8a; --scalar-color-orange: #8a4b00; --scalar-color-purple: #5b3fa0;
  --scalar-button-1: #0f766e; --scalar-button-1-hover: #115e59; --scalar-button-1-color: #fff;
}
.dark-mode {
  --scalar-background-1: #111514; --scalar-background-2: #181e1c; --scalar-background-3: #2a3330; --scalar-background-accent: #5eead41f;
  --scalar-color-1: #e9efec; --scalar-color-2: #c3cdc9; --scalar-color-3: #a9b5b0; --scalar-color-accent: #5eead4;
  --scalar-border-color: #2a3330; --scalar-color-green: #6ee7b7; --scalar-color-red: #fca5a5; --scalar-color-yellow: #fcd34d;
  --scalar-color-blue: #7dd3fc; --scalar-color-orange: #fdba74; --scalar-color-purple: #c4b5fd;
  --scalar-button-1: #5eead4; --scalar-button-1-hover: #99f6e4; --scalar-button-1-color: #0c1f1b;
}`;

const configuration = {
  url: '/openapi.json',
  // The content security policy of the page allows requests to its own origin only.
  servers: [{ url: '/' }],
  layout: 'modern',
  theme: 'none',
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  // The tabs of more languages do not fit next to the introduction.
  hiddenClients: { ruby: true, objc: true, ocaml: true, clojure: true, fsharp: true, r: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  customCss: `
${themeColours}
/* The API key is entered in the head of the page. */
.scalar-reference-intro-auth, .request-section-content-auth { display: none !important; }`,
  authentication: { preferredSecurityScheme: 'X-API-KEY' },
};

/** The API reference sets inline styles at run time. */
const policySources = {
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'", 'data:'],
};

export function createDocsPage(signInOptions: PageSignInOptions): Hono {
  const routes = new Hono();
  routes.use(pageSecurityHeaders(policySources));
  routes.get('/', etag(), compress(), (c) => {
    c.header('cache-control', 'no-cache');
    return c.html(page(signInOptions));
  });
  routes.get('/reference.js', serveAsset(referenceScript));
  return routes;
}

/** The notices container and parts of the operations are wider than a phone. */
const style = `${frameStyle}body { margin: 0; } .scalar-toaster:empty { display: none; } #reference { overflow-x: clip; }`;

function page(signInOptions: PageSignInOptions) {
  return html`${htmlHead({ title: 'API reference – Actiongraph', style })}
<body data-without-key>
${pageHead('/docs')}
<div id="reference"></div>
<noscript>This page needs JavaScript. See <a href="/openapi.json">the OpenAPI document</a> instead.</noscript>
${keyDialog(signInOptions)}
${pageDataScript(configuration)}
<script src="/docs/reference.js?v=${assetFingerprint(referenceScript)}"></script>
<script type="module" src="${browserModulePath('docs')}"></script>
</body>
</html>`;
}
