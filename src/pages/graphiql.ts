import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { html } from 'hono/html';
import { asset, fingerprintOf } from './assets.ts';
import { addressOfModule } from './browser-modules.ts';
import { examples } from './graphiql-examples/index.ts';
import { graphiqlStyle } from './graphiql-style.ts';
import { htmlHead } from './html-head.ts';
import type { WaysIn } from './page-frame.ts';
import { dataOf, frameStyle, keyDialog, pageHead } from './page-frame.ts';
import { pageHeaders } from './page-headers.ts';

/** Where the parts of GraphiQL are served, by the files that the build makes of its package. */
const parts = {
  'graphiql.js': 'graphiql.js',
  'graphiql.css': 'graphiql.css',
  'editor-worker.js': 'editor-worker.js',
  'json-worker.js': 'json-worker.js',
  'graphql-worker.js': 'graphql-worker.js',
};

/** No script but ours; the editors set styles as they run, so those are let in. */
const letIn = {
  scriptSrc: ["'self'"],
  workerSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ['data:'],
};

/**
 * GraphiQL at the endpoint's own address, for browsers: whoever does not ask for a page passes on to the endpoint. The
 * page asks for a key before it starts, and loads nothing from elsewhere.
 */
export function createGraphiqlPage(waysIn: WaysIn): Hono {
  const graphiql = new Hono();
  const headers = pageHeaders(letIn);
  for (const [name, file] of Object.entries(parts)) {
    graphiql.get(`/graphiql/${name}`, headers, asset(file));
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

const addressOf = (name: keyof typeof parts) => `/graphiql/${name}?v=${fingerprintOf(parts[name])}`;

const editorStyle = () => html`<link rel="stylesheet" href="${addressOf('graphiql.css')}">
`;

/** What the script on the page has to know. */
const pageData = () => ({
  endpoint: '/graphql',
  script: addressOf('graphiql.js'),
  workers: {
    editorWorkerService: addressOf('editor-worker.js'),
    json: addressOf('json-worker.js'),
    graphql: addressOf('graphql-worker.js'),
  },
  examples,
});

function page(waysIn: WaysIn) {
  return html`${htmlHead({ title: 'GraphiQL – Actiongraph', style: frameStyle + graphiqlStyle, more: editorStyle() })}
<body class="no-focus-outline">
${pageHead('/graphql')}
<main>
<h1 class="unseen">GraphiQL</h1>
<div id="root"></div>
<p id="loading">Loading …</p>
<noscript>This page needs JavaScript; the endpoint, POST /graphql, does not.</noscript>
</main>
${keyDialog(waysIn)}
${dataOf(pageData())}
<script type="module" src="${addressOfModule('graphiql')}"></script>
</body>
</html>`;
}
