import type { Sum } from './invoice-document.ts';
import { hanFamilyOf } from './font-coverage.ts';
import type { Party } from './party.ts';
import type { PdfLayout, Type } from './pdf-layout.ts';
import {
  block,
  fileOf,
  fitted,
  flow,
  lineHeight,
  makeRoom,
  margin,
  newLayout,
  put,
  rule,
} from './pdf-layout.ts';
import { colors, types } from './pdf-styles.ts';
import { artifact, tagged } from './pdf-tags.ts';
import { putText } from './pdf-paragraphs.ts';
import type { StatementDocument, StatementLine, StatementPart } from './statement-document.ts';
import type { Words } from '../locales/documents/index.ts';

const left = margin;
const halfOf = ({ contentWidth }: PdfLayout) => contentWidth / 2 - 12;

/** The columns of the table: their left edges and widths. */
const columnsOf = ({ contentWidth }: PdfLayout) => ({
  date: { x: left, width: 100 },
  text: { x: left + 110, width: contentWidth - 330 },
  amount: { x: left + contentWidth - 210, width: 100 },
  balance: { x: left + contentWidth - 100, width: 100 },
});

type Column = keyof ReturnType<typeof columnsOf>;

const heads = {
  date: 'date',
  text: 'booked',
  amount: 'amount',
  balance: 'balance',
} as const satisfies Record<Column, keyof Words>;

/** The statement as a PDF on the workspace's paper: a table for each currency, whose head is repeated on every page. */
export async function layOutStatement(statement: StatementDocument): Promise<Buffer> {
  const { client, nothing, pageSize, parts, period, seller, title, words, writtenAt } = statement;
  const info = { title, author: seller.name, date: writtenAt, language: statement.language };
  const layout = newLayout(info, hanFamilyOf(textsOf(statement)), pageSize);
  artifact(layout, () => layout.pdf.rect(0, 0, layout.page.width, 6).fill(colors.mark));
  tagged(layout, 'H1', () => flow(layout, title, left, layout.contentWidth, types.wordmark));
  layout.y += 4;
  putText(layout, period, types.soft);
  layout.y += 16;
  const bottoms = [
    putParty(layout, seller, left),
    putParty(layout, client, left + halfOf(layout) + 24),
  ];
  layout.y = Math.max(...bottoms) + 20;
  if (parts.length === 0) putText(layout, nothing, types.body);
  for (const part of parts) putPart(layout, part, words);
  return fileOf(layout);
}

/** All that it says and that somebody wrote. */
function textsOf({ client, parts, seller }: StatementDocument): string {
  const parties = [seller, client].flatMap(({ lines, name }) => [name, ...lines]);
  const entries = parts.flatMap(({ lines }) =>
    lines.flatMap(({ detail, text }) => [text, detail ?? '']),
  );
  return [...parties, ...entries].join('\n');
}

function putParty(layout: PdfLayout, { lines, name }: Party, x: number): number {
  let { y } = layout;
  const put1 = (text: string, type: Type) => {
    const written = block(layout, text, halfOf(layout), type);
    put(layout, written, { x, y, width: halfOf(layout) });
    y += written.height;
  };
  tagged(layout, 'P', () => {
    put1(name, types.strong);
    for (const line of lines) put1(line, types.soft);
  });
  return y;
}

function putPart(
  layout: PdfLayout,
  { closing, currency, lines, opening }: StatementPart,
  words: Words,
): void {
  makeRoom(layout, 120);
  tagged(layout, 'H2', () => flow(layout, currency, left, layout.contentWidth, types.number));
  layout.y += 4;
  tagged(layout, 'Table', () => {
    const row = (draw: () => void) => tagged(layout, 'TR', draw);
    row(() => putHeads(layout, words));
    row(() => putSum(layout, opening, types.soft));
    layout.heading = () => putHeads(layout, words);
    for (const line of lines) row(() => putLine(layout, line));
    layout.heading = null;
    row(() => putSum(layout, closing, types.total));
  });
  layout.y += 18;
}

function putHeads(layout: PdfLayout, words: Words): void {
  for (const column of Object.keys(heads) as Column[]) {
    const text = { lines: [words[heads[column]].toUpperCase()], type: types.caption };
    const cell = () => put(layout, text, place(layout, column, layout.y));
    if (layout.isArtifact) cell();
    else tagged(layout, 'TH', cell, { scope: 'Column' });
  }
  layout.y += lineHeight(types.caption) + 4;
  rule(layout, colors.ink);
}

function place(layout: PdfLayout, column: Column, y: number) {
  const align = column === 'amount' || column === 'balance' ? 'right' : 'left';
  return { ...columnsOf(layout)[column], y, align } as const;
}

const padding = 5;

function putLine(layout: PdfLayout, { amount, balance, date, detail, text }: StatementLine): void {
  const { width } = columnsOf(layout).text;
  const words = block(layout, text, width, types.body);
  const more = detail === null ? null : block(layout, detail, width, types.small);
  const height = words.height + (more?.height ?? 0) + 2 * padding;
  makeRoom(layout, height);
  const y = layout.y + padding;
  const day = { lines: [date], type: types.body };
  tagged(layout, 'TD', () => put(layout, day, place(layout, 'date', y)));
  tagged(layout, 'TD', () => {
    put(layout, words, place(layout, 'text', y));
    if (more) put(layout, more, place(layout, 'text', y + words.height));
  });
  for (const [column, number] of [
    ['amount', amount],
    ['balance', balance],
  ] as const) {
    const type = fitted(layout, number, columnsOf(layout)[column].width, types.body);
    tagged(layout, 'TD', () => put(layout, { lines: [number], type }, place(layout, column, y)));
  }
  layout.y += height;
  rule(layout, colors.line);
}

function putSum(layout: PdfLayout, { amount, label }: Sum, type: Type): void {
  const height = lineHeight(type) + 2 * padding;
  makeRoom(layout, height);
  const y = layout.y + padding;
  const words = () =>
    put(layout, { lines: [label], type }, { x: left, y, width: layout.contentWidth - 110 });
  tagged(layout, 'TH', words, { scope: 'Row', columns: 3 });
  const { width } = columnsOf(layout).balance;
  const shown = { lines: [amount], type: fitted(layout, amount, width, type) };
  tagged(layout, 'TD', () => put(layout, shown, place(layout, 'balance', y)));
  layout.y += height;
  rule(layout, colors.line);
}
