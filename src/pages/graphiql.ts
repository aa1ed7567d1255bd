import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { html } from 'hono/html';
import { assetFingerprint, serveAsset } from './assets.ts';
import { browserModulePath } from './browser-modules.ts';
import { graphiqlExamples } from './graphiql-examples/index.ts';
import { graphiqlStyle } from './graphiql-style.ts';
import { htmlHead } from './html-head.ts';
import type { PageSignInOptions } from './page-frame.ts';
import { frameStyle, keyDialog, pageDataScript, pageHead } from './page-frame.ts';
import { pageSecurityHeaders } from './page-headers.ts';

/** Served files of GraphiQL and the assets that the build writes for them. */
const assetFiles = {
  'graphiql.js': 'graphiql.js',
  'graphiql.css': 'graphiql.css',
  'editor-worker.js': 'editor-worker.js',
  'json-worker.js': 'json-worker.js',
  'graphql-worker.js': 'graphql-worker.js',
};

/** The editors set inline styles at run time. */
const policySources = {
  scriptSrc: ["'self'"],
  workerSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ['data:'],
};

/** GraphiQL at /graphql for requests that accept HTML. The GraphQL endpoint handles all others. */
export function createGraphiqlPage(signInOptions: PageSignInOptions): Hono {
  const routes = new Hono();
  const headers = pageSecurityHeaders(policySources);
  for (const [name, file] of Object.entries(assetFiles)) {
    routes.get(`/graphiql/${name}`, headers, serveAsset(file));
  }
  const pageRoutes = new Hono();
  pageRoutes.get('/graphql', headers, etag(), compress(), (c) => {
    c.header('cache-control', 'no-cache');
    c.header('vary', 'accept');
    return c.html(page(signInOptions));
  });
  routes.get('/graphql', async (c, next) =>
    c.req.header('accept')?.includes('text/html') ? pageRoutes.fetch(c.req.raw) : next(),
  );
  return routes;
}

const assetUrl = (name: keyof typeof assetFiles) =>
  `/graphiql/${name}?v=${assetFingerprint(assetFiles[name])}`;

const editorStyle = () => html`<link rel="stylesheet" href="${assetUrl('graphiql.css')}">
`;

const pageData = () => ({
  endpoint: '/graphql',
  script: assetUrl('graphiql.js'),
  workers: {
    editorWorkerService: assetUrl('editor-worker.js'),
    json: assetUrl('json-worker.js'),
    graphql: assetUrl('graphql-worker.js'),
  },
  examples: graphiqlExamples,
});

function page(signInOptions: PageSignInOptions) {
  return html`${htmlHead({ title: 'GraphiQL – Actiongraph', style: frameStyle + graphiqlStyle, extra: editorStyle() })}
<body class="no-focus-outline">
${pageHead('/graphql')}
<main>
<h1 class="unseen">GraphiQL</h1>
<div id="root"></div>
<p id="loading">Loading …</p>
<noscript>This page needs JavaScript. The endpoint is POST /graphql.</noscript>
</main>
${keyDialog(signInOptions)}
${pageDataScript(pageData())}
<script type="module" src="${browserModulePath('graphiql')}"></script>
</body>
</html>`;
}
