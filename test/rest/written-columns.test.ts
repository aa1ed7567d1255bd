import { beforeAll, expect, test } from 'vitest';
import { readList } from '../../src/query/record-list.ts';
import type { ValueSerializer } from '../../src/rest/core/serializer.ts';
import {
  anyJson,
  bool,
  defineSerializer,
  integer,
  listOf,
  makeNullable,
  nullableDate,
  nullableDateTime,
  nullableDecimal,
  nullableText,
  nullableTime,
  text,
} from '../../src/rest/core/serializer.ts';
import { buildRecordQuery } from '../../src/rest/core/serializer-queries.ts';
import { createContext } from '../../src/write/request-context.ts';
import { useTestApi } from '../support/api.ts';
import { insertOneOfEach } from '../support/sample-records.ts';

const api = useTestApi();

interface Displayed {
  type: ValueSerializer<never>;
  sample: string;
  /** The displayed form of a value, by default the value itself. */
  show?: (value: never) => unknown;
}

/** What a column of each type of the database can be on a wire; any other type has to be added here. */
const serializers: Record<string, Displayed> = {
  date: {
    type: nullableDate,
    sample: `'1999-12-31'`,
    show: (value: Date) => value.toISOString().slice(0, 10),
  },
  timestamptz: {
    type: nullableDateTime,
    sample: `'2026-03-31T14:00:00.120Z'`,
    show: (value: Date) => value.toISOString(),
  },
  time: {
    type: nullableTime,
    sample: `'09:30:00'`,
    show: (value: Date) => value.toISOString().slice(11, 19),
  },
  numeric: { type: nullableDecimal, sample: '12.5000', show: Number },
  int4: { type: makeNullable(integer), sample: '7' },
  bool: { type: makeNullable(bool), sample: 'true' },
  text: { type: nullableText, sample: `E'tab\\t "quoted" \\\\ \\u0001 é 😀'` },
  _text: { type: listOf(text), sample: `ARRAY['a "b', '']` },
};

/** A row as its wire shows it, made here of what Prisma reads. */
function displayed(table: string, row: object): Record<string, unknown> {
  const own = columns.filter((column) => column.table === table);
  const fields = own.map(({ column, type }) => {
    const value = (row as Record<string, unknown>)[column];
    const show = serializers[type]?.show ?? ((same: unknown) => same);
    return [column, value === null ? null : show(value as never)];
  });
  return Object.fromEntries(fields);
}

interface Column {
  table: string;
  column: string;
  type: string;
  isNullable: boolean;
}

let columns: Column[];
let accountId: number;

beforeAll(async () => {
  const { pool } = api.database;
  accountId = await insertOneOfEach(pool);
  const { rows } = await pool.query<Column>(`
    SELECT table_name AS table, column_name AS column, is_nullable = 'YES' AS "isNullable",
      CASE WHEN EXISTS (SELECT FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid WHERE t.typname = udt_name)
        THEN 'text' ELSE udt_name END AS type
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name !~ '^_'
    ORDER BY table_name, ordinal_position`);
  columns = rows.filter(({ type }) => type !== 'jsonb' && type !== 'bytea');
});

const tables = [
  'Client',
  'Contact',
  'Project',
  'Invoice',
  'Payment',
  'Deliverable',
  'Expense',
] as const;

/** Columns that do not accept every text. */
const samples: Record<string, string> = {
  ...{ currency: `'EUR'`, hexColor: `'#1f6feb'` },
  // A reversed payment does not count on its invoice, whose totals are checked.
  ...{ reversedAt: 'NULL', reversalReason: 'NULL' },
  ...{ taxCategory: `'STANDARD'`, eInvoiceFormat: `'FACTUR_X'` },
};

/** Fills what may be empty, so that every type of column has a value somewhere. */
async function fill(table: string): Promise<void> {
  const empty = columns.filter(
    (column) => column.table === table && column.isNullable && !/Id$/.test(column.column),
  );
  const sets = empty.map(
    ({ column, type }) => `"${column}" = ${samples[column] ?? serializers[type]?.sample}`,
  );
  if (sets.length === 0) return;
  await api.database.pool.query(`UPDATE "${table}" SET ${sets.join(', ')} WHERE "accountId" = $1`, [
    accountId,
  ]);
}

/** A serializer with every column of a table, as a developer would add them. */
function serializerOf(table: string) {
  const own = columns.filter((column) => column.table === table);
  const fields = own.map(({ column, type }) => [column, serializers[type]?.type] as const);
  expect(fields.filter(([, type]) => type === undefined)).toEqual([]);
  return defineSerializer<never>()(
    `Every${table}`,
    'Every column.',
    Object.fromEntries(fields) as never,
  );
}

const contextOf = () =>
  createContext({ ...api.ours.context, root: api.database.prisma, accountId });

test.each(tables)(
  'every column of %s, of every type, is written by a statement as it is shown',
  async (table) => {
    await fill(table);
    const own = serializerOf(table);
    const name = `${table.charAt(0).toLowerCase()}${table.slice(1)}`;
    const delegate = api.database.prisma[name as 'client'];
    const rows = await delegate.findMany({ where: { accountId } });
    expect(rows.length).toBeGreaterThan(0);
    const listing = { orderBy: [{ column: 'id' }] };
    const read = await readList(contextOf(), buildRecordQuery(table, own), listing);
    expect(read).toMatchObject({ body: JSON.stringify(rows.map((row) => displayed(table, row))) });
  },
);

test('a date of contacts is returned with clients, by lists and by searches', async () => {
  await fill('Contact');
  const contacts = serializerOf('Contact');
  const rows = { orderBy: [{ column: 'id', direction: 'asc' }] } as const;
  const shape = { contacts: listOf(contacts, rows) };
  const clients = defineSerializer<never>()(
    'ClientWithContacts',
    'With all of them.',
    shape as never,
  );
  const found = await api.database.prisma.client.findMany({
    where: { accountId },
    include: { contacts: true },
  });
  const read = await readList(contextOf(), buildRecordQuery('Client', clients), {
    orderBy: [{ column: 'id' }],
  });
  const expected = found.map((row) => ({
    contacts: row.contacts.map((one) => displayed('Contact', one)),
  }));
  expect(read).toMatchObject({ body: JSON.stringify(expected) });
});

test('a field that no statement can write is reported when the service starts', () => {
  const shape = (field: string, type: ValueSerializer<never>) =>
    defineSerializer<never>()('Faulty', 'Cannot be listed.', { [field]: type } as never);
  expect(() => buildRecordQuery('Client', shape('nickname', text))).toThrow('"nickname" of Client');
  expect(() => buildRecordQuery('Client', shape('customValues', anyJson as never))).toThrow(
    '"customValues"',
  );
  expect(() => buildRecordQuery('Client', shape('contacts', text))).toThrow('"contacts" of Client');
});
