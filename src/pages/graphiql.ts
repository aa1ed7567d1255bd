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
const parts = {
  'graphiql.js': 'graphiql.js',
  'graphiql.css': 'graphiql.css',
  'editor-worker.js': 'editor-worker.js',
  'json-worker.js': 'json-worker.js',
  'graphql-worker.js': 'graphql-worker.js',
};

/** The editors set inline styles at run time. */
const letIn = {
  scriptSrc: ["'self'"],
  workerSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ['data:'],
};

/** GraphiQL at /graphql for requests that accept HTML. The GraphQL endpoint handles all others. */
export function createGraphiqlPage(waysIn: PageSignInOptions): Hono {
  const graphiql = new Hono();
  const headers = pageSecurityHeaders(letIn);
  for (const [name, file] of Object.entries(parts)) {
    graphiql.get(`/graphiql/${name}`, headers, serveAsset(file));
  }
  const show = new Hono();
  show.get('/graphql', headers, etag(), compress(), (c) => {
    c.header('cache-control', 'no-cache');
    c.header('vary', 'accept');
    return c.html(page(waysIn));
  });
  graphiql.get('/graphql', async (c, next) =>
    c.req.header('accept')?.includes('text/html') ? show.fetch(c.req.raw) : next(),
  );
  return graphiql;
}

const addressOf = (name: keyof typeof parts) =>
  `/graphiql/${name}?v=${assetFingerprint(parts[name])}`;

const editorStyle = () => html`<link rel="stylesheet" href="${addressOf('graphiql.css')}">
`;

const pageData = () => ({
  endpoint: '/graphql',
  script: addressOf('graphiql.js'),
  workers: {
    editorWorkerService: addressOf('editor-worker.js'),
    json: addressOf('json-worker.js'),
    graphql: addressOf('graphql-worker.js'),
  },
  examples: graphiqlExamples,
});

function page(waysIn: PageSignInOptions) {
  return html`${htmlHead({ title: 'GraphiQL – Actiongraph', style: frameStyle + graphiqlStyle, more: editorStyle() })}
<body class="no-focus-outline">
${pageHead('/graphql')}
<main>
<h1 class="unseen">GraphiQL</h1>
<div id="root"></div>
<p id="loading">Loading …</p>
<noscript>This page needs JavaScript. The endpoint is POST /graphql.</noscript>
</main>
${keyDialog(waysIn)}
${pageDataScript(pageData())}
<script type="module" src="${browserModulePath('graphiql')}"></script>
</body>
</html>`;
}
