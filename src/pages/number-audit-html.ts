import { html } from 'hono/html';
import { dateText, numberText, visibleText } from '../documents/text-formatting.ts';
import type {
  AuditedSeries,
  AuditedVoidedInvoice,
  NumberAudit,
} from '../domain/accounting/number-audit.ts';
import type { DocumentTexts } from '../locales/document-locale.ts';
import { fillPlaceholders, pickDocumentLocale } from '../locales/document-locale.ts';
import { Decimal } from '../platform/money/money.ts';
import { htmlHead } from './html-head.ts';
import { accountingPageStyle } from './statement-html.ts';

type Markup = ReturnType<typeof html>;

interface AuditInfo {
  name: string;
  taxId: string | null;
  language: string | null;
  today: Date;
}

const seriesTextKeys = {
  INVOICE: 'seriesInvoice',
  DEPOSIT: 'seriesDeposit',
  CREDIT_NOTE: 'seriesCreditNote',
} as const satisfies Record<AuditedSeries['series'], keyof DocumentTexts>;

/**
 * The document numbers of a year for a tax office, in the workspace's language: first and last
 * number of each series, gaps, and voided invoices with reasons. Texts are escaped. The page has no
 * scripts and prints without its links.
 */
export function numberAuditHtml(
  audit: NumberAudit,
  { language: workspaceLanguage, name, taxId, today }: AuditInfo,
): Markup {
  const { chosen: chosenNumbers, series, voids, year } = audit;
  const { language, words } = pickDocumentLocale(workspaceLanguage);
  const title = fillPlaceholders(words.numbers, { year: String(year) });
  const isComplete = series.every(({ gaps }) => gaps.length === 0);
  return html`${htmlHead({ title: `${title} · ${visibleText(name)}`, language, style: accountingPageStyle, isUnlisted: true })}
<body>
<main>
<h1>${title}</h1>
<p class="name"><bdi>${visibleText(name)}</bdi>${taxId && html` · <bdi>${visibleText(taxId)}</bdi>`}</p>
<p class="soft">${fillPlaceholders(words.asOf, { date: dateText(today, language) })}</p>
${
  series.length === 0
    ? html`<p>${words.noNumbers}</p>`
    : html`<p><strong>${isComplete ? words.noneMissing : words.someMissing}</strong></p>${seriesTable(series, words, language)}`
}
${voids.length > 0 && voidedInvoicesTable(voids, words, language)}
${
  chosenNumbers.length > 0 &&
  html`<h2>${words.chosenNumbers}</h2>
<p>${chosenNumbers.map((number, index) => html`${index > 0 ? ', ' : ''}<bdi>${visibleText(number)}</bdi>`)}</p>`
}
<p class="links"><a href="numbers?year=${year - 1}" rel="prev">${year - 1}</a> · ${year < today.getUTCFullYear() && html`<a href="numbers?year=${year + 1}" rel="next">${year + 1}</a> · `}<a href="numbers.csv?year=${year}">${words.downloadCsv}</a></p>
</main>
</body>
</html>`;
}

function seriesTable(
  series: readonly AuditedSeries[],
  words: DocumentTexts,
  language: string,
): Markup {
  const formatCount = (count: number) => numberText(new Decimal(count), language);
  const headings = [words.count, words.drafts, words.void];
  // Counters that never restart have no period.
  const hasPeriods = series.some(({ period }) => period !== '');
  const firstHeadings = [
    words.series,
    ...(hasPeriods ? [words.period] : []),
    words.first,
    words.last,
  ];
  return html`<div class="wide" role="region" aria-label="${words.series}" tabindex="0"><table role="table">
<thead role="rowgroup"><tr role="row">${firstHeadings.map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}${headings.map(
    (head) => html`<th role="columnheader" scope="col" class="number">${head}</th>`,
  )}<th role="columnheader" scope="col" class="number">${words.missing}</th></tr></thead>
<tbody role="rowgroup">
${series.map(
  ({ count, drafts, first, gaps, last, period, series: seriesName, voided }) =>
    html`<tr role="row"><th role="rowheader" scope="row">${words[seriesTextKeys[seriesName]]}</th>${hasPeriods && html`<td role="cell" data-label="${words.period}">${period}</td>`}<td role="cell" class="whole" data-label="${words.first}"><bdi>${visibleText(first)}</bdi></td><td role="cell" class="whole" data-label="${words.last}"><bdi>${visibleText(last)}</bdi></td>
${[count, drafts, voided].map((count, index) => html`<td role="cell" class="number" data-label="${headings[index]}">${formatCount(count)}</td>`)}<td role="cell" class="number gaps" data-label="${words.missing}">${gapsText(gaps)}</td></tr>
`,
)}</tbody>
</table></div>`;
}

/** For example "3, 7–9", or "–" if there are no gaps. */
const gapsText = (gaps: AuditedSeries['gaps']): string =>
  gaps.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ') ||
  '–';

function voidedInvoicesTable(
  voids: readonly AuditedVoidedInvoice[],
  words: DocumentTexts,
  language: string,
): Markup {
  const formatDay = (date: Date | null) => date && dateText(date, language);
  const headings = [words.number, words.issued, words.voidSince, words.reason];
  return html`<h2>${words.voids}</h2>
<div class="wide" role="region" aria-label="${words.voids}" tabindex="0"><table role="table">
<thead role="rowgroup"><tr role="row">${headings.map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">
${voids.map(
  ({ dateIssued, number, reason, voidedOn }) =>
    html`<tr role="row"><th role="rowheader" scope="row" class="whole"><bdi>${visibleText(number)}</bdi></th><td role="cell" data-label="${words.issued}">${formatDay(dateIssued)}</td><td role="cell" data-label="${words.voidSince}">${formatDay(voidedOn)}</td><td role="cell" data-label="${words.reason}"><bdi>${reason && visibleText(reason)}</bdi></td></tr>
`,
)}</tbody>
</table></div>`;
}
