import { beforeAll, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import type { Arranged } from '../support/arranged-records.ts';
import { arrange, validBody } from '../support/arranged-records.ts';
import { ask, everythingOf, rootLists } from '../support/graphql.ts';
import { argumentsFor, mutations } from '../support/mutation-samples.ts';
import { mutate } from '../support/mutations.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import { byOperation, callRoute, routes } from '../support/routes.ts';
import { noteSent, unconfinedSent } from '../support/sent-statements.ts';
import { isOfRows, unconfinedScans } from '../support/unscoped-statements.ts';

/**
 * Every statement of an operation names the workspace for every table in it by a bound value. A distributed database
 * then runs it on one server (docs/scaling.md).
 */

const api = useTestApi({ sendsMail: true });
const { ours } = useFilledWorkspaces(api, { ours: 3, theirs: 2 });
const world = {} as Arranged;
let own: TestWorkspace;

beforeAll(async () => {
  own = await api.addWorkspace();
  Object.assign(world, await arrange(api, own, 'Lovelace'));
});

const known = new Map<string, string[]>();

/** What an operation reads of all workspaces, each with its statement. */
async function unconfinedOf(work: () => Promise<unknown>): Promise<string[]> {
  const { statements } = await recordStatements(work);
  const errors: string[] = [];
  for (const statement of new Set(statements.filter(isOfRows))) {
    const tables = known.get(statement) ?? (await unconfinedScans(api.owner, statement));
    known.set(statement, tables);
    if (tables.length > 0) errors.push(`${tables.join()}: ${statement}`);
  }
  return errors;
}

test.each(byOperation(routes))('%s', async (_operation, route) => {
  const argument = validBody(route, world);
  const texts = Object.fromEntries(
    Object.entries(argument).map(([name, value]) => [name, String(value)]),
  );
  const sent = ['body', 'form'].includes(route.input.from) ? { body: argument } : { query: texts };
  const call = async () => {
    const answer = await callRoute(api, route, {
      key: own.key,
      parameters: { ...texts, accountId: String(own.accountId) },
      ...sent,
    });
    // Ids of examples name nothing here.
    expect([200, 404], answer.text).toContain(answer.status);
  };
  expect(await unconfinedOf(call)).toEqual([]);
});

test.each(rootLists().map((list) => ({ name: list.field.name, ...list })))(
  'the list $name',
  async ({ field }) => {
    const source = `{ ${field.name}(first: 2) ${everythingOf(field.type as never, 1)} }`;
    expect(await unconfinedOf(() => ask(api.ours.context, source))).toEqual([]);
  },
);

test.each(mutations.map(({ name }) => name).filter((name) => name !== 'deleteWorkspace'))(
  'the mutation %s',
  async (name) => {
    const input = argumentsFor(name, ours).input as Record<string, unknown>;
    expect(await unconfinedOf(() => mutate(api.ours, name, input as never, '__typename'))).toEqual(
      [],
    );
  },
);

test('a statement that leaves the workspace out is noticed', async () => {
  const scans = (sql: string) => unconfinedScans(api.owner, sql);
  expect(await scans('SELECT name FROM "Client" WHERE id = $1')).toEqual(['Client']);
  const joined = `SELECT FROM "Client" c JOIN "Project" p ON p."clientId" = c.id WHERE c."accountId" = $1`;
  expect(await scans(joined)).toEqual(['Project']);
  expect(await scans(`${joined} AND p."accountId" = c."accountId"`)).toEqual([]);
  const drafts = (
    workspace: string,
  ) => `SELECT l.id FROM "InvoiceLine" l WHERE l."accountId" = $1 AND (SELECT i.status FROM "Invoice" i
    WHERE i."accountId" = ${workspace} AND i.id = l."invoiceId") = 'DRAFT'`;
  expect(await scans(drafts('l."accountId"'))).toEqual([]);
  expect(await scans(`${drafts('l."accountId"')} FOR NO KEY UPDATE OF l`)).toEqual(['Invoice']);
  expect(await scans(`${drafts('$1')} FOR NO KEY UPDATE OF l`)).toEqual([]);
  const charged = (
    workspace: string,
  ) => `SELECT (SELECT sum(l."lineTotal") FROM "InvoiceLine" l JOIN "Payment" p ON p."accountId" = ${workspace}
    AND p."invoiceId" = l."invoiceId" WHERE l."accountId" = ${workspace} AND l."invoiceId" = i.id) FROM "Invoice" i WHERE i."accountId" = $1`;
  expect((await scans(charged('i."accountId"'))).sort()).toEqual(['InvoiceLine', 'Payment']);
  expect(await scans(charged('$1'))).toEqual([]);
});

test('every statement of every request in the tests is checked too', async () => {
  const send = (text: string, isOfRequest = true) => {
    const request = () => ({ requestId: '', door: 'rest', operation: 'planted' });
    const reported = { texts: [text], startedAt: 0, durationMs: 0, isFailed: false };
    noteSent({ ...reported, request: isOfRequest ? request : undefined });
  };
  await unconfinedSent(api.owner);
  const planted = 'SELECT name, $2::text AS planted FROM "Client" WHERE id = $1';
  send(planted);
  send(`${planted} AND "accountId" = $3`);
  send('SELECT phone FROM "Client" WHERE id = $1', false);
  send('SELECT FROM "NoTable" WHERE id = $1');
  expect(await unconfinedSent(api.owner)).toEqual([`planted: Client: ${planted}`]);
  expect(await unconfinedSent(api.owner)).toEqual([]);
});

test('many statements were looked at', () => {
  expect(known.size).toBeGreaterThan(200);
});
