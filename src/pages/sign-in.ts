import type { Hono } from 'hono';
import { html } from 'hono/html';
import { adminStyle } from './admin-style.ts';
import { contentPage } from './content-page.ts';
import type { WaysIn } from './page-frame.ts';
import { type SignInPageWords, wordsAccepted } from '../locales/sign-in-page/index.ts';

/**
 * The page to which links and invitations lead: it says who is signed in, lets somebody in, and says why a link did not. It is in the language that
 * the browser wants, since clients' contacts come here as well.
 */
export function createSignInPage(waysIn: WaysIn): Hono {
  const inLanguage = (accepted: string | undefined) => {
    const { language, refusals, words } = wordsAccepted(accepted);
    const data = { ...waysIn, refusals, words };
    return { language, headWords: words, title: words.tab, data, content: () => content(words) };
  };
  return contentPage({
    ...{ path: '/sign-in', style: adminStyle, module: 'sign-in', waysIn },
    ...inLanguage(undefined),
    inLanguage,
  });
}

const content = (words: SignInPageWords) => html`<h1 id="title">${words.signIn}</h1>
<noscript>${words.scriptNeeded}</noscript>
<p id="problem" role="alert"></p>
<p id="done" role="status"></p>
<div id="entry" hidden></div>
<div id="content" hidden>
<section aria-labelledby="who-title"><h2 id="who-title">${words.whoTitle}</h2><div id="who"></div></section>
<div id="own"></div>
</div>`;
