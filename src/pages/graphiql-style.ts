/** A CSS rule for the light theme of GraphiQL, whether the user or the system selects it. */
const inLight = (rule: string) => inTheme('light', 'dark', rule);
const inDark = (rule: string) => inTheme('dark', 'light', rule);

function inTheme(theme: string, other: string, rule: string): string {
  return `body.graphiql-${theme} ${rule}
@media (prefers-color-scheme: ${theme}) { body:not(.graphiql-${other}) ${rule} }`;
}

/** CSS around GraphiQL, and fixes for narrow screens. */
export const graphiqlStyle = `
* { box-sizing: border-box; }
.unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
html, body { height: 100%; margin: 0; }
body {
  display: flex; flex-direction: column; height: 100dvh; background: var(--bar); color: var(--ink);
  font: 1rem/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main { position: relative; flex: 1; min-height: 0; }
#root { height: 100%; }
#loading, noscript { position: absolute; inset: 0; display: grid; place-content: center; margin: 0; color: var(--soft); }
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
${inDark('.graphiql-explorer-root { --color-primary: 171, 77%, 64% !important; }')}
/* Comments, which the editor writes in a green that is too dark for its ground. */
${inDark('.monaco-editor .mtk8 { color: #8fbf78 !important; }')}
${inDark('.monaco-editor .line-numbers { color: #98a5a0 !important; }')}
.graphiql-explorer-root [role=checkbox] { border-radius: .25rem; padding: .1rem .2rem; }
.graphiql-explorer-root [role=checkbox]:focus-visible, .graphiql-explorer-root :is(input, select, button):focus-visible {
  outline: 2px solid var(--mark) !important; outline-offset: 1px;
}
@media (max-width: 44rem) {
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
