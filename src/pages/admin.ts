import type { Hono } from 'hono';
import { html } from 'hono/html';
import { areaMeanings, areas } from '../domain/kernel/rights.ts';
import { userRoles } from '../domain/kernel/roles.ts';
import { adminStyle } from './admin-style.ts';
import { contentPage } from './content-page.ts';
import type { WaysIn } from './page-frame.ts';

/** The page for those who run a workspace: its users, its API keys, its settings. */
export function createAdminPage(waysIn: WaysIn): Hono {
  return contentPage({
    path: '/admin',
    title: 'Admin',
    style: adminStyle,
    module: 'admin',
    data: {
      roles: userRoles,
      areas: areas.map((name) => ({ name, meaning: areaMeanings[name] })),
    },
    waysIn,
    content,
  });
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

const content = () => html`<h1>Running the workspace</h1>
<noscript>This page needs JavaScript; the same is in GraphQL, and on the command line.</noscript>
<p id="problem" role="alert"></p>
<p id="done" role="status"></p>
<div id="content" hidden>
${part('users', 'Users', 'Those who work in the workspace, with what they are in it. Who is inactive keeps its records and is given no new ones.')}
${part('keys', 'API keys', 'What programs send to read and write. Give each program a key of its own, with no more rights than it needs. The key itself is shown once, when it is made.')}
${part('settings', 'Settings', 'What stands on new invoices, and what counts as today.')}
</div>`;
