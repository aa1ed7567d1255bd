import type { Hono } from 'hono';
import { html } from 'hono/html';
import { createContentPage } from './content-page.ts';
import type { PageSignInOptions } from './page-frame.ts';

const startStyle = `
main section { margin: 2rem 0; }
main h2 { margin: 0 0 .6rem; font-size: 1.2rem; }
main ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: .8rem; }
main li { padding: .9rem 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }
main li a { display: inline-block; min-height: 1.5rem; margin-inline-end: .5rem; font-weight: 600; }
main li p { margin: .2rem 0 0; font-size: .93rem; color: var(--soft); }
main li [data-count] { font-size: .85rem; font-weight: 600; color: var(--good); }
`;

/**
 * First steps in a new workspace. The script marks a step as done by the count of its GraphQL
 * field.
 */
const steps = [
  ['address1', '/admin#company', 'Add your company details', 'They are printed on your invoices.'],
  ['users', '/admin#users', 'Invite your team', 'Everyone signs in with a role of their own.'],
  ['apiKeys', '/admin#keys', 'Create an API key', 'For forms, scripts and Zapier.'],
  ['clients', '/graphql', 'Add your first client', 'The examples in GraphiQL show how.'],
  ['invoices', '/graphql', 'Create your first invoice', 'From logged time, or line by line.'],
] as const;

const links = [
  ['/outbox', 'Outbox', 'E-mails to customers and their delivery status.'],
  ['/admin#books', 'Accounting', 'CSV exports, account statements and document numbers.'],
  ['/admin', 'Workspace settings', 'Users, API keys, invoices, exchange rates.'],
  ['/sign-in', 'Your account', 'Password, two-factor authentication, sessions.'],
  ['/graphql', 'GraphQL', 'Browse and edit records in GraphiQL.'],
  ['/docs', 'REST reference', 'Every operation, with examples to try.'],
] as const;

export function createStartPage(signInOptions: PageSignInOptions): Hono {
  const [path, title, module] = ['/start', 'Start', 'start'] as const;
  return createContentPage({ path, title, style: startStyle, module, signInOptions, content });
}

const linkItem = (href: string, title: string, text: string, count?: string) =>
  html`<li><a href="${href}">${title}</a>${count && html`<span data-count="${count}"></span>`}<p>${text}</p></li>
`;

const content = () => html`<h1 id="title">Your workspace</h1>
<noscript>This page needs JavaScript.</noscript>
<p id="problem" role="alert"></p>
<div id="content" hidden>
<p id="caller" class="soft"></p>
<section id="steps" aria-labelledby="steps-title"><h2 id="steps-title">Next steps</h2><ul>
${steps.map(([count, href, title, text]) => linkItem(href, title, text, count))}</ul></section>
<section aria-labelledby="pages-title"><h2 id="pages-title">Pages</h2><ul>
${links.map(([href, title, text]) => linkItem(href, title, text))}</ul>
<p class="soft">Clients, projects, time and invoices have no pages yet. Use GraphiQL, the REST API, or an app that is connected to them.</p></section>
</div>`;
