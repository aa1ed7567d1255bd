/**
 * CSS with the workspace's accent colour. Dark mode keeps the default colour, which has more
 * contrast.
 */
export const invoiceStyleWithAccent = (accent: string | null): string =>
  accent === null
    ? invoiceStyle
    : `${invoiceStyle}@media print, (prefers-color-scheme: light) { :root { --mark: ${accent}; --mark-ink: #fff; } }\n`;

/** CSS of the customer's page. The content security policy contains its hash. */
export const invoiceStyle = `
:root {
  color-scheme: light dark;
  --back: #eef1ef; --card: #fff; --panel: #f3f6f4; --line: #e0ddd5; --ink: #1c1f1e; --soft: #5d6461; --mark: #0f766e;
  --mark-ink: #fff;
  --draft: #5d6461; --draft-tint: #eceae4; --open: #0f5f8a; --open-tint: #e0f0fa; --late: #a4262c; --late-tint: #fbe6e6;
  --paid: #0b6b45; --paid-tint: #dcf5e8;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --back: #0d1110; --card: #171d1b; --panel: #1e2624; --line: #2c3532; --ink: #e9efec; --soft: #9fb0aa; --mark: #5eead4;
    --mark-ink: #06201c;
    --draft: #b9c2be; --draft-tint: #2a312f; --open: #8ecdf2; --open-tint: #12303f; --late: #ffb0b0; --late-tint: #45191b;
    --paid: #86e3b8; --paid-tint: #0f3526;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--back); color: var(--ink); font-size: 1rem; line-height: 1.5;
  font-family: "Noto Sans", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main {
  max-width: 53rem; margin: 0 auto; background: var(--card); border-top: .4rem solid var(--mark);
  padding: clamp(1.25rem, 5vw, 3.5rem); overflow-wrap: anywhere;
}
@media screen and (min-width: 48rem) { main { margin: clamp(1rem, 4vw, 3rem) auto; border-radius: .4rem; box-shadow: 0 1px 3px #0002, 0 12px 40px #0001; } }
h1, h2, p, dl, dd { margin: 0; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem 2rem; }
.wordmark { font-size: clamp(1.5rem, 5vw, 2.1rem); font-weight: 700; line-height: 1.2; letter-spacing: -.01em; }
.wordmark img {
  display: block; width: auto; height: auto; max-width: min(100%, 18rem); max-height: 5.5rem; object-fit: contain;
  object-position: left top;
}
@media screen and (prefers-color-scheme: dark) { .wordmark img { padding: .6rem .8rem; border-radius: .4rem; background: #fff; } }
.number { text-align: end; }
h1 { font-size: 1.35rem; line-height: 1.3; }
h1 span, h2, dt, th, .party b:first-child {
  display: block; font-size: .72rem; font-weight: 700; letter-spacing: .06em; text-transform: uppercase; color: var(--soft);
}
.badge {
  display: inline-block; margin-top: .4rem; padding: .15rem .75rem; border-radius: 1rem; font-size: .78rem; font-weight: 700;
  color: var(--draft); background: var(--draft-tint);
}
.open { color: var(--open); background: var(--open-tint); }
.late { color: var(--late); background: var(--late-tint); }
.paid { color: var(--paid); background: var(--paid-tint); }
.parties { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1.5rem; margin: 2rem 0; }
.party p { color: var(--soft); font-size: .95rem; }
.party .name { color: var(--ink); font-weight: 700; font-size: 1rem; margin-top: .2rem; }
.summary {
  display: flex; flex-wrap: wrap; gap: 1rem 3rem; align-items: flex-start; padding: 1.2rem 1.4rem; border-radius: .75rem;
  background: var(--panel);
}
.summary dd { font-weight: 600; }
.summary .due { margin-inline-start: auto; text-align: end; }
.summary .due dd { font-size: 1.75rem; line-height: 1.25; color: var(--mark); font-weight: 700; }
.opening { margin: 1.5rem 0; }
.opening p { color: var(--soft); }
.opening .subject { color: var(--ink); font-weight: 600; }
.button {
  display: inline-block; margin-top: 1rem; padding: .6rem 1.2rem; border-radius: .5rem; background: var(--mark);
  color: var(--mark-ink); font-weight: 600; text-decoration: none;
}
.button:hover { filter: brightness(1.1); }
.button:focus-visible { outline: 3px solid var(--mark); outline-offset: 3px; }
.file a { display: inline-block; margin-top: .5rem; padding: .25rem 0; color: var(--mark); }
table { width: 100%; border-collapse: collapse; }
th { display: table-cell; padding: .4rem 0; border-bottom: 2px solid var(--ink); text-align: start; white-space: nowrap; }
td { padding: .7rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th + th, td + td { text-align: end; padding-inline-start: 1.25rem; }
td + td, .sums dd { white-space: nowrap; font-variant-numeric: tabular-nums; }
th.date, td.date { text-align: start; }
td small { display: block; color: var(--soft); }
.text { white-space: pre-line; unicode-bidi: plaintext; text-align: left; }
.sums { width: min(100%, 25rem); margin: 1rem 0 2.5rem auto; }
.sums div { display: flex; justify-content: space-between; gap: 1.5rem; padding: .25rem 0; }
.sums dt { display: block; font-size: 1rem; font-weight: 400; letter-spacing: 0; text-transform: none; color: var(--ink); }
.sums a { color: inherit; text-underline-offset: .2em; }
.sums a:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
.sums .strong { border-top: 1px solid var(--line); margin-top: .35rem; padding-top: .6rem; }
.sums .strong dt, .sums .strong dd { font-weight: 700; font-size: 1.1rem; }
section { margin-top: 1.75rem; }
section h2 { break-after: avoid; }
section .text { margin-top: .3rem; }
.pay { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem 2rem; }
.pay > div { flex: 1 1 16rem; }
.pay dl div { display: flex; flex-wrap: wrap; gap: 0 .6rem; }
.pay dt { min-width: 10rem; font-size: .95rem; font-weight: 400; letter-spacing: 0; text-transform: none; }
.pay .text { margin-top: .7rem; }
.code { width: 9rem; height: 9rem; flex: none; border-radius: .4rem; break-inside: avoid; }
footer {
  margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .85rem;
}
footer p:not(.text), footer:not(:has(.text)) { display: none; }
.message { text-align: center; padding-block: clamp(3rem, 12vw, 7rem); }
.message h1 { font-size: 1.6rem; margin-bottom: .75rem; }
.message p { color: var(--soft); max-width: 32rem; margin: .5rem auto 0; }
@media screen and (max-width: 36rem) {
  main { display: flex; flex-direction: column; }
  header { order: -3; }
  .summary { order: -2; margin-top: 1.5rem; }
  .opening { order: -1; margin-bottom: 0; }
  .wordmark { flex-basis: 100%; }
  .number { text-align: start; }
  .summary .due { margin-inline-start: 0; text-align: start; flex-basis: 100%; order: -1; }
  .button { display: block; text-align: center; }
  .file { text-align: center; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .1rem 1rem; padding: .7rem 0; border-bottom: 1px solid var(--line); }
  thead tr { display: block; }
  td, td + td { border: 0; padding: 0; }
  td:first-child { grid-column: 1 / -1; }
  td.quantity { grid-column: 1; text-align: start; color: var(--soft); white-space: normal; }
  td.price, .flat td.quantity { display: none; }
  .flat td:first-child { grid-column: 1; }
  td.date { grid-column: 1 / -1; text-align: start; color: var(--soft); font-size: .9rem; }
  td.date:empty { display: none; }
  td.total { font-weight: 600; }
  .times { display: inline; }
  .pay dl div { display: block; margin-top: .5rem; }
  .pay dt { font-size: .85rem; color: var(--soft); }
}
@media (min-width: 36.01rem) { .times { display: none; } }
@media print {
  @page { margin: 16mm; }
  html { font-size: 9.5pt; }
  body { background: none; }
  main { max-width: none; margin: 0; padding: 0; border: 0; box-shadow: none; }
  .summary { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .badge { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .button, .file { display: none; }
  footer p:not(.text), footer:not(:has(.text)) { display: block; }
  thead { display: table-header-group; }
  tr, .sums, section { break-inside: avoid; }
  tr.long { break-inside: auto; orphans: 4; widows: 4; }
  .sums, footer { break-before: avoid; }
  .sums { margin-bottom: 1.5rem; }
  footer { margin-top: 1.25rem; }
  .times { display: none; }
}
`;
