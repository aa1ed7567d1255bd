import { html, raw } from 'hono/html';
import { icon } from './icon.ts';

const pages = [
  ['/start', 'Start'],
  ['/graphql', 'GraphQL'],
  ['/docs', 'REST'],
  ['/outbox', 'Outbox'],
  ['/admin', 'Settings'],
] as const;

/** Pages with the common head. */
export type PagePath = (typeof pages)[number][0] | '/sign-in';

/** Texts of the head. The page names are always English. */
export interface PageHeadTexts {
  home: string;
  pages: string;
  forgetKey: string;
  signOut: string;
}

const englishTexts: PageHeadTexts = {
  home: 'Actiongraph, home',
  pages: 'Pages',
  forgetKey: 'Forget key',
  signOut: 'Sign out',
};

/**
 * The head of a page: navigation and the current API key. `src/browser/page-head.ts` adds its
 * behaviour. The button stays disabled until that script has run, so that no click is lost. With
 * `texts`, the head is in another language and has no key dialog.
 */
export function pageHead(current: PagePath, texts?: PageHeadTexts) {
  const { forgetKey, home, pages: navigationLabel, signOut } = texts ?? englishTexts;
  return html`<header id="page-head"${raw(texts ? '' : ' lang="en"')}>
<a class="home" href="/" aria-label="${home}">${raw(icon)}<b>Actiongraph</b></a>
<nav aria-label="${navigationLabel}">${pages.map(([href, name]) =>
    href === current
      ? html`<a href="${href}" aria-current="page">${name}</a>`
      : html`<a href="${href}"${raw(texts ? ' lang="en"' : '')}>${name}</a>`,
  )}</nav>
${raw(texts ? '' : '<button type="button" id="change-key" disabled>API key …</button>\n')}<button type="button" id="forget-key" data-forget="${forgetKey}" data-sign-out="${signOut}" hidden>${forgetKey}</button>
</header>`;
}

/** Sign-in methods in addition to e-mailed codes. */
export interface PageSignInOptions {
  /** Name of the OpenID Connect provider, if there is one. */
  provider?: string | undefined;
}

/** The dialog for an API key or sign-in. The browser stores the key for all pages. */
export const keyDialog = ({
  provider,
}: PageSignInOptions) => html`<dialog id="key-dialog" lang="en" aria-labelledby="key-title">
<form id="key-form" method="dialog" novalidate>
<h2 id="key-title">Enter an API key</h2>
<p id="key-help">It gives access to GraphQL, REST and the pages. Create a key in Workspace settings or with <code>actiongraph keys create</code>. The
demo key is printed when the service starts.</p>
<label for="key">API key</label>
<input id="key" type="password" placeholder="ag_…" autocomplete="off" spellcheck="false" autocapitalize="off"
aria-describedby="key-problem key-help">
<p id="key-problem" role="alert"></p>
<label class="choice"><input id="remember" type="checkbox"> Remember on this device</label>
<div class="buttons">
<button type="button" id="key-cancel" hidden>Cancel</button>
<button type="submit" id="key-submit">Continue</button>
</div>
</form>
<form id="person-form" method="dialog" novalidate aria-labelledby="person-title">
<h2 id="person-title">or sign in</h2>
<p id="person-help">Get a code by e-mail and use the permissions of your role. <a href="/sign-in">Other sign-in methods</a></p>
<label for="person-email">E-mail address</label>
<input id="person-email" type="email" autocomplete="username" aria-describedby="person-help person-problem">
<div id="person-code-place" hidden><label for="person-code">Code from the e-mail</label>
<input id="person-code" inputmode="numeric" autocomplete="one-time-code" aria-describedby="person-problem"></div>
<p id="person-problem" role="alert"></p>
<div class="buttons">${provider && html`<button type="button" id="provider-submit">Sign in with ${provider}</button>`}
<button type="submit" id="person-submit">E-mail me a code</button></div>
</form>
</dialog>`;

