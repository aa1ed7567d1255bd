import { beforeAll, describe, expect, test, vi } from 'vitest';
import { mergeClients } from '../../../src/domain/merges/merge-clients.ts';
import { referencesTo } from '../../../src/domain/merges/move-references.ts';
import { inTransaction } from '../../../src/write/in-transaction.ts';
import { useTestApi, workspaceOf } from '../../support/api.ts';
import { makeKey } from '../../support/api-keys.ts';
import { pdf, upload } from '../../support/attachments.ts';
import { countWaiting } from '../../support/citus.ts';
import { created, errorsOf } from '../../support/invoices.ts';
import { mutate, mutated } from '../../support/mutations.ts';
import { addPortalContact, enteredContact } from '../../support/portal.ts';
import { issuedInvoice } from '../../support/reversal-races.ts';

const api = useTestApi();
const hour = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
let serial = 0;

/** Two clients of the same currency, of names that no other test has. */
async function twoClients(stored: object = {}, merged: object = {}) {
  serial += 1;
  const names = { keep: `Kept ${serial}`, merge: `Merged ${serial}` };
  const keep = await created(api.ours, 'clients/create', { name: names.keep, ...stored });
  const merge = await created(api.ours, 'clients/create', { name: names.merge, ...merged });
  return { names, keep, merge };
}

/** A record of every kind that refers to a client. */
async function fill(clientName: string): Promise<{ issued: string; draft: string }> {
  const { ours } = api;
  const work = { clientName, projectName: `Site of ${clientName}` };
  await created(ours, 'timeWorked/create', { ...hour, ...work, createProject: true });
  await created(ours, 'expenses/create', { ...work, amount: 5 });
  const email = `lead-${serial}@merges.example`;
  await created(ours, 'formSubmissions/create', { businessName: clientName, email });
  await created(ours, 'tickets/create', { userEmail: email, subject: 'Help' });
  const { id: issued, number: invoiceNumber } = await issuedInvoice(ours, clientName, 100);
  const [invoice] = (await ours.get('invoices/search', { id: issued })).body;
  const lines = [{ lineId: invoice.lineItems[0].id, quantity: 0.1 }];
  await created(ours, 'creditNotes/create', { invoiceId: issued, lines });
  await created(ours, 'payment/create', { invoiceNumber, amount: 120, overpayment: 'CREDIT' });
  const { id: draft } = await created(ours, 'invoices/create', { clientName, amount: 7 });
  const [{ id: clientId }] = (await ours.get('clients/search', { query: clientName })).body;
  const file = { bytes: pdf, name: 'Contract.pdf' };
  await upload(api, ours, { fields: { id: clientId, type: 'CLIENT' }, file });
  return { issued, draft };
}

/** How many records refer to a client, by table. */
async function countReferences(id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { model, column } of referencesTo('Client')) {
    const { rows } = await api.owner.query(
      `SELECT count(*)::int AS count FROM "${model}" WHERE "accountId" = $1 AND "${column}" = $2`,
      [api.ours.accountId, id],
    );
    counts[`${model}.${column}`] = rows[0].count;
  }
  return counts;
}

