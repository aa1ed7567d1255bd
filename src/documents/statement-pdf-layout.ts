import type { DocumentTexts } from '../locales/document-locale.ts';
import { detectHanFamily } from './font-coverage.ts';
import type { LabelledAmount } from './invoice-document.ts';
import type { Party } from './party.ts';
import type { PdfLayout, TextStyle } from './pdf-page-types.ts';
import { pageMargin } from './pdf-page-types.ts';
import { createPdfLayout, drawRule, ensureRoomOnPage, finishPdf } from './pdf-pages.ts';
import { drawParagraph } from './pdf-paragraphs.ts';
import { pdfColors, textStyles } from './pdf-styles.ts';
import { drawArtifact, drawTagged } from './pdf-tags.ts';
import {
  drawFlowingText,
  drawTextLines,
  layOutTextBlock,
  lineHeight,
  shrinkToWidth,
} from './pdf-text-block.ts';
import type { StatementDocument, StatementLine, StatementPart } from './statement-document.ts';

const left = pageMargin;
const halfWidth = ({ contentWidth }: PdfLayout) => contentWidth / 2 - 12;

const columnsOf = ({ contentWidth }: PdfLayout) => ({
  date: { x: left, width: 100 },
  text: { x: left + 110, width: contentWidth - 330 },
  amount: { x: left + contentWidth - 210, width: 100 },
  balance: { x: left + contentWidth - 100, width: 100 },
});

type Column = keyof ReturnType<typeof columnsOf>;

const headTextKeys = {
  date: 'date',
  text: 'booked',
  amount: 'amount',
  balance: 'balance',
} as const satisfies Record<Column, keyof DocumentTexts>;

/** One table for each currency with a repeated header. */
export async function layOutStatement(statement: StatementDocument): Promise<Buffer> {
  const { client, emptyText, pageSize, parts, period, seller, title, words, writtenAt } = statement;
  const info = { title, author: seller.name, date: writtenAt, language: statement.language };
  const layout = createPdfLayout(info, detectHanFamily(textsOf(statement)), pageSize);
  drawArtifact(layout, () => layout.pdf.rect(0, 0, layout.page.width, 6).fill(pdfColors.mark));
  drawTagged(layout, 'H1', () =>
    drawFlowingText(layout, title, left, layout.contentWidth, textStyles.wordmark),
  );
  layout.y += 4;
  drawParagraph(layout, period, textStyles.soft);
  layout.y += 16;
  const partyBottoms = [
    drawParty(layout, seller, left),
    drawParty(layout, client, left + halfWidth(layout) + 24),
  ];
  layout.y = Math.max(...partyBottoms) + 20;
  if (parts.length === 0) drawParagraph(layout, emptyText, textStyles.body);
  for (const part of parts) drawCurrency(layout, part, words);
  return finishPdf(layout);
}

/** All user-written texts. */
function textsOf({ client, parts, seller }: StatementDocument): string {
  const parties = [seller, client].flatMap(({ lines, name }) => [name, ...lines]);
  const entries = parts.flatMap(({ lines }) =>
    lines.flatMap(({ detail, text }) => [text, detail ?? '']),
  );
  return [...parties, ...entries].join('\n');
}

function drawParty(layout: PdfLayout, { lines, name }: Party, x: number): number {
  let { y } = layout;
  const drawBlock = (text: string, type: TextStyle) => {
    const textBlock = layOutTextBlock(layout, text, halfWidth(layout), type);
    drawTextLines(layout, textBlock, { x, y, width: halfWidth(layout) });
    y += textBlock.height;
  };
  drawTagged(layout, 'P', () => {
    drawBlock(name, textStyles.strong);
    for (const line of lines) drawBlock(line, textStyles.soft);
  });
  return y;
}

function drawCurrency(
  layout: PdfLayout,
  { closing, currency, lines, opening }: StatementPart,
  words: DocumentTexts,
): void {
  ensureRoomOnPage(layout, 120);
  drawTagged(layout, 'H2', () =>
    drawFlowingText(layout, currency, left, layout.contentWidth, textStyles.number),
  );
  layout.y += 4;
  drawTagged(layout, 'Table', () => {
    const row = (draw: () => void) => drawTagged(layout, 'TR', draw);
    row(() => drawTableHead(layout, words));
    row(() => drawBalance(layout, opening, textStyles.soft));
    layout.heading = () => drawTableHead(layout, words);
    for (const line of lines) row(() => drawLine(layout, line));
    layout.heading = null;
    row(() => drawBalance(layout, closing, textStyles.total));
  });
  layout.y += 18;
}

function drawTableHead(layout: PdfLayout, words: DocumentTexts): void {
  for (const column of Object.keys(headTextKeys) as Column[]) {
    const text = {
      lines: [words[headTextKeys[column]].toUpperCase()],
      type: textStyles.caption,
    };
    const cell = () => drawTextLines(layout, text, cellOf(layout, column, layout.y));
    if (layout.isArtifact) cell();
    else drawTagged(layout, 'TH', cell, { scope: 'Column' });
  }
  layout.y += lineHeight(textStyles.caption) + 4;
  drawRule(layout, pdfColors.ink);
}

function cellOf(layout: PdfLayout, column: Column, y: number) {
  const align = column === 'amount' || column === 'balance' ? 'right' : 'left';
  return { ...columnsOf(layout)[column], y, align } as const;
}

const padding = 5;

function drawLine(layout: PdfLayout, { amount, balance, date, detail, text }: StatementLine): void {
  const { width } = columnsOf(layout).text;
  const textLines = layOutTextBlock(layout, text, width, textStyles.body);
  const detailBlock =
    detail === null ? null : layOutTextBlock(layout, detail, width, textStyles.small);
  const height = textLines.height + (detailBlock?.height ?? 0) + 2 * padding;
  ensureRoomOnPage(layout, height);
  const y = layout.y + padding;
  const dateBlock = { lines: [date], type: textStyles.body };
  drawTagged(layout, 'TD', () => drawTextLines(layout, dateBlock, cellOf(layout, 'date', y)));
  drawTagged(layout, 'TD', () => {
    drawTextLines(layout, textLines, cellOf(layout, 'text', y));
    if (detailBlock)
      drawTextLines(layout, detailBlock, cellOf(layout, 'text', y + textLines.height));
  });
  for (const [column, amountText] of [
    ['amount', amount],
    ['balance', balance],
  ] as const) {
    const type = shrinkToWidth(
      layout,
      amountText,
      columnsOf(layout)[column].width,
      textStyles.body,
    );
    drawTagged(layout, 'TD', () =>
      drawTextLines(layout, { lines: [amountText], type }, cellOf(layout, column, y)),
    );
  }
  layout.y += height;
  drawRule(layout, pdfColors.line);
}

function drawBalance(layout: PdfLayout, { amount, label }: LabelledAmount, type: TextStyle): void {
  const height = lineHeight(type) + 2 * padding;
  ensureRoomOnPage(layout, height);
  const y = layout.y + padding;
  const drawLabel = () =>
    drawTextLines(
      layout,
      { lines: [label], type },
      { x: left, y, width: layout.contentWidth - 110 },
    );
  drawTagged(layout, 'TH', drawLabel, { scope: 'Row', columns: 3 });
  const { width } = columnsOf(layout).balance;
  const amountBlock = { lines: [amount], type: shrinkToWidth(layout, amount, width, type) };
  drawTagged(layout, 'TD', () => drawTextLines(layout, amountBlock, cellOf(layout, 'balance', y)));
  layout.y += height;
  drawRule(layout, pdfColors.line);
}
