import type { Context } from 'hono';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { RequestMetadata } from '../auth/auth-request.ts';
import type { ConsentRequest, OAuthConsent } from '../auth/oauth-consent.ts';
import { oauthPaths } from '../auth/oauth-provider.ts';
import { loopbackHosts } from '../auth/oauth-registration.ts';
import { fillPlaceholders } from '../locales/document-locale.ts';
import { acceptedMessageTexts } from '../locales/message-page-texts.ts';
import { acceptedSignInTexts } from '../locales/sign-in-page-texts.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { contentStyle } from './content-style.ts';
import { htmlHead } from './html-head.ts';
import { messagePage, messagePageHeaders } from './message-page.ts';
import { pageSecurityHeaders, styleHashSource } from './page-headers.ts';

const style = `${contentStyle}
main { max-width: 34rem; }
h1 { overflow-wrap: anywhere; }
label { display: block; margin: 1rem 0 .3rem; font-weight: 600; }
select { width: 100%; }
ul { margin: .4rem 0; padding-inline-start: 1.2rem; }
.choice { display: flex; gap: .6rem; align-items: flex-start; padding: .8rem; border: 1px solid var(--line); border-radius: .6rem; font-weight: 400; }
.choice input { flex: none; width: 1.5rem; height: 1.5rem; margin: 0; }
.host { font-weight: 600; overflow-wrap: anywhere; }
`;

const isWeb = ({ protocol }: URL): boolean => ['http:', 'https:'].includes(protocol);

const isLocal = (url: URL): boolean => isWeb(url) && loopbackHosts.includes(url.hostname);

/** Browsers apply this source list to the redirect after the form. It cannot name IPv6 addresses. */
const redirectSource = (url: URL): string =>
  isWeb(url) && !url.hostname.startsWith('[') ? url.origin : url.protocol;

/** The host after the scheme of an app is not a website. */
const placeOf = (url: URL): string =>
  isWeb(url) ? url.host : url.protocol + (url.host && `//${url.host}`);

export function createConsentPage(
  consent: OAuthConsent,
  metadataOf: (request: Request) => RequestMetadata,
): Hono {
  const routes = new Hono();
  routes.get(oauthPaths.authorize, (c) =>
    withErrorPage(c, async () => {
      const step = await consent.begin(c.req.raw, metadataOf(c.req.raw));
      return 'redirect' in step ? redirectTo(step.redirect) : consentPage(c, step.consent);
    }),
  );
  routes.post(oauthPaths.consent, (c) =>
    withErrorPage(c, async () =>
      redirectTo(await consent.decide(c.req.raw, metadataOf(c.req.raw))),
    ),
  );
  return routes;
}

const redirectTo = (location: string): Response =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });

async function withErrorPage(c: Context, respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    if (!(error instanceof ActionError) || error.status >= 500) throw error;
    const accepted = acceptedMessageTexts(c.req.header('accept-language'));
    const { pageFailed: title } = accepted.texts;
    await messagePageHeaders(c, async () => undefined);
    c.header('cache-control', 'no-store');
    const message = { tab: title, title, text: error.message };
    return c.html(messagePage(accepted, message), error.status as 400);
  }
}

async function consentPage(c: Context, request: ConsentRequest): Promise<Response> {
  const target = new URL(request.redirectUri);
  const policy = {
    styleSrc: [styleHashSource(style)],
    imgSrc: ["'self'"],
    formAction: ["'self'", redirectSource(target)],
  };
  // With `no-referrer`, browsers would send the form with `Origin: null`.
  await pageSecurityHeaders(policy, { referrerPolicy: 'same-origin' })(c, async () => undefined);
  c.header('cache-control', 'no-store');
  c.header('vary', 'Accept-Language', { append: true });
  const { language, texts } = acceptedSignInTexts(c.req.header('accept-language'));
  const app = request.appName || texts.anApp;
  const title = fillPlaceholders(texts.consentTitle, { app });
  const place = isLocal(target) ? texts.consentLocal : placeOf(target);
  return c.html(html`${htmlHead({ language, title: `${title} – Actiongraph`, style, isUnlisted: true })}
<body>
<main>
<h1>${title}</h1>
<p>${texts.consentUnverified}</p>
<p>${texts.consentTarget} <span class="host">${place}</span></p>
<p class="soft">${fillPlaceholders(texts.signedInAs, { who: request.email })} <a href="/sign-in">${texts.whoTitle}</a></p>
<form method="post" action="${oauthPaths.consent}">
<input type="hidden" name="query" value="${request.query}">
<input type="hidden" name="token" value="${request.formToken}">
${request.workspaces.length === 0 ? html`<p role="alert">${texts.noWorkspace}</p>` : permissions(request, texts)}
<div class="row">
${request.workspaces.length > 0 && html`<button class="main" name="decision" value="allow">${texts.allow}</button>`}
<button name="decision" value="deny">${texts.deny}</button>
</div>
</form>
</main>
</body>
</html>`);
}

const permissions = (
  { asksForWriting, workspaces }: ConsentRequest,
  texts: ReturnType<typeof acceptedSignInTexts>['texts'],
) => html`${
  workspaces.length === 1
    ? html`<p>${texts.consentWorkspace}: <b>${workspaces[0]?.name}</b>
<input type="hidden" name="workspace" value="${workspaces[0]?.accountId}"></p>`
    : html`<label for="workspace">${texts.consentWorkspace}</label>
<select id="workspace" name="workspace">${workspaces.map(({ accountId, name }) => html`<option value="${accountId}">${name} (${accountId})</option>`)}</select>`
}
<h2>${texts.consentScopes}</h2>
<ul><li>${texts.consentRead}</li></ul>
${asksForWriting && html`<label class="choice"><input type="checkbox" name="write" autocomplete="off"><span>${texts.consentWrite}</span></label>`}
<p class="soft">${texts.consentEnd}</p>`;