test.each(['Client', 'Contact'] as const)(
  'every foreign key to a %s is one that merging moves',
  async (type) => {
    const { rows } = await api.owner.query<{ reference: string }>(
      `SELECT c.conrelid::regclass || '.' || a.attname AS reference
       FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
       WHERE c.contype = 'f' AND c.confrelid = $1::regclass AND a.attname <> 'accountId' ORDER BY 1`,
      [`"${type}"`],
    );
    const movement = referencesTo(type).map(({ model, column }) => `"${model}".${column}`);
    expect(rows.map(({ reference }) => reference.replace('."', '.').replace(/"$/, ''))).toEqual(
      movement.map((one) => one.replace('."', '.')).sort(),
    );
    expect(movement.length).toBeGreaterThan(0);
  },
);

describe('a client with records of every kind', () => {
  let keep: { id: string };
  let merge: { id: string };
  let names: { keep: string; merge: string };
  let ids: { issued: string; draft: string };
  let printed: unknown;
  const external = { externalId: 'old-42', source: 'crm' };

  beforeAll(async () => {
    ({ keep, merge, names } = await twoClients({ externalId: 'new-1', source: 'crm' }, external));
    ids = await fill(names.merge);
    const { prisma } = api.database;
    const before = await prisma.invoice.findFirstOrThrow({ where: { id: ids.issued } });
    printed = before.clientInfo;
    const empty = Object.entries(await countReferences(merge.id)).filter(
      ([, count]) => count === 0,
    );
    expect(empty).toEqual([]);
    const pair = { keep: names.keep, merge: 'cli_ext:crm:old-42' };
    const answer = await api.ours.post('clients/merge', pair);
    expect(answer).toMatchObject({ status: 200, body: { id: keep.id, name: names.keep } });
  });

  test('loses all of them to the kept client, and is deleted', async () => {
    expect(Object.values(await countReferences(merge.id)).filter(Boolean)).toEqual([]);
    expect(Object.values(await countReferences(keep.id)).every((count) => count > 0)).toBe(true);
    const where = { accountId: api.ours.accountId, id: merge.id };
    expect(await api.database.prisma.client.findFirst({ where })).toBeNull();
    const query = `{ client(id: "${keep.id}") {
      creditBalance { amount } mergedRecords { id name externalId source } } }`;
    const { client } = (await api.ours.gql(query)).body.data;
    expect(client).toEqual({
      creditBalance: [{ amount: '30' }],
      mergedRecords: [{ id: merge.id, name: names.merge, ...external }],
    });
  });

  test('is printed on issued invoices, and drafts are addressed to the kept client', async () => {
    const { prisma } = api.database;
    const issued = await prisma.invoice.findFirstOrThrow({ where: { id: ids.issued } });
    expect(issued).toMatchObject({ clientId: keep.id, clientInfo: printed });
    const draft = await prisma.invoice.findFirstOrThrow({ where: { id: ids.draft } });
    expect(draft).toMatchObject({
      clientId: keep.id,
      clientInfo: { id: keep.id, name: names.keep },
    });
  });

  test('is in the audit log, like the kept client and the moved records', async () => {
    const logged = async (recordId: string) => {
      const { body } = await api.ours.gql(
        `{ auditLog(recordId: "${recordId}", first: 1) { nodes { kind operation before after } } }`,
      );
      return body.data.auditLog.nodes[0];
    };
    const operation = 'POST clients/merge';
    expect(await logged(merge.id)).toMatchObject({
      ...{ kind: 'DELETED', operation },
      before: { name: names.merge },
    });
    expect(await logged(keep.id)).toMatchObject({
      ...{ kind: 'UPDATED', operation },
      after: { mergedRecords: [{ id: merge.id, name: names.merge }] },
    });
    expect(await logged(ids.issued)).toMatchObject({
      ...{ kind: 'UPDATED', operation },
      ...{ before: { clientId: merge.id }, after: { clientId: keep.id } },
    });
  });

  test('finds the kept client by its name, its id and its external id', async () => {
    const { ours } = api;
    const reference = 'cli_ext:crm:old-42';
    const amount = { amount: 1 };
    for (const named of [
      ...[{ clientName: names.merge }, { clientId: merge.id }, { clientId: reference }],
      { clientName: names.merge, clientId: merge.id },
    ]) {
      const expense = await created(ours, 'expenses/create', { ...amount, ...named });
      expect(expense.clientId, JSON.stringify(named)).toBe(keep.id);
      const entry = await created(ours, 'timeWorked/create', { ...hour, ...named });
      expect(entry.clientId, JSON.stringify(named)).toBe(keep.id);
    }
    const site = { clientName: names.merge, projectName: `Site of ${names.merge}` };
    const entry = await created(ours, 'timeWorked/create', { ...hour, ...site });
    expect(entry.clientId).toBe(keep.id);
    const searches = [
      ...[{ query: names.merge }, { id: merge.id }, { externalId: 'old-42', source: 'crm' }],
      { externalId: 'old-42' },
    ];
    for (const query of searches as Record<string, string>[]) {
      const { body } = await ours.get('clients/search', query);
      expect(
        body.map(({ id }: { id: string }) => id),
        JSON.stringify(query),
      ).toEqual([keep.id]);
    }
    const found = await ours.gql(
      `{ searchClients(query: "${names.merge}", first: 3) { id } client(id: "${reference}") { id } }`,
    );
    expect(found.body.data).toEqual({ searchClients: [{ id: keep.id }], client: { id: keep.id } });
    const payable = await ours.get('payableInvoices/search', { query: names.merge });
    expect(payable.body.map(({ id }: { id: string }) => id)).toContain(ids.draft);
    const { invoiceNumberFormatted: invoiceNumber } = payable.body[0];
    for (const named of [{ clientName: names.merge }, { clientId: merge.id }]) {
      await created(ours, 'payment/create', { ...named, ...amount, invoiceNumber });
    }
    const allocations = [{ invoiceNumber, amount: 1 }];
    await created(ours, 'payment/create', { clientName: names.merge, ...amount, allocations });
    const lead = await created(ours, 'formSubmissions/create', { businessName: names.merge });
    expect(lead.clientId).toBe(keep.id);
  });

  test.each([
    ['Project', 'projects/create', { name: 'Moved' }],
    ['TimeEntry', 'timeWorked/create', hour],
    ['Expense', 'expenses/create', { amount: 1 }],
    ['Contact', 'contacts/create', { firstName: 'Moved' }],
    ['Opportunity', 'opportunities/create', { name: 'Moved' }],
  ])('finds the kept client by its id if a %s is moved to it', async (type, path, input) => {
    const clientName = `Before ${type}`;
    const { id: before } = await created(api.ours, 'clients/create', { name: clientName });
    const { id } = await created(api.ours, path, { ...input, clientId: before });
    const change = { id, clientId: merge.id };
    const shifted = await mutated(api.ours, `update${type}`, change, 'id clientId');
    expect(JSON.stringify(shifted)).toContain(keep.id);
  });

  test('finds a client that the kept one is merged into, and nothing after another client takes its name', async () => {
    const last = await created(api.ours, 'clients/create', { name: 'Last of all' });
    await mutated(api.ours, 'mergeClients', { keep: last.id, merge: keep.id });
    for (const clientName of Object.values(names)) {
      const expense = await created(api.ours, 'expenses/create', { amount: 1, clientName });
      expect(expense.clientId).toBe(last.id);
    }
    const renamed = { id: last.id, name: names.merge };
    await mutated(api.ours, 'updateClient', renamed);
    const other = await created(api.ours, 'clients/create', { name: names.keep });
    const expense = await created(api.ours, 'expenses/create', {
      amount: 1,
      clientName: names.keep,
    });
    expect(expense.clientId).toBe(other.id);
  });
});

test('empty fields are filled: an address as a whole, prices of one currency alone, and notes are joined', async () => {
  const terms = { paymentDays: 14 };
  const rates = { hourlyAmount: 90, currency: 'EUR', paymentTerms: terms };
  const { keep, merge } = await twoClients(
    { city: 'Paris', notes: 'One', clientType: 'Prospect', customValues: { Size: 1 } },
    {
      ...rates,
      city: 'Rome',
      postal: '00100',
      phone: '1',
      notes: 'Two',
      customValues: { Size: 2, Age: 3 },
    },
  );
  const { body } = await api.ours.post('clients/merge', { keep: keep.id, merge: merge.id });
  const workspaceCurrency = api.ours.context.workspace.currency;
  const isOne = workspaceCurrency === 'EUR';
  expect(body).toMatchObject({
    ...{ city: 'Paris', postal: null, phone: '1', notes: 'One\n\nTwo', clientType: 'Client' },
    ...{ hourlyAmount: isOne ? 90 : null, currency: isOne ? 'EUR' : null },
  });
  const values = body.customValues.map(({ fieldName, value }: Record<string, unknown>) => [
    fieldName,
    value,
  ]);
  expect(values.sort()).toEqual([
    ['Age', 3],
    ['Size', 1],
  ]);
  const second = await twoClients(
    { currency: 'GBP' },
    { ...rates, currency: 'GBP', country: 'Italy', externalId: 'filled' },
  );
  const filled = await api.ours.post('clients/merge', {
    keep: second.keep.id,
    merge: second.merge.id,
  });
  expect(filled.body).toMatchObject({
    hourlyAmount: 90,
    paymentTerms: terms,
    country: 'Italy',
    externalId: 'filled',
  });
});

test('drafts have the address and the numbers that the kept client gets from the merged one', async () => {
  const { names } = await twoClients({}, { city: 'Rome', taxId: 'IT1' });
  const input = { clientName: names.merge, amount: 7 };
  const { id } = await created(api.ours, 'invoices/create', input);
  await created(api.ours, 'clients/merge', { keep: names.keep, merge: names.merge });
  const draft = await api.database.prisma.invoice.findFirstOrThrow({ where: { id } });
  expect(draft.clientInfo).toMatchObject({ name: names.keep, city: 'Rome', taxId: 'IT1' });
});

describe('merging is rejected, and nothing is written', () => {
  const rejection = async (keep: string, merge: string) => {
    const answer = await api.ours.post('clients/merge', { keep, merge });
    expect([answer.status, await mutate(api.ours, 'mergeClients', { keep, merge })]).toMatchObject([
      answer.status,
      { code: answer.body.code },
    ]);
    return [answer.status, ...errorsOf(answer)];
  };

  test('for one client named twice, also by a name that it had', async () => {
    const { names, keep, merge } = await twoClients();
    expect(await rejection(names.keep, keep.id)).toEqual([400, 'merge: same_record']);
    await api.ours.post('clients/merge', { keep: names.keep, merge: names.merge });
    expect(await rejection(names.keep, names.merge)).toEqual([400, 'merge: same_record']);
    expect(await rejection(names.keep, merge.id)).toEqual([400, 'merge: same_record']);
  });

  test('for missing clients or those of another workspace, both in one response', async () => {
    const theirs = await created(api.theirs, 'clients/create', { name: 'Of another workspace' });
    expect(await rejection('Nobody at all', theirs.name)).toEqual([
      404,
      'keep: name_not_found',
      'merge: name_not_found',
    ]);
    expect(await rejection(theirs.id, 'cli_ext:crm:none')).toEqual([
      404,
      'keep: record_not_found',
      'merge: record_not_found',
    ]);
    expect(await rejection('', '')).toEqual([400, 'keep: required', 'merge: required']);
  });

  test('into an archived client; an archived one is merged into another', async () => {
    const { names, merge } = await twoClients({ archive: true });
    expect(await rejection(names.keep, names.merge)).toEqual([409, 'keep: archived']);
    const { body } = await api.ours.post('clients/merge', { keep: names.merge, merge: names.keep });
    expect(body.id).toBe(merge.id);
  });

  test('with notes that are too long together, of which none would be lost', async () => {
    const [remaining, merged] = ['k'.repeat(12_000), 'm'.repeat(8_000)];
    const { names, keep } = await twoClients({ notes: remaining }, { notes: merged });
    expect(await rejection(names.keep, names.merge)).toEqual([409, 'merge: too_long']);
    await mutated(api.ours, 'updateClient', { id: keep.id, notes: remaining.slice(2) });
    const both = { keep: names.keep, merge: names.merge };
    expect((await created(api.ours, 'clients/merge', both)).notes).toHaveLength(20_000);
  });

  test('of a client that is erased', async () => {
    const { names, keep, merge } = await twoClients();
    const data = { erasedAt: new Date() };
    await api.database.prisma.client.updateMany({ where: { id: merge.id }, data });
    expect(await rejection(names.keep, names.merge)).toEqual([409, 'merge: erased']);
    expect(await rejection(merge.id, keep.id)).toEqual([409, 'keep: erased']);
  });

  test('of clients with projects of the same name, and with work in another currency, with all reasons in one response', async () => {
    const { names } = await twoClients({ currency: 'EUR' }, { currency: 'CHF' });
    for (const clientName of Object.values(names)) {
      await created(api.ours, 'projects/create', { name: 'Website', clientName });
    }
    const errors = [409, 'merge: name_taken', 'merge: other_currency'];
    expect(await rejection(names.keep, names.merge)).toEqual(errors);
    const { body } = await api.ours.post('clients/merge', { keep: names.keep, merge: names.merge });
    expect(body.message).toContain('"Website"');
  });

  test.each(['keep', 'merge'] as const)(
    'by a key without write permission for the moved records, and by a caller without permission to give the contacts of `%s` portal access',
    async (side) => {
      const { ours } = api;
      const { keep, merge } = await twoClients();
      await addPortalContact(ours, undefined, { clientId: { keep, merge }[side].id });
      const writes = [
        'clients',
        'projects',
        'time',
        'expenses',
        'invoices',
        'sales',
        'tickets',
        'files',
      ].map((area) => `${area}:write`);
      const attempt = async (scopes: string[]) => {
        const { key } = await makeKey(ours.context, ['clients:read', ...scopes] as never);
        const answer = await workspaceOf(api, ours.context, key).post('clients/merge', {
          keep: keep.id,
          merge: merge.id,
        });
        const missing = (answer.body.message as string)?.match(/\w+:(?:read|write)/g);
        return [answer.status, answer.body.code, missing];
      };
      for (const lacking of writes) {
        const rest = writes.filter((scope) => scope !== lacking);
        expect(await attempt(rest)).toEqual([403, 'missing_scope', [lacking]]);
      }
      const portal = ['projects:read', 'time:read', 'invoices:read', 'tickets:read'];
      expect(await attempt(writes)).toEqual([403, 'missing_scope', portal]);
      expect((await attempt([...writes, ...portal]))[0]).toBe(200);
    },
  );
});

test('a write for a client during the merge goes to the kept client', async () => {
  const { ours } = api;
  const { names, keep, merge } = await twoClients();
  const email = 'lead@meanwhile.example';
  await created(ours, 'contacts/create', { email, clientId: merge.id });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isMerged = () => {};
  const merged = new Promise<void>((resolve) => {
    isMerged = resolve;
  });
  const merging = inTransaction(ours.context, async (tx) => {
    await mergeClients(tx, { keep: names.keep, merge: names.merge });
    isMerged();
    await released;
  });
  await merged;
  const writes = [
    ours.post('expenses/create', { amount: 1, clientId: merge.id }),
    ours.post('projects/create', { name: 'Late', clientName: names.merge }),
    ours.post('formSubmissions/create', { email }),
    ours.gql(
      `mutation { createContact(input: { firstName: "Late", clientId: "${merge.id}" }) { __typename } }`,
    ),
  ];
  await vi.waitFor(async () => expect(await countWaiting(api.owner)).toBe(writes.length), {
    timeout: 50_000,
    interval: 20,
  });
  release();
  await merging;
  const [expense, project, lead, contact] = await Promise.all(writes);
  expect([lead?.status, lead?.body.clientId]).toEqual([200, keep.id]);
  expect([expense, project]).toMatchObject(
    Array(2).fill({ status: 200, body: { clientId: keep.id } }),
  );
  expect(contact?.body.data.createContact.__typename).toBe('CreateContactSuccess');
  const again = await ours.post('projects/create', { name: 'Later', clientName: names.merge });
  expect(again.body.clientId).toBe(keep.id);
});

test('a contact of the merged client sees the kept one after it signs in again; one default contact stays', async () => {
  const { browser, clientId, contactId, email } = await enteredContact(api);
  const { keep } = await twoClients();
  for (const id of [clientId, keep.id]) {
    await created(api.ours, 'contacts/create', { first: 'D', clientId: id, defaultContact: true });
  }
  await mutated(api.ours, 'mergeClients', { keep: keep.id, merge: clientId });
  await browser.signIn(email);
  const { prisma } = api.database;
  const contacts = await prisma.contact.findMany({ where: { clientId: keep.id } });
  expect(contacts.map(({ id }) => id)).toContain(contactId);
  expect(contacts.filter(({ defaultContact }) => defaultContact)).toHaveLength(1);
});

test('an erasure of the kept client erases the names of merged ones', async () => {
  const { keep, merge } = await twoClients({}, { name: 'Quuxandra Merged' });
  await mutated(api.ours, 'mergeClients', { keep: keep.id, merge: merge.id });
  await issuedInvoice(api.ours, keep.name, 1);
  const erase = `mutation { eraseClient(input: { id: "${keep.id}", confirmName: "${keep.name}" }) { __typename } }`;
  expect((await api.ours.gql(erase)).body.data.eraseClient.__typename).toBe('EraseClientSuccess');
  const { rows } = await api.owner.query(
    `SELECT "mergedRecords" FROM "Client" WHERE id = $1 UNION ALL
     SELECT to_jsonb(l) FROM "LogEntry" l WHERE l::text LIKE '%Quuxandra%'`,
    [keep.id],
  );
  expect(rows).toEqual([{ mergedRecords: [] }]);
});

test('an erasure of the kept client redacts the log of merged ones', async () => {
  const { keep, merge } = await twoClients();
  await mutated(api.ours, 'updateClient', { id: merge.id, notes: 'Zyxomma likes tea' });
  await mutated(api.ours, 'updateClient', { id: merge.id, notes: null });
  const entry = { ...hour, clientName: merge.name, notes: 'Zyxomma called' };
  const { id } = await created(api.ours, 'timeWorked/create', entry);
  await mutated(api.ours, 'deleteTimeEntry', { id });
  await mutated(api.ours, 'mergeClients', { keep: keep.id, merge: merge.id });
  const count = async () => {
    const { rows } = await api.owner.query(
      `SELECT FROM "LogEntry" l WHERE l::text LIKE '%Zyxomma%'`,
    );
    return rows.length;
  };
  expect(await count()).toBeGreaterThan(2);
  const erase = `mutation { eraseClient(input: { id: "${keep.id}", confirmName: "${keep.name}" }) { __typename } }`;
  expect((await api.ours.gql(erase)).body.data.eraseClient.__typename).toBe('EraseClientSuccess');
  expect(await count()).toBe(0);
});
