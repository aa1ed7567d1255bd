import type { Hono } from 'hono';
import { html } from 'hono/html';
import { fullAccessScopes } from '../platform/permissions/permissions.ts';
import { createContentPage } from './content-page.ts';
import { outboxStyle } from './outbox-style.ts';
import type { PageSignInOptions } from './page-frame.ts';

/**
 * The owner's outbox: every mail to a customer with what became of it. A mail stands in a frame of its own, without scripts and
 * without an origin, and its styles are at its elements.
 */
export function createOutboxPage(waysIn: PageSignInOptions): Hono {
  return createContentPage({
    path: '/outbox',
    title: 'Outbox',
    style: outboxStyle,
    module: 'outbox',
    hasFrames: true,
    waysIn,
    data: { everything: fullAccessScopes },
    content,
  });
}

const content = () => html`<h1>Mail to your customers</h1>
<p class="soft">What was written to whom, and what became of it. Mail that is <b>kept</b> was not sent: it leaves only
where the service has a mail server (SMTP_URL). Mail that is <b>held</b> waited in a backup that was restored, and may
have been sent since: it leaves only when you send it.</p>
<noscript>This page needs JavaScript; the same is in GraphQL, under outboxMails.</noscript>
<p id="problem" role="alert"></p>
<div id="content" hidden>
<div class="row"><label for="state">State</label><select id="state"><option value="">All</option></select>
<button type="button" id="reload">Reload</button></div>
<section id="sign-in-mails" aria-labelledby="sign-in-mails-title" hidden>
<h2 id="sign-in-mails-title">Mail for signing in</h2>
<p class="soft">No mail is sent, so codes, links and invitations are kept here until they are over. Whoever reads one can be its recipient.</p>
<ul id="sign-in-list"></ul>
<h2>Mail to customers</h2>
</section>
<ul id="list"></ul>
<p id="none" hidden>No mail here.</p>
<button type="button" id="more" hidden>Older mails</button>
</div>`;
