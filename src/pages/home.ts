import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { html, raw } from 'hono/html';
import { readVersion } from '../config/version.ts';
import { operationTags } from '../rest/core/operation-tags.ts';
import { homeStyle } from './home-style.ts';
import { htmlHead } from './html-head.ts';
import { icon } from './icon.ts';
import { pageSecurityHeaders, styleHashSource } from './page-headers.ts';

/** No script at all, and no style but the page's own. */
const letIn = {
  styleSrc: [styleHashSource(homeStyle)],
  imgSrc: ["'self'"],
};

/** The page at the root: what this is, and where to go from here. */
export function createHomePage(publicUrl: string): Hono {
  const home = new Hono();
  home.get('/', pageSecurityHeaders(letIn), etag(), compress(), (c) => {
    c.header('cache-control', 'no-cache');
    return c.html(page(publicUrl));
  });
  return home;
}

const links = [
  ['/graphql', 'GraphQL', 'Explore and try everything in GraphiQL, with examples to begin with.'],
  ['/docs', 'REST reference', 'Every operation, with examples. Enter a key and try them here.'],
  ['/openapi.json', 'OpenAPI document', 'OpenAPI 3.1, for generators, Postman and the like.'],
  ['/outbox', 'Outbox', 'Mail to customers, and what became of it. Opens with a key.'],
  ['/admin', 'Admin', 'Users, API keys and the settings of the workspace, for those who run it.'],
  ['/sign-in', 'Sign in', 'Who you are here, where you are signed in, and how you get in.'],
  ['/health', 'Health', 'Whether the service runs; /ready, whether its database does.'],
] as const;

const description = html`<meta name="description" content="Actiongraph: one workspace’s business records behind an API.">
`;

function page(publicUrl: string) {
  return html`${htmlHead({ title: 'Actiongraph', style: homeStyle, more: description })}
<body>
<main>
<header>
<h1>${raw(icon)} Actiongraph</h1>
<p class="lead">The business records of a workspace, from first contact to paid invoice, behind one API that you host
yourself.</p>
</header>
<nav aria-label="Start here">
${links.map(([href, title, text]) => html`<a class="card" href="${href}"><b>${title}</b><span>${text}</span></a>`)}
</nav>
<section>
<h2>First call</h2>
<pre><code>curl -H 'X-API-KEY: <em>your key</em>' \\
  ${publicUrl}/public/action/clients/list</code></pre>
<p>A key comes from <code>actiongraph keys create</code>; the demo workspace’s key is printed when the service starts.</p>
</section>
<section>
<h2>What it keeps</h2>
<dl>
${Object.entries(operationTags).map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}
</dl>
</section>
<footer>Version ${readVersion()}</footer>
</main>
</body>
</html>`;
}
