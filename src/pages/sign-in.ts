import type { Hono } from 'hono';
import { html } from 'hono/html';
import type { SignInPageTexts } from '../locales/sign-in-page-texts.ts';
import { acceptedSignInTexts } from '../locales/sign-in-page-texts.ts';
import { adminStyle } from './admin-style.ts';
import { createContentPage } from './content-page.ts';
import type { PageSignInOptions } from './page-frame.ts';

/**
 * Sign-in, the current session, and errors of links. It uses the language of the browser, because
 * contacts of clients open it too.
 */
export function createSignInPage(signInOptions: PageSignInOptions): Hono {
  const inLanguage = (acceptLanguage: string | undefined) => {
    const { language, errorTexts, texts } = acceptedSignInTexts(acceptLanguage);
    const data = { ...signInOptions, errorTexts, texts };
    return { language, headTexts: texts, title: texts.tab, data, content: () => content(texts) };
  };
  return createContentPage({
    ...{ path: '/sign-in', style: adminStyle, module: 'sign-in', signInOptions },
    ...inLanguage(undefined),
    inLanguage,
  });
}

const content = (texts: SignInPageTexts) => html`<h1 id="title">${texts.signIn}</h1>
<noscript>${texts.scriptNeeded}</noscript>
<p id="problem" role="alert"></p>
<p id="done" role="status"></p>
<div id="entry" hidden></div>
<div id="content" hidden>
<section aria-labelledby="who-title"><h2 id="who-title">${texts.whoTitle}</h2><div id="who"></div></section>
<div id="own"></div>
</div>`;
