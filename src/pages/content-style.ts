/** Shared CSS of texts, lists, buttons and fields below the head. */
export const contentStyle = `
:root {
  color-scheme: light dark;
  --back: #fbfaf7; --card: #fff; --line: #e4e1d9; --ink: #1c1f1e; --soft: #5d6461; --mark: #0f766e;
  --good: #0b6b45; --bad: #a4262c; --wait: #0f5f8a; --odd: #8a5a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #111514; --card: #181e1c; --line: #2a3330; --ink: #e9efec; --soft: #98a5a0; --mark: #5eead4;
    --good: #6ee7b7; --bad: #fca5a5; --wait: #7dd3fc; --odd: #fcd34d;
  }
}
* { box-sizing: border-box; }
main [hidden] { display: none !important; }
body {
  margin: 0; background: var(--back); color: var(--ink);
  font: 1rem/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main { max-width: 56rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 2rem) 3rem; overflow-wrap: break-word; }
h1 { margin: .5rem 0; font-size: 1.6rem; line-height: 1.2; }
.soft { color: var(--soft); max-width: 42rem; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem; margin: .4rem 0 1rem; }
select, main button {
  font: inherit; padding: .5rem .8rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--card); color: inherit;
}
main button { cursor: pointer; }
main button:hover, main button:focus-visible { border-color: var(--mark); }
main a { color: var(--mark); }
main button.main { background: var(--mark); border-color: var(--mark); color: var(--back); font-weight: 600; }
#problem { color: var(--bad); }
#problem:empty { display: none; }
`;
