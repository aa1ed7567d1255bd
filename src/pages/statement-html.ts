import { html } from 'hono/html';
import type { Party } from '../documents/party.ts';
import type { StatementDocument, StatementPart } from '../documents/statement-document.ts';
import type { DocumentTexts } from '../locales/document-locale.ts';
import { htmlHead } from './html-head.ts';

type Markup = ReturnType<typeof html>;

/** CSS of the accounting pages. Their content security policy contains its hash. */
export const accountingPageStyle = `
:root { color-scheme: light dark; --line: #dcd9d0; --ink: #1c1f1e; --soft: #5d6461; --mark: #0f766e; --card: #fff; }
@media screen and (prefers-color-scheme: dark) {
  :root { --line: #2c3532; --ink: #e9efec; --soft: #9fb0aa; --mark: #5eead4; --card: #171d1b; }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--card); color: var(--ink); line-height: 1.5;
  font-family: "Noto Sans", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main { max-width: 53rem; margin: 0 auto; padding: clamp(1rem, 4vw, 3rem); overflow-wrap: anywhere; }
h1, h2, p { margin: 0; }
h2 { margin-top: 2rem; }
a { color: var(--mark); }
.soft, small { color: var(--soft); }
.parties { display: flex; flex-wrap: wrap; gap: 1rem 3rem; margin: 1.5rem 0; }
.parties > div { flex: 1 1 14rem; }
.name { font-weight: 600; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .4rem .5rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
thead th { color: var(--soft); font-size: .8rem; font-weight: 600; }
th.number, td.number { padding-right: 0; padding-left: .5rem; text-align: right; }
tfoot th, tfoot td { font-weight: 700; }
small { display: block; }
.wide { overflow-x: auto; overflow-wrap: break-word; margin-top: .75rem; }
.wide .number, .wide .whole { white-space: nowrap; }
.wide .gaps { white-space: normal; }
.links { margin-top: 1.5rem; }
@media screen and (max-width: 36rem) {
  h1 { font-size: 1.5rem; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tfoot, tr { display: block; }
  tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
  tbody th, tbody td, tfoot th, tfoot td { display: flex; justify-content: space-between; gap: 1rem; padding: .1rem 0; border: 0; text-align: end; }
  tbody td.number, tfoot td.number { padding-left: 0; }
  td > span { text-align: start; }
  tbody th { font-weight: 600; text-align: start; }
  td[data-label]::before { content: attr(data-label); flex: none; color: var(--soft); font-size: .85rem; text-align: start; }
}
@media print { @page { margin: 18mm 16mm; } main { max-width: none; padding: 0; } h2 { break-after: avoid; } .links { display: none; } thead { display: table-header-group; } tr { break-inside: avoid; } }
`;

/**
 * A statement of account. Texts are escaped and keep their own text direction. The page has no
 * scripts.
 */
export function statementHtml(statement: StatementDocument, pdf: string): Markup {
  const {
    client,
    language,
    emptyText,
    parts: currencies,
    period,
    seller,
    title,
    words,
  } = statement;
  return html`${htmlHead({ title: `${title} · ${client.name}`, language, style: accountingPageStyle, isUnlisted: true })}
<body>
<main>
<h1>${title}</h1>
<p class="soft">${period}</p>
<div class="parties">${party(seller)}${party(client)}</div>
${currencies.length === 0 ? html`<p>${emptyText}</p>` : currencies.map((currency) => table(currency, words))}
<p class="links"><a href="${pdf}">${words.downloadPdf}</a></p>
</main>
</body>
</html>`;
}

const party = ({ lines, name }: Party) =>
  html`<div><p class="name"><bdi>${name}</bdi></p>${lines.map((line) => html`<p><bdi>${line}</bdi></p>`)}</div>`;

function table(
  { closing, currency, lines, opening }: StatementPart,
  { amount: amountHead, balance: balanceHead, booked, date: dateHead }: DocumentTexts,
): Markup {
  return html`<h2>${currency}</h2>
<div class="wide" role="region" aria-label="${currency}" tabindex="0"><table role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${dateHead}</th><th role="columnheader" scope="col">${booked}</th><th role="columnheader" scope="col" class="number">${amountHead}</th><th role="columnheader" scope="col"
class="number">${balanceHead}</th></tr></thead>
<tbody role="rowgroup">
<tr role="row"><th role="rowheader" scope="row" colspan="3">${opening.label}</th><td role="cell" class="number" data-label="${balanceHead}">${opening.amount}</td></tr>
${lines.map(
  ({ amount, balance, date, detail, text }) =>
    html`<tr role="row"><td role="cell">${date}</td><td role="cell"><span><bdi>${text}</bdi>${detail && html`<small><bdi>${detail}</bdi></small>`}</span></td><td
role="cell" class="number" data-label="${amountHead}">${amount}</td><td role="cell" class="number" data-label="${balanceHead}">${balance}</td></tr>
`,
)}</tbody>
<tfoot role="rowgroup"><tr role="row"><th role="rowheader" scope="row" colspan="3">${closing.label}</th><td role="cell" class="number" data-label="${balanceHead}">${closing.amount}</td></tr></tfoot>
</table></div>`;
}