/** JSON for the script of the page. `<` is escaped so that no text can close the element. */
export const pageDataScript = (data: object) =>
  html`<script type="application/json" id="page-data">${raw(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>`;

/** CSS of the head and the dialog. */
export const frameStyle = `
:root {
  color-scheme: light dark;
  --bar: #fbfaf7; --card: #fff; --line: #e4e1d9; --ink: #1c1f1e; --soft: #5d6461; --mark: #0f766e; --on-mark: #fff;
  --fault: #b91c1c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bar: #181e1c; --card: #181e1c; --line: #2a3330; --ink: #e9efec; --soft: #98a5a0; --mark: #5eead4;
    --on-mark: #0c1f1b; --fault: #fca5a5;
  }
}
#page-head, #key-dialog, #page-head *, #key-dialog * { box-sizing: border-box; }
#page-head, #key-dialog {
  color: var(--ink); line-height: 1.5;
  font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
#page-head {
  display: flex; flex-wrap: wrap; align-items: center; gap: .3rem 1rem; flex: none; padding: .4rem .9rem;
  border-bottom: 1px solid var(--line); background: var(--bar); font-size: 15px;
}
#page-head nav { display: flex; gap: 1rem; }
#page-head a { display: flex; align-items: center; gap: .45rem; min-width: 1.75rem; min-height: 1.75rem; color: var(--ink); text-decoration: none; }
#page-head a:hover { color: var(--mark); }
#page-head a[aria-current] { color: var(--soft); }
#page-head svg { width: 1.4rem; height: 1.4rem; }
#page-head nav { margin-right: auto; }
#page-head button, #key-dialog button {
  max-width: 18rem; padding: .35rem .8rem; overflow: hidden; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--card); color: var(--ink); font: inherit; text-overflow: ellipsis; white-space: nowrap; cursor: pointer;
}
#page-head button:enabled:hover, #key-dialog button:enabled:hover { border-color: var(--mark); }
#page-head :focus-visible, #key-dialog :focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
#key-dialog {
  position: fixed; inset: 0; z-index: 20; width: min(28rem, calc(100vw - 2rem)); height: fit-content; margin: auto;
  padding: 1.5rem; border: 1px solid var(--line); border-radius: .9rem; background: var(--card);
  box-shadow: 0 1.5rem 4rem #0005; font-size: 16px;
}
#key-dialog::backdrop { background: #0006; backdrop-filter: blur(3px); }
#key-dialog h2 { margin: 0 0 .5rem; font-size: 1.25rem; }
#key-dialog p { margin: 0 0 1rem; color: var(--soft); font-size: .93rem; }
#key-dialog a { color: var(--mark); }
#key-dialog label { display: block; font-weight: 600; font-size: .93rem; }
#key-dialog input:not([type=checkbox]) {
  width: 100%; margin: .3rem 0 .4rem; padding: .55rem .7rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--bar); color: var(--ink); font: 1rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
#key-dialog input[aria-invalid] { border-color: var(--fault); }
#key-dialog [role=alert] { min-height: 1.4em; margin: 0 0 .4rem; color: var(--fault); }
#person-form { margin-top: 1.2rem; padding-top: 1.2rem; border-top: 1px solid var(--line); }
#key-dialog .choice { display: flex; align-items: center; gap: .5rem; font-weight: 400; }
#key-dialog .buttons { display: flex; justify-content: flex-end; gap: .6rem; margin-top: 1.2rem; }
#key-dialog #key-submit { border-color: var(--mark); background: var(--mark); color: var(--on-mark); font-weight: 600; }
#page-head [hidden], #key-dialog [hidden] { display: none; }
@media (max-width: 44rem) {
  #page-head { gap: .2rem .7rem; padding: .3rem .6rem; }
  #page-head .home b { display: none; }
  #page-head button { max-width: 9rem; padding: .3rem .5rem; }
}
`;
