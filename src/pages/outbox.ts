import type { Hono } from 'hono';
import { html } from 'hono/html';
import { fullAccessScopes } from '../platform/permissions/permissions.ts';
import { createContentPage } from './content-page.ts';
import { outboxStyle } from './outbox-style.ts';
import type { PageSignInOptions } from './page-frame.ts';

/**
 * All e-mails to customers with their delivery status. Each is shown in a sandboxed frame without
 * scripts and origin.
 */
export function createOutboxPage(signInOptions: PageSignInOptions): Hono {
  return createContentPage({
    path: '/outbox',
    title: 'Outbox',
    style: outboxStyle,
    module: 'outbox',
    hasFrames: true,
    signInOptions,
    data: { everything: fullAccessScopes },
    content,
  });
}

const content = () => html`<h1>Outbox</h1>
<p class="soft">E-mails to customers and their delivery status. <b>Kept</b> e-mails were not sent, because SMTP_URL is not set. <b>Held</b> e-mails come from a restored backup and may have been sent since. They are only sent when you
send them.</p>
<noscript>This page needs JavaScript; GraphQL has the same data in outboxMails.</noscript>
<p id="problem" role="alert"></p>
<div id="content" hidden>
<div class="row"><label for="state">Status</label><select id="state"><option value="">All</option></select>
<button type="button" id="reload">Reload</button></div>
<section id="sign-in-mails" aria-labelledby="sign-in-mails-title" hidden>
<h2 id="sign-in-mails-title">Sign-in e-mails</h2>
<p class="soft">SMTP_URL is not set, so sign-in codes, links and invitations are kept here until they expire. Anyone who can read a code can sign in as that person.</p>
<ul id="sign-in-list"></ul>
<h2>E-mails to customers</h2>
</section>
<ul id="list"></ul>
<p id="none" hidden>No e-mails.</p>
<button type="button" id="more" hidden>Load older</button>
</div>`;
