import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { html } from 'hono/html';
import { asset, fingerprintOf } from './assets.ts';
import { pageHeaders } from './page-headers.ts';

const referenceScript = 'api-reference.js';

const configuration = {
  url: '/openapi.json',
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
.dark-mode { --scalar-color-accent: #5eead4; --scalar-background-accent: #5eead41f; }`,
  authentication: { preferredSecurityScheme: 'X-API-KEY' },
};

const startScript = `Scalar.createApiReference('#reference', ${JSON.stringify(configuration)});\n`;

/** No script but ours; the reference sets styles as it runs, so those are let in. */
const letIn = {
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'", 'data:'],
};

/** The docs page, on which a visitor can enter a key and try every operation. */
export function createDocsPage(): Hono {
  const docs = new Hono();
  docs.use(pageHeaders(letIn));
  docs.get('/', etag(), compress(), (c) => {
    c.header('cache-control', 'no-cache');
    return c.html(page());
  });
  docs.get('/start.js', etag(), (c) =>
    c.body(startScript, 200, { 'cache-control': 'no-cache', 'content-type': 'text/javascript' }),
  );
  docs.get('/reference.js', asset(referenceScript));
  return docs;
}

function page() {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Actiongraph – API reference</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript; <a href="/openapi.json">the OpenAPI document</a> does not.</noscript>
<script src="/docs/reference.js?v=${fingerprintOf(referenceScript)}"></script>
<script src="/docs/start.js"></script>
</body>
</html>`;
}
