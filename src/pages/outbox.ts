import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { html, raw } from 'hono/html';
import { addressOfModule } from './browser-modules.ts';
import { contentStyle } from './content-style.ts';
import { outboxStyle } from './outbox-style.ts';
import type { WaysIn } from './page-frame.ts';
import { frameStyle, keyDialog, pageHead } from './page-frame.ts';
import { pageHeaders } from './page-headers.ts';

/**
 * A mail stands in a frame of its own, without scripts and without an origin, and its styles are at its elements; that is
 * why styles are let in.
 */
const letIn = {
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'"],
  frameSrc: ["'self'"],
};

/**
 * The owner's outbox: every mail to a customer with what became of it. The page itself knows nothing; its script reads
 * the mails through GraphQL, as whoever is known to all pages.
 */
export function createOutboxPage(waysIn: WaysIn): Hono {
  const outbox = new Hono();
  const headers = pageHeaders(letIn);
  outbox.get('/outbox', headers, etag(), compress(), (c) => {
    c.header('cache-control', 'no-cache');
    return c.html(page(waysIn));
  });
  return outbox;
}

function page(waysIn: WaysIn) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Outbox – Actiongraph</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(frameStyle + contentStyle + outboxStyle)}</style>
</head>
<body>
${pageHead('/outbox')}
<main>
<h1>Mail to your customers</h1>
<p class="soft">What was written to whom, and what became of it. Mail that is <b>kept</b> was not sent: it leaves only
where the service has a mail server (SMTP_URL). Mail that is <b>held</b> waited in a backup that was restored, and may
have been sent since: it leaves only when you send it.</p>
<noscript>This page needs JavaScript; the same is in GraphQL, under outboxMails.</noscript>
<p id="problem" role="alert"></p>
<section id="content" hidden>
<div class="row"><label for="state">State</label><select id="state"><option value="">All</option></select>
<button type="button" id="reload">Reload</button></div>
<ul id="list"></ul>
<p id="none" hidden>No mail here.</p>
<button type="button" id="more" hidden>Older mails</button>
</section>
</main>
${keyDialog(waysIn)}
<script type="module" src="${addressOfModule('outbox')}"></script>
</body>
</html>`;
}
