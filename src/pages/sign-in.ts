import type { Hono } from 'hono';
import { html } from 'hono/html';
import { adminStyle } from './admin-style.ts';
import { contentPage } from './content-page.ts';
import type { WaysIn } from './page-frame.ts';

/** The page to which links and invitations lead: it says who is signed in, lets somebody in, and says why a link did not. */
export function createSignInPage(waysIn: WaysIn): Hono {
  return contentPage({
    path: '/sign-in',
    title: 'Signing in',
    style: adminStyle,
    module: 'sign-in',
    waysIn,
    data: waysIn,
    content,
  });
}

const content = () => html`<h1 id="title">Sign in</h1>
<noscript>This page needs JavaScript; docs/frontends.md has the calls.</noscript>
<p id="problem" role="alert"></p>
<p id="done" role="status"></p>
<div id="entry" hidden></div>
<div id="content" hidden>
<section aria-labelledby="who-title"><h2 id="who-title">Who you are</h2><div id="who"></div></section>
<div id="own"></div>
</div>`;
