import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { uniqueTexts } from '../support/default-rows.ts';
import { askFor } from '../support/graphql.ts';
import type { ListPage, OrderedList } from '../support/ordered-lists.ts';
import { orderedLists, sourceOf } from '../support/ordered-lists.ts';
import type { FilledModel } from '../support/record-rows.ts';
import { recordIdOf, userIdOf } from '../support/record-rows.ts';
import { useFilledWorkspaces } from '../support/records.ts';

/** Lists that are read page by page while their records change: each order of each list, from its start and from its end. */

const api = useTestApi();
const { ours } = useFilledWorkspaces(api, { ours: 5, theirs: 3 });

const models = [...new Set(orderedLists.map(({ model }) => model))];
const columnsOf = (model: string) =>
  new Set(orderedLists.flatMap((list) => (list.model === model ? (list.column ?? []) : [])));

/** Runs SQL as the owner of the tables does, past triggers and references. */
async function tamper(...statements: string[]): Promise<void> {
  const client = await api.owner.connect();
  try {
    await client.query('BEGIN');
    await client.query("SET LOCAL session_replication_role = 'replica'");
    for (const statement of statements) await client.query(statement);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

const idSql = (model: string, index: number) => {
  const { accountId } = ours;
  return model === 'User'
    ? String(userIdOf(accountId, index))
    : `'${recordIdOf(accountId, model as FilledModel, index)}'`;
};

/** Has values repeat in every column that lists are ordered by, and be missing, as far as the tables allow. */
async function repeatValues(model: string): Promise<void> {
  const mine = `"accountId" = ${ours.accountId}`;
  for (const column of columnsOf(model)) {
    const numbered = `(SELECT id, row_number() OVER (ORDER BY id) AS n FROM "${model}" WHERE ${mine}) r`;
    const repeated = `UPDATE "${model}" t SET "${column}" = o."${column}" FROM ${numbered}, "${model}" o
      WHERE t.${mine} AND r.id = t.id AND o.${mine} AND o.id = (SELECT id FROM "${model}" WHERE ${mine} AND "${column}" IS NOT NULL
        ORDER BY id OFFSET r.n / 3 LIMIT 1) AND r.n % 3 > 0`;
    const missing = `UPDATE "${model}" t SET "${column}" = NULL FROM ${numbered} WHERE t.${mine} AND r.id = t.id AND r.n % 4 = 0`;
    for (const statement of [repeated, missing]) await tamper(statement).catch(() => undefined);
  }
}

beforeAll(async () => {
  for (const model of models) await repeatValues(model);
});

const limited = (statement: string) => /\bLIMIT\b/.test(statement);

/** A page as it is read; it is the same however it is read, and no statement reads more than the page. */
async function page(list: OrderedList, args: string, cursor?: string | null): Promise<ListPage> {
  const location = cursor === undefined ? {} : { cursor };
  const { data, statements } = await askFor(api.ours.context, sourceOf(list, args), location);
  expect(statements.filter((statement) => !limited(statement))).toEqual([]);
  return data.list as ListPage;
}

const idsOf = ({ edges }: ListPage) => edges.map(({ node }) => node.id);

/** All records in an order, as PostgreSQL has it. */
async function ordered({ model, column, direction, ...list }: OrderedList): Promise<string[]> {
  if (column === undefined)
    return idsOf(await page({ ...list, model, column, direction }, 'first: 100'));
  const { rows } = await api.database.pool.query(
    `SELECT id FROM "${model}" WHERE "accountId" = $1 ORDER BY "${column}" ${direction}, id ${direction}`,
    [ours.accountId],
  );
  return rows.map(({ id }) => (model === 'User' ? `usr_${id}` : id));
}

describe.each(orderedLists)('$name', (list) => {
  test('is paged in steps of 2 in both directions, with the right page information at each', async () => {
    const all = await ordered(list);
    expect(all.length).toBeGreaterThan(4);
    let after: string | null | undefined;
    for (let from = 0; from < all.length; from += 2) {
      const { edges, pageInfo } = await page(
        list,
        from > 0 ? 'first: 2, after: $cursor' : 'first: 2',
        after,
      );
      expect(edges.map(({ node }) => node.id)).toEqual(all.slice(from, from + 2));
      expect(pageInfo).toMatchObject({
        hasPreviousPage: from > 0,
        hasNextPage: from + 2 < all.length,
      });
      after = pageInfo.endCursor;
    }
    let before: string | null | undefined;
    for (let to = all.length; to > 0; to -= 2) {
      const { edges, pageInfo } = await page(
        list,
        to < all.length ? 'last: 2, before: $cursor' : 'last: 2',
        before,
      );
      expect(edges.map(({ node }) => node.id)).toEqual(all.slice(Math.max(0, to - 2), to));
      expect(pageInfo).toMatchObject({ hasPreviousPage: to > 2, hasNextPage: to < all.length });
      before = pageInfo.startCursor;
    }
  });
});

const gone = 900;

describe.each(models)('the lists of %s', (model) => {
  test('continue at the position of a cursor after its record is deleted', async () => {
    const own = orderedLists.filter((list) => list.model === model);
    await tamper(
      `CREATE TEMP TABLE extra ON COMMIT DROP AS SELECT * FROM "${model}" WHERE "accountId" = ${ours.accountId} AND id = ${idSql(model, 1)}`,
      `UPDATE extra SET id = ${idSql(model, gone)}`,
      ...uniqueColumns(model).map(
        (column) => `UPDATE extra SET "${column}" = "${column}" || ' gone'`,
      ),
      ...(model === 'Invoice' ? ['UPDATE extra SET "invoiceNumber" = 900'] : []),
      ...(model === 'Ticket' ? ['UPDATE extra SET "ticketNumber" = 900'] : []),
      ...(model === 'InvoiceLine' ? ['UPDATE extra SET position = 900'] : []),
      `INSERT INTO "${model}" SELECT * FROM extra`,
    );
    const nodeId = model === 'User' ? `usr_${idSql(model, gone)}` : idSql(model, gone).slice(1, -1);
    const left: { list: OrderedList; cursor: string; ids: string[]; at: number }[] = [];
    for (const list of own) {
      const whole = await page(list, 'first: 100');
      const ids = idsOf(whole);
      const at = ids.indexOf(nodeId);
      if (list.field === 'payableInvoices' && at < 0) continue;
      left.push({ list, cursor: String(whole.edges[at]?.cursor), ids, at });
    }
    await tamper(
      `DELETE FROM "${model}" WHERE "accountId" = ${ours.accountId} AND id = ${idSql(model, gone)}`,
    );
    for (const { list, cursor, ids, at } of left) {
      expect(at, list.name).toBeGreaterThanOrEqual(0);
      const next = await page(list, `first: 2, after: "${cursor}"`);
      expect(idsOf(next), list.name).toEqual(ids.slice(at + 1, at + 3));
      expect(next.pageInfo, list.name).toMatchObject({
        hasPreviousPage: at > 0,
        hasNextPage: at + 3 < ids.length,
      });
      const previous = await page(list, `last: 2, before: "${cursor}"`);
      expect(idsOf(previous), list.name).toEqual(ids.slice(Math.max(0, at - 2), at));
      expect(previous.pageInfo, list.name).toMatchObject({
        hasPreviousPage: at > 2,
        hasNextPage: at + 1 < ids.length,
      });
    }
  });
});

/** Texts of which no two records of a workspace have the same, those among them that an index of the SQL compares. */
const uniqueColumns = (model: string) => [
  ...uniqueTexts(model),
  ...(['Contact', 'User'].includes(model) ? ['email'] : []),
];

test('a list continues from the values in its cursor after its record changed', async () => {
  const list = orderedLists.find(({ name }) => name === 'vendors by name ASC') as OrderedList;
  const all = await ordered(list);
  const first = await page(list, 'first: 2');
  await api.database.prisma.vendor.updateMany({
    where: { accountId: ours.accountId, id: String(all[1]) },
    data: { name: 'ZZ moved to the end' },
  });
  const next = await page(list, `first: 2, after: "${first.pageInfo.endCursor}"`);
  expect(idsOf(next)).toEqual(all.slice(2, 4));
});
