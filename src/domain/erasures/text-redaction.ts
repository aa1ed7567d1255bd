import { getDatamodel } from '../../generated/pothos/types.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import type { PermissionArea } from '../../platform/permissions/permissions.ts';
import type { CompletedErasureStep } from './erasure-step.ts';
import { redactionPatterns, redactionSpellings } from './redaction-patterns.ts';

const erasedWord = '[erased]';

/** Settings often contain a word with another meaning. */
const settingAreas: readonly PermissionArea[] = ['settings', 'people', 'keys'];

/** The names of other clients, contacts and vendors stay. */
const nameColumns: Partial<Record<RecordModel, readonly string[]>> = {
  Client: [
    ...['name', 'address1', 'address2', 'city', 'locality', 'postal', 'country'],
    ...['website', 'phone', 'taxId', 'legalId', 'electronicAddress', 'buyerReference', 'initials'],
  ],
  Contact: ['firstName', 'lastName', 'role', 'email', 'phone', 'mobile'],
  Vendor: ['name', 'email', 'phone', 'website', 'taxId'],
};

/** Codes and references contain no names. The number of a credit note can contain the client's name. */
const codeColumns =
  /^(id|numberFormatted|accountId|\w*[cC]urrency|color|hexColor|timeZone|viewToken|messageId|mediaType|sha256|numberSeries|\w*[pP]eriod)$|Id$/;

const { models } = getDatamodel().datamodel;

interface Column {
  name: string;
  kind: 'text' | 'list' | 'json';
}

function columnsOf(model: RecordModel): Column[] {
  const hidden = nameColumns[model] ?? [];
  return (models[model]?.fields ?? [])
    .filter(({ kind, type }) => kind === 'scalar' && (type === 'String' || type === 'Json'))
    .filter(({ name }) => name === 'externalId' || name === 'ticketId' || !codeColumns.test(name))
    .filter(({ name }) => !hidden.includes(name))
    .map(({ isList, name, type }) => {
      if (type === 'Json') return { name, kind: 'json' };
      return { name, kind: isList ? 'list' : 'text' };
    });
}

const searchedColumns: ReadonlyMap<RecordModel, readonly Column[]> = new Map(
  (Object.keys(permissionAreaByModel) as RecordModel[])
    .filter((model) => !settingAreas.includes(permissionAreaByModel[model]))
    .map((model) => [model, columnsOf(model)] as const)
    .filter(([, columns]) => columns.length > 0),
);

/** Columns that are searched but not changed. */
const retainedColumns: ReadonlyMap<RecordModel, readonly Column[]> = new Map(
  [
    ...(Object.keys(permissionAreaByModel) as RecordModel[])
      .filter((model) => settingAreas.includes(permissionAreaByModel[model]))
      .map((model) => [model, columnsOf(model)] as const),
    ...Object.entries(nameColumns).map(
      ([model, columns]) =>
        [
          model as RecordModel,
          columns.map((column): Column => ({ name: column, kind: 'text' })),
        ] as const,
    ),
  ].filter(([, columns]) => columns.length > 0),
);

const name = (column: string) => Prisma.raw(`"${column}"`);

function textSql(columns: readonly Column[]): Prisma.Sql {
  const parts = columns.map(({ name: column, kind }) => {
    const own = Prisma.sql`t.${name(column)}`;
    if (kind === 'json') return Prisma.sql`${own}::text`;
    return kind === 'list' ? Prisma.sql`array_to_string(${own}, E'\n')` : own;
  });
  return Prisma.sql`concat_ws(E'\n', ${Prisma.join(parts)})`;
}

/** Issued invoices stay. Drafts can change. */
const isOfDraft = (accountId: number) => Prisma.sql`(SELECT i.status FROM "Invoice" i
  WHERE i."accountId" = ${accountId} AND i.id = t."invoiceId") = 'DRAFT'`;
const never = () => Prisma.sql`false`;
const changeableRows: Partial<Record<RecordModel, (accountId: number) => Prisma.Sql>> = {
  Invoice: () => Prisma.sql`t.status = 'DRAFT'`,
  InvoiceLine: isOfDraft,
  InvoiceTaxLine: isOfDraft,
  // Credit notes have no drafts.
  CreditNote: never,
  CreditNoteLine: never,
  CreditNoteTaxLine: never,
};

