import type { Hono } from 'hono';
import { html } from 'hono/html';
import { contentPage } from './content-page.ts';
import type { WaysIn } from './page-frame.ts';
import { outboxStyle } from './outbox-style.ts';

/**
 * The owner's outbox: every mail to a customer with what became of it. A mail stands in a frame of its own, without scripts and
 * without an origin, and its styles are at its elements.
 */
export function createOutboxPage(waysIn: WaysIn): Hono {
  return contentPage({
    path: '/outbox',
    title: 'Outbox',
    style: outboxStyle,
    module: 'outbox',
    hasFrames: true,
    waysIn,
    content,
  });
}

const content = () => html`<h1>Mail to your customers</h1>
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
</section>`;
