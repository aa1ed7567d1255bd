/** A rule for GraphiQL's light theme, or its dark one: the one that was chosen there, or the system's. */
const inLight = (rule: string) => inTheme('light', 'dark', rule);
const inDark = (rule: string) => inTheme('dark', 'light', rule);

function inTheme(theme: string, other: string, rule: string): string {
  return `body.graphiql-${theme} ${rule}
@media (prefers-color-scheme: ${theme}) { body:not(.graphiql-${other}) ${rule} }`;
}

/** The looks of what stands around GraphiQL, and what GraphiQL lacks on a narrow screen. */
export const graphiqlStyle = `
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
* { box-sizing: border-box; }
.unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
html, body { height: 100%; margin: 0; }
body {
  display: flex; flex-direction: column; height: 100dvh; background: var(--bar); color: var(--ink);
  font: 1rem/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
body > header {
  display: flex; align-items: center; gap: 1rem; flex: none; padding: .4rem .9rem;
  border-bottom: 1px solid var(--line); font-size: .93rem;
}
body > header a { display: flex; align-items: center; gap: .45rem; color: var(--ink); text-decoration: none; }
body > header a:hover { color: var(--mark); }
body > header svg { width: 1.4rem; height: 1.4rem; }
body > header span { color: var(--soft); }
#change-key { margin-left: auto; white-space: nowrap; }
body > header button, dialog button {
  padding: .35rem .8rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card);
  color: var(--ink); font: inherit; cursor: pointer;
}
body > header button:hover, dialog button:hover { border-color: var(--mark); }
body > header :focus-visible, dialog :focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
main { position: relative; flex: 1; min-height: 0; }
#root { height: 100%; }
#loading, noscript { position: absolute; inset: 0; display: grid; place-content: center; margin: 0; color: var(--soft); }
dialog {
  width: min(28rem, calc(100vw - 2rem)); padding: 1.5rem; border: 1px solid var(--line); border-radius: .9rem;
  background: var(--card); color: var(--ink); box-shadow: 0 1.5rem 4rem #0005;
}
dialog::backdrop { background: #0006; backdrop-filter: blur(3px); }
dialog h1 { margin: 0 0 .5rem; font-size: 1.25rem; }
dialog p { margin: 0 0 1rem; color: var(--soft); font-size: .93rem; }
dialog label { display: block; font-weight: 600; font-size: .93rem; }
dialog #key {
  width: 100%; margin: .3rem 0 .4rem; padding: .55rem .7rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--bar); color: var(--ink); font: 1rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
dialog #key[aria-invalid] { border-color: var(--fault); }
dialog #key-problem { min-height: 1.4em; margin: 0 0 .4rem; color: var(--fault); }
dialog .choice { display: flex; align-items: center; gap: .5rem; font-weight: 400; }
dialog .buttons { display: flex; justify-content: flex-end; gap: .6rem; margin-top: 1.2rem; }
dialog #key-submit { border-color: var(--mark); background: var(--mark); color: var(--on-mark); font-weight: 600; }
dialog [hidden] { display: none; }
#root > .graphiql-container, .graphiql-container > .graphiql-container { height: 100%; }
.graphiql-container, .CodeMirror-info, .CodeMirror-lint-tooltip, .graphiql-dialog, reach-portal {
  --color-primary: 175, 77%, 26% !important;
}
.graphiql-container .graphiql-logo { display: none; }
.graphiql-container .graphiql-sessions { margin: .5rem .5rem .5rem 0; }
/* A tab that gets the focus jumps to where it could be dragged, away from under the pointer that clicks it. */
.graphiql-container .graphiql-tab { transform: none !important; }
${inLight(`.graphiql-explorer-root {
  --color-info: 208, 100%, 34%; --color-tertiary: 188, 100%, 24%; --color-secondary: 242, 51%, 45%;
  --color-success: 158, 60%, 25%; --color-warning: 36, 100%, 26%;
}`)}
${inDark('.monaco-editor .line-numbers { color: #98a5a0 !important; }')}
.graphiql-explorer-root [role=checkbox] { border-radius: .25rem; padding: .1rem .2rem; }
.graphiql-explorer-root [role=checkbox]:focus-visible, .graphiql-explorer-root :is(input, select, button):focus-visible {
  outline: 2px solid var(--mark) !important; outline-offset: 1px;
}
@media (max-width: 44rem) {
  body > header { gap: .8rem; padding: .3rem .6rem; }
  body > header span { display: none; }
  .graphiql-container > .graphiql-container { flex-direction: column; }
  .graphiql-container .graphiql-sidebar {
    position: relative; z-index: 1; order: 1; flex: none; flex-direction: row; width: 100%; padding: .1rem .4rem; border-top: 1px solid var(--line);
  }
  .graphiql-sidebar > button[style*="margin-top"] { margin: 0 0 0 auto !important; }
  .graphiql-container .graphiql-main { position: relative; min-height: 0; overflow: hidden; }
  .graphiql-container .graphiql-sessions { margin: 0; border-radius: 0; }
  .graphiql-container .graphiql-sessions > div:last-child { flex-direction: column; padding: 0; }
  .graphiql-container .graphiql-editors { flex: 3 1 0 !important; min-height: 0; border-radius: 0; box-shadow: none; }
  .graphiql-container .graphiql-query-editor { padding: .5rem; }
  .graphiql-container .graphiql-response { flex: 2 1 0 !important; min-height: 0; }
  .graphiql-container .graphiql-horizontal-drag-bar { display: none; }
  .graphiql-container .graphiql-plugin:not([style*="-1000px"]) {
    position: absolute; inset: 0; z-index: 10; background: hsl(var(--color-base));
  }
}
`;
