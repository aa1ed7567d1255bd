import type { Hono } from 'hono';
import { html } from 'hono/html';
import { acceptedSignInTexts } from '../locales/sign-in-page/index.ts';
import type { SignInPageTexts } from '../locales/sign-in-page/sign-in-page-texts.ts';
import { adminStyle } from './admin-style.ts';
import { createContentPage } from './content-page.ts';
import type { PageSignInOptions } from './page-frame.ts';

/**
 * Sign-in, the current session, and errors of links. It uses the language of the browser, because
 * contacts of clients open it too.
 */
export function createSignInPage(waysIn: PageSignInOptions): Hono {
  const inLanguage = (accepted: string | undefined) => {
    const { language, errorTexts: refusals, texts: words } = acceptedSignInTexts(accepted);
    const data = { ...waysIn, refusals, words };
    return { language, headWords: words, title: words.tab, data, content: () => content(words) };
  };
  return createContentPage({
    ...{ path: '/sign-in', style: adminStyle, module: 'sign-in', waysIn },
    ...inLanguage(undefined),
    inLanguage,
  });
}

const content = (words: SignInPageTexts) => html`<h1 id="title">${words.signIn}</h1>
<noscript>${words.scriptNeeded}</noscript>
<p id="problem" role="alert"></p>
<p id="done" role="status"></p>
<div id="entry" hidden></div>
<div id="content" hidden>
<section aria-labelledby="who-title"><h2 id="who-title">${words.whoTitle}</h2><div id="who"></div></section>
<div id="own"></div>
</div>`;
