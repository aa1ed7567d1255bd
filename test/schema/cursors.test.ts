import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { ask, askFor } from '../support/graphql.ts';
import type { ListPage, OrderedList } from '../support/ordered-lists.ts';
import { orderedLists, sourceOf } from '../support/ordered-lists.ts';
import { useFilledWorkspaces } from '../support/records.ts';

const api = useTestApi();
const { theirs } = useFilledWorkspaces(api, { ours: 2, theirs: 1 });

describe('a cursor is rejected', () => {
  const cursorOf = async (list: OrderedList) => {
    const { data } = await askFor(api.ours.context, sourceOf(list, 'first: 1'));
    return String((data.list as ListPage).pageInfo.endCursor);
  };
  const listOf = (name: string) => orderedLists.find((list) => list.name === name) as OrderedList;
  const clients = listOf('clients by name ASC');
  const decoded = (cursor: string) => JSON.parse(Buffer.from(cursor, 'base64url').toString());
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  async function expectRejected(cursor: string): Promise<void> {
    for (const [path, size] of [
      ['after', 'first'],
      ['before', 'last'],
    ]) {
      const source = sourceOf(clients, `${size}: 2, ${path}: ${JSON.stringify(cursor)}`);
      const nested = `{ taxRules(first: 1) { edges { node { clients(${size}: 2, ${path}: ${JSON.stringify(cursor)}, orderBy: [{ name: ASC }]) { totalCount } } } } }`;
      for (const requested of [source, nested]) {
        const { errors } = await ask(api.ours.context, requested);
        expect(errors?.[0]?.originalError, requested).toMatchObject({
          code: 'invalid_input',
          details: { errors: [{ path, code: 'invalid_cursor' }] },
        });
      }
    }
  }

  test('of another order, another kind of record or another workspace', async () => {
    await expectRejected(await cursorOf(listOf('clients by name DESC')));
    await expectRejected(await cursorOf(listOf('clients by city ASC')));
    await expectRejected(await cursorOf(listOf('vendors by name ASC')));
    const [, ...rest] = decoded(await cursorOf(clients));
    await expectRejected(encoded([theirs.accountId, ...rest]));
    await expect(cursorOf(clients)).resolves.toMatch(/^[\w-]+$/);
  });

  test('that is invented, truncated, extended or contains values that the columns cannot have', async () => {
    const cursor = await cursorOf(clients);
    const [accountId, head, name, id] = decoded(cursor);
    const wrong: unknown[] = [
      [],
      {},
      null,
      [accountId, head],
      [accountId, head, name],
      [accountId, head, name, id, id],
      [accountId, head, null, id],
      [accountId, head, 7, id],
      [accountId, head, { not: '' }, id],
      [accountId, head, ['x'], id],
      [accountId, head, 'x\u0000', id],
      [accountId, head, '\ud800', id],
      [String(accountId), head, name, id],
      [accountId, head, 'x'.repeat(50_000), id],
    ];
    for (const value of wrong) await expectRejected(encoded(value));
    for (const text of ['', 'x', '🙈', `${cursor}=`, cursor.slice(1), cursor.slice(0, -3)]) {
      await expectRejected(text);
    }
    await expectRejected(Buffer.from('GPC:J:[1,"cli_1"]').toString('base64'));
  });

  test.each([
    ['expenses by amount ASC', ['1e3', '', 'NaN', 'Infinity', '1'.repeat(50), 1, true]],
    ['expenses by createdAt ASC', ['2026-01-01', '2026-13-01T00:00:00.000Z', 'now', 5]],
    ['deliverables by priority ASC', ['1', 1.5, 2 ** 40]],
    ['customFields by recordType ASC', ['NOTHING', 1]],
  ])('with a value that %s cannot have', async (name, values) => {
    const list = listOf(name);
    const [accountId, head, , id] = decoded(await cursorOf(list));
    for (const value of values) {
      const cursor = encoded([accountId, head, value, id]);
      const { errors } = await ask(
        api.ours.context,
        sourceOf(list, `first: 1, after: "${cursor}"`),
      );
      expect(errors?.[0]?.originalError, String(value)).toMatchObject({ code: 'invalid_input' });
    }
  });
});

test.each([
  ['first: 1, last: 1', 'last'],
  ['first: 1, before: "x"', 'before'],
  ['last: 1, after: "x"', 'last'],
  ['after: "x", before: "x"', 'before'],
])(
  'a page with %s is rejected, and the error names the contradicting argument',
  async (args, path) => {
    const nested = `{ taxRules(first: 1) { edges { node { clients(${args}) { totalCount } } } } }`;
    for (const source of [`{ clients(${args}) { totalCount } }`, nested]) {
      const { errors } = await ask(api.ours.context, source);
      expect(errors?.[0]?.originalError, source).toMatchObject({
        details: { errors: [{ path, code: 'contradiction' }] },
      });
    }
  },
);
