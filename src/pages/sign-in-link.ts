import { Hono } from 'hono';
import { html } from 'hono/html';
import { acceptedSignInTexts } from '../locales/sign-in-page-texts.ts';
import { contentStyle } from './content-style.ts';
import { htmlHead } from './html-head.ts';
import { pageSecurityHeaders, styleHashSource } from './page-headers.ts';

const pages = [
  ['/auth/invitation', 'invitationTitle', 'invitationText'],
  ['/auth/portal', 'portals', 'portalLinkText'],
  ['/auth/magic-link/verify', 'signIn', 'mailedLinkText'],
] as const;

const policy = {
  styleSrc: [styleHashSource(contentStyle)],
  imgSrc: ["'self'"],
  // The response to the form can redirect to another allowed origin, and browsers apply this source
  // list to it.
  formAction: ["'self'", 'https:', 'http:'],
};

/**
 * The page of an e-mailed link. Only its button sends the POST that uses the link up. Mail
 * scanners, prefetching browsers and other pages cannot do that.
 */
export function createSignInLinkPage(): Hono {
  const routes = new Hono();
  // With `no-referrer`, browsers would send the form with `Origin: null`.
  const headers = pageSecurityHeaders(policy, { referrerPolicy: 'same-origin' });
  for (const [path, heading, text] of pages) {
    routes.get(path, headers, (c) => {
      c.header('cache-control', 'no-store');
      c.header('vary', 'Accept-Language', { append: true });
      const { language, texts } = acceptedSignInTexts(c.req.header('accept-language'));
      const title = `${texts.tab} – Actiongraph`;
      return c.html(html`${htmlHead({ language, title, style: contentStyle, isUnlisted: true })}
<body>
<main>
<h1>${texts[heading]}</h1>
<p>${texts[text]}</p>
<form method="post"><button class="main">${texts.signIn}</button></form>
</main>
</body>
</html>`);
    });
  }
  return routes;
}
