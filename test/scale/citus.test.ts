import { beforeAll, describe, expect, test } from 'vitest';
import { distributeTables } from '../../src/database/distribution.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import type { Arranged } from '../support/arranged.ts';
import { arrange, validBody } from '../support/arranged.ts';
import { openSpreadDatabase, spreadUrl } from '../support/database.ts';
import { ask, everythingOf, rootLists } from '../support/graphql.ts';
import { byOperation, callRoute, routes } from '../support/routes.ts';

// TEST_CITUS_URL names a database of a coordinator, with the extension Citus and its workers (docs/scaling.md): there is none to begin with.
describe.skipIf(spreadUrl === '')('tables that are spread by workspace', () => {
  const api = useTestApi({ sendsMail: true, openDatabase: openSpreadDatabase });
  const world = {} as Arranged;
  let own: TestWorkspace;

  beforeAll(async () => {
    own = await api.addWorkspace();
    Object.assign(world, await arrange(api, own, 'Lovelace'));
  });

  test.each(byOperation(routes))('%s', async (_operation, route) => {
    const { id } = world.made.createOrUpdateCalendarEvent;
    const given = { ...validBody(route, world), ...(route.method === 'DELETE' && { id }) };
    const texts = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, String(value)]),
    );
    const sent = route.input.from === 'body' ? { body: given } : { query: texts };
    const parameters = { ...texts, accountId: String(own.accountId) };
    const answer = await callRoute(api, route, { key: own.key, parameters, ...sent });
    // Ids of examples name nothing here.
    expect([200, 404], answer.text).toContain(answer.status);
  });

  test.each(rootLists().map((list) => ({ name: list.field.name, ...list })))(
    'the list $name',
    async ({ field }) => {
      const source = `{ ${field.name}(first: 2) ${everythingOf(field.type as never, 1)} }`;
      expect((await ask(own.context, source)).errors).toBeUndefined();
    },
  );

  test('what is spread once is not spread again, and no server has a trigger', async () => {
    expect(await distributeTables(spreadUrl)).toEqual({ spread: [], copied: [], moved: 0 });
    const { rows } = await api.owner.query(`SELECT tgname FROM pg_trigger t
      JOIN pg_dist_partition p ON p.logicalrelid = t.tgrelid WHERE NOT tgisinternal`);
    expect(rows).toEqual([]);
  });

  test('sixty payments at once are exact', async () => {
    const { name: clientName } = world.made.createClient;
    const made = await own.post('invoices/create', { clientName, items: [{ rate: 100 }] });
    expect(made.status, made.text).toBe(200);
    const { invoiceNumberFormatted: invoiceNumber } = made.body;
    const payment = { invoiceNumber, amount: 2, date: '2026-01-05', paymentType: 'CASH' };
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => own.post('payment/create', payment)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    const where = { id: String(made.body.id) };
    const paid = await api.database.prisma.invoice.findFirst({ where });
    expect(paid?.status).toBe('PAID');
  });
});