/** Without the word, two values could be equal. The unique index of `externalId` is not in the schema. */
const isUnique = (model: RecordModel, column: string): boolean =>
  column === 'externalId' ||
  (models[model]?.uniqueIndexes ?? []).some(({ fields }) => fields.includes(column));

type Row = { id: string } & Record<string, unknown>;

const matchesSql = (columns: readonly Column[], words: readonly string[]): Prisma.Sql =>
  Prisma.sql`${textSql(columns)} ILIKE ANY(${redactionPatterns(words)}::text[])`;

/** Locks the rows. */
async function findMatches(
  { accountId, db }: Context,
  model: RecordModel,
  columns: readonly Column[],
  words: readonly string[],
): Promise<Row[]> {
  const selectedColumns = columns.map((column) => Prisma.sql`t.${name(column.name)}`);
  const condition = changeableRows[model]?.(accountId);
  return db.$queryRaw<Row[]>`
    SELECT t.id, ${Prisma.join(selectedColumns)} FROM ${Prisma.raw(`"${model}"`)} t
    WHERE t."accountId" = ${accountId} ${condition ? Prisma.sql`AND ${condition}` : Prisma.empty}
      AND ${matchesSql(columns, words)}
    ORDER BY t.id FOR NO KEY UPDATE OF t`;
}

/** Matches whole words in any case and spelling. */
function wordPattern(words: readonly string[]): RegExp {
  const escaped = redactionSpellings(words).map((word) =>
    word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'),
  );
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

function withoutWords(
  rows: readonly Row[],
  words: readonly string[],
  isUnique: (column: string) => boolean,
): Row[] {
  const pattern = wordPattern(words);
  return rows.flatMap((row) => {
    const { id, ...columns } = row;
    const replace = (value: unknown, replacement: string): unknown => {
      if (typeof value === 'string') return value.replace(pattern, replacement);
      if (Array.isArray(value)) return value.map((one) => replace(one, replacement));
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [
          key.replace(pattern, replacement),
          replace(one, replacement),
        ]),
      );
    };
    const changed = Object.entries(columns).flatMap(([column, value]) => {
      const replacement = isUnique(column) ? `[erased ${id.slice(-12)}]` : erasedWord;
      const next = replace(value, replacement);
      return JSON.stringify(next) === JSON.stringify(value) ? [] : [[column, next] as const];
    });
    return changed.length === 0 ? [] : [{ ...row, ...Object.fromEntries(changed) }];
  });
}

async function writeRows(
  { accountId, db }: Context,
  model: RecordModel,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const table = Prisma.raw(`"${model}"`);
  const columns = Object.keys(first).filter((column) => column !== 'id');
  const set = columns.map((column) => Prisma.sql`${name(column)} = r.${name(column)}`);
  await db.$executeRaw`
    UPDATE ${table} t SET ${Prisma.join(set)}
    FROM json_populate_recordset(NULL::${table}, ${JSON.stringify(rows)}::json) r
    WHERE t."accountId" = ${accountId} AND t.id = r.id`;
}

const notesOfOthers = 'Other records that mention it keep everything except the mention.';
const unchangedTextsReason =
  'Settings of the workspace and names of other records are not changed: check them yourself.';

/** Redacts words in all records, except issued invoices, settings and names of other records. */
export async function redactTexts(
  context: Context,
  words: readonly string[],
): Promise<CompletedErasureStep[]> {
  const done: CompletedErasureStep[] = [];
  if (words.length === 0) return done;
  for (const [model, columns] of searchedColumns) {
    const found = await findMatches(context, model, columns, words);
    const rows = withoutWords(found, words, (column) => isUnique(model, column));
    await writeRows(context, model, rows);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) done.push({ model, action: 'BLANKED', ids, reason: notesOfOthers });
  }
  return done;
}

/** Counts the words that remain in settings and names of other records. */
export async function countRemainingMatches(
  { accountId, db }: Context,
  words: readonly string[],
): Promise<{ model: RecordModel; count: number; reason: string }[]> {
  const remaining: { model: RecordModel; count: number; reason: string }[] = [];
  if (words.length === 0) return remaining;
  for (const [model, columns] of retainedColumns) {
    const [found] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM ${Prisma.raw(`"${model}"`)} t
      WHERE t."accountId" = ${accountId} AND ${matchesSql(columns, words)}`;
    const count = found?.count ?? 0;
    if (count > 0) remaining.push({ model, count, reason: unchangedTextsReason });
  }
  return remaining;
}
