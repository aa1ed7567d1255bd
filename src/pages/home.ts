import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { html, raw } from 'hono/html';
import { readVersion } from '../config/version.ts';
import { operationTags } from '../rest/core/operation-tags.ts';
import { browserModulePath } from './browser-modules.ts';
import { homeStyle } from './home-style.ts';
import { htmlHead } from './html-head.ts';
import { icon } from './icon.ts';
import { pageSecurityHeaders, styleHashSource } from './page-headers.ts';

const policySources = {
  scriptSrc: ["'self'"],
  connectSrc: ["'self'"],
  styleSrc: [styleHashSource(homeStyle)],
  imgSrc: ["'self'"],
};

export function createHomePage(publicUrl: string): Hono {
  const routes = new Hono();
  routes.get('/', pageSecurityHeaders(policySources), etag(), compress(), (c) => {
    c.header('cache-control', 'no-cache');
    return c.html(page(publicUrl));
  });
  return routes;
}

const links = [
  ['/start', 'Open your workspace', 'Sign in, then see your next steps.'],
  ['/admin', 'Workspace settings', 'Users, API keys, invoices and accounting.'],
  ['/outbox', 'Outbox', 'E-mails to customers and their delivery status.'],
  ['/sign-in', 'Your account', 'Sign in, or manage your password and sessions.'],
  ['/graphql', 'GraphQL', 'Try queries and mutations in GraphiQL. Examples included.'],
  ['/docs', 'REST reference', 'Every operation, with examples. Enter an API key to try them.'],
  ['/openapi.json', 'OpenAPI document', 'OpenAPI 3.1, for code generators and Postman.'],
  ['/health', 'Status', '/health: the service is running. /ready: the database responds.'],
] as const;

const description = html`<meta name="description" content="Actiongraph: clients, projects, time, invoices and payments behind one API.">
`;

function page(publicUrl: string) {
  return html`${htmlHead({ title: 'Actiongraph', style: homeStyle, extra: description })}
<body>
<main>
<header>
<h1>${raw(icon)} Actiongraph</h1>
<p class="lead">Clients, projects, time, invoices and payments behind one API that you host yourself.</p>
<p id="caller" class="lead" role="status"></p>
</header>
<nav aria-label="Start here">
${links.map(([href, title, text]) => html`<a class="card" href="${href}"><b>${title}</b><span>${text}</span></a>`)}
</nav>
<section>
<h2>First call</h2>
<pre role="region" aria-label="First call" tabindex="0"><code>curl -H 'X-API-KEY: <em>your key</em>' \\
  ${publicUrl}/public/action/clients/list</code></pre>
<p>Create an API key in <a href="/admin#keys">Workspace settings</a> or with <code>actiongraph keys create</code>. The demo key is printed when the service starts.</p>
</section>
<section>
<h2>Resources</h2>
<dl>
${Object.entries(operationTags).map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}
</dl>
</section>
<footer>Version ${readVersion()}</footer>
</main>
<script type="module" src="${browserModulePath('home')}"></script>
</body>
</html>`;
}
