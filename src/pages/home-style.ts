/** The content security policy of the page contains the hash of this CSS. */
export const homeStyle = `
:root {
  color-scheme: light dark;
  --back: #fbfaf7; --card: #fff; --line: #e4e1d9; --ink: #1c1f1e; --soft: #5d6461; --mark: #0f766e;
  --code: #14201e; --code-ink: #d9efe9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #111514; --card: #181e1c; --line: #2a3330; --ink: #e9efec; --soft: #98a5a0; --mark: #5eead4;
    --code: #0a0e0d; --code-ink: #c5e6dd;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--back); color: var(--ink);
  font: 1rem/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main { max-width: 60rem; margin: 0 auto; padding: clamp(2rem, 7vw, 5rem) clamp(1.1rem, 4vw, 2rem) 2rem; }
h1 {
  display: flex; align-items: center; gap: .4em; margin: 0;
  font-size: clamp(1.9rem, 5vw, 2.75rem); line-height: 1.1; letter-spacing: -.02em;
}
h1 svg { width: 1.1em; height: 1.1em; flex: none; }
h2 { margin: 0 0 .8rem; font-size: 1.05rem; }
.lead { max-width: 36rem; margin: 1rem 0 0; font-size: 1.15rem; color: var(--soft); }
#caller:empty { display: none; }
a { color: var(--mark); }
nav { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: 1rem; margin: 2.5rem 0; }
.card {
  display: block; padding: 1.1rem 1.2rem 1.2rem; border: 1px solid var(--line); border-radius: .75rem;
  background: var(--card); color: inherit; text-decoration: none;
}
.card:hover, .card:focus-visible { border-color: var(--mark); }
.card:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
.card b { display: block; margin-bottom: .25rem; color: var(--mark); }
.card b::after { content: " →"; }
.card span { font-size: .93rem; color: var(--soft); }
section { margin: 2.5rem 0; }
pre {
  margin: 0; padding: 1.1rem 1.2rem; overflow-x: auto; border-radius: .75rem;
  background: var(--code); color: var(--code-ink);
}
code { font: .9rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
pre em { font-style: normal; color: #fcd34d; }
section p { margin: .8rem 0 0; color: var(--soft); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 1.1rem 2rem; margin: 0; }
dt { font-weight: 600; }
dd { margin: 0; font-size: .93rem; color: var(--soft); }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .85rem; color: var(--soft); }
`;
