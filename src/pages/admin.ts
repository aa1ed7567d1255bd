import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { html, raw } from 'hono/html';
import { areaMeanings, areas } from '../domain/kernel/rights.ts';
import { userRoles } from '../domain/kernel/roles.ts';
import { adminStyle } from './admin-style.ts';
import { addressOfModule } from './browser-modules.ts';
import { contentStyle } from './content-style.ts';
import type { WaysIn } from './page-frame.ts';
import { dataOf, frameStyle, keyDialog, pageHead } from './page-frame.ts';
import { pageHeaders } from './page-headers.ts';

const letIn = {
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'"],
};

/**
 * The page for those who run a workspace: its users, its API keys, its settings. The page itself knows nothing; its script
 * reads and writes through GraphQL as whoever is known to the browser, so that it can do what they may do and no more.
 */
export function createAdminPage(waysIn: WaysIn): Hono {
  const admin = new Hono();
  admin.get('/admin', pageHeaders(letIn), etag(), compress(), (c) => {
    c.header('cache-control', 'no-cache');
    return c.html(page(waysIn));
  });
  return admin;
}

const part = (
  id: string,
  title: string,
  text: string,
) => html`<section aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p class="soft">${text}</p>
<div id="${id}"></div>
</section>`;

function page(waysIn: WaysIn) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Admin – Actiongraph</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(frameStyle + contentStyle + adminStyle)}</style>
</head>
<body>
${pageHead('/admin')}
<main>
<h1>Running the workspace</h1>
<noscript>This page needs JavaScript; the same is in GraphQL, and on the command line.</noscript>
<p id="problem" role="alert"></p>
<p id="done" role="status"></p>
<div id="content" hidden>
${part('users', 'Users', 'Those who work in the workspace, with what they are in it. Who is inactive keeps its records and is given no new ones.')}
${part('keys', 'API keys', 'What programs send to read and write. Give each program a key of its own, with no more rights than it needs. The key itself is shown once, when it is made.')}
${part('settings', 'Settings', 'What stands on new invoices, and what counts as today.')}
</div>
</main>
${keyDialog(waysIn)}
${dataOf({ roles: userRoles, areas: areas.map((name) => ({ name, meaning: areaMeanings[name] })) })}
<script type="module" src="${addressOfModule('admin')}"></script>
</body>
</html>`;
}
