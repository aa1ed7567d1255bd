import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';
import { namedChanges, resolveEventTypeFilters } from '../../src/domain/events/event-types.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { getDatamodel } from '../../src/generated/pothos/types.ts';
import { auditedModels } from '../../src/platform/audit-log/audited-columns.ts';
import { grantedPermissions } from '../../src/platform/permissions/permissions.ts';
import type { Answer, TestWorkspace } from '../support/api.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';
import { personDoors } from '../support/people.ts';
import { addPortalContact } from '../support/portal.ts';

const api = useTestApi();

const query = `query ($after: ID, $types: [String!], $first: Int) {
  events(after: $after, types: $types, first: $first) {
    place hasMore events { place type types kind recordType recordId recordVersion before after actorKind actorId actorName operation requestId at
      node { __typename id } }
  }
}`;

interface Requested {
  after?: string | null;
  types?: string[] | null;
  first?: number;
}

async function ask(workspace: Pick<TestWorkspace, 'gql'>, requested: Requested = {}) {
  const { body } = await workspace.gql(query, { ...requested });
  expect(body.errors).toBeUndefined();
  return body.data.events;
}

const rejection = async (workspace: Pick<TestWorkspace, 'gql'>, sent: Requested) =>
  (await workspace.gql(query, { ...sent })).body.errors[0].extensions;

const end = async (workspace: Pick<TestWorkspace, 'gql'>): Promise<string> =>
  (await ask(workspace, { after: 'now' })).place;

/** The next link of a list. */
const nextOf = ({ headers }: Answer): string =>
  new URL(
    /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '',
    'http://a',
  ).searchParams.get('after') ?? '';

test('every change is published once, in order, in both APIs, and deletions with the last values', async () => {
  const { ours } = api;
  const start = await end(ours);
  const { body: client } = await ours.post('clients/create', { name: 'Followed' });
  await ours.patch('clients/update', { id: client.id, city: 'Rome' });
  await api.theirs.post('clients/create', { name: 'Elsewhere' });
  const { body: event } = await ours.post('calendar/createOrUpdate', {
    ...{ summary: 'Soon gone', userEmail: 'owner@ours.example' },
    ...{ startTime: '2026-04-02T14:00:00', endTime: '2026-04-02T15:30:00' },
  });
  await ours.delete(`calendar/${event.id}`);
  const { events, place, hasMore } = await ask(ours, { after: start });
  expect(events.map(({ type }: { type: string }) => type)).toEqual([
    'client.created',
    'client.updated',
    'calendarEvent.created',
    'calendarEvent.deleted',
  ]);
  expect([place, hasMore]).toEqual([events.at(-1).place, false]);
  expect(events[1]).toMatchObject({
    ...{ kind: 'UPDATED', recordType: 'Client', recordId: client.id, recordVersion: 2 },
    ...{ before: { city: null }, after: { city: 'Rome' }, actorKind: 'KEY' },
    ...{ operation: 'PATCH clients/update', node: { __typename: 'Client', id: client.id } },
  });
  expect(events[3]).toMatchObject({ after: null, before: { summary: 'Soon gone' }, node: null });
  const reported: object[] = [];
  for (let after = start; ; ) {
    const answer = await ours.get('events/list', { after, limit: '3' });
    expect(answer.status, answer.text).toBe(200);
    reported.push(...answer.body);
    after = nextOf(answer);
    if (answer.body.length > 0) continue;
    expect(after).toBe(place);
    break;
  }
  expect(reported).toEqual(events.map(({ node: _, ...event }: { node: unknown }) => event));
});

test('types filter the events, and the position continues after filtered ones', async () => {
  const { ours } = api;
  const start = await end(ours);
  await ours.post('clients/create', { name: 'Paying' });
  const items = [{ description: 'Work', quantity: 1, rate: 100 }];
  const { body: invoice } = await ours.post('invoices/create', { clientName: 'Paying', items });
  const payment = { invoiceNumber: invoice.invoiceNumberFormatted, date: '2026-03-02' };
  await ours.post('payment/create', { ...payment, amount: 40 });
  await ours.post('payment/create', { ...payment, amount: 60 });
  const typesOf = async (types: string[]) =>
    (await ask(ours, { after: start, types })).events.map(({ type }: { type: string }) => type);
  expect(await typesOf(['invoice.paid'])).toEqual(['invoice.paid']);
  expect(await typesOf(['invoice'])).toEqual([
    'invoice.created',
    'invoice.partlyPaid',
    'invoice.paid',
  ]);
  expect(await typesOf(['invoice.updated', 'payment.created'])).toEqual([
    'invoice.partlyPaid',
    'payment.created',
    'invoice.paid',
    'payment.created',
  ]);
  const none = await ask(ours, { after: start, types: ['vendor.deleted'] });
  expect(none).toEqual({ events: [], place: await end(ours), hasMore: false });
  expect(await rejection(ours, { types: ['invoice.payed', 'invoices'] })).toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'types.0' }, { path: 'types.1' }],
  });
  const inQuery = await ours.get('events/list', { after: start, types: 'invoice.paid, vendor' });
  expect(inQuery.body.map(({ type }: { type: string }) => type)).toEqual(['invoice.paid']);
});

test('changes with their own event names belong to existing columns', () => {
  const { models } = getDatamodel().datamodel;
  for (const [model, changes] of Object.entries(namedChanges)) {
    const names = (models[model as keyof typeof models]?.fields ?? []).map(({ name }) => name);
    for (const { column } of changes) expect(names, model).toContain(column);
  }
  for (const model of auditedModels) {
    const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}`;
    const everything = grantedPermissions(['read', 'keys:read']);
    expect(resolveEventTypeFilters([`${name}.deleted`], everything)).toEqual([
      { model, kind: 'DELETED' },
    ]);
  }
});

test('an event lists every type that applies, and a filter by any of them finds it', async () => {
  const { ours } = api;
  const items = [{ description: 'Work', quantity: 1, rate: 100 }];
  await ours.post('clients/create', {
    name: 'Twice',
    contacts: [{ firstName: 'Ann', email: 'ann@twice.example' }],
  });
  const start = await end(ours);
  const sendTo = { send: true, contacts: ['ann@twice.example'] };
  const { body: invoice } = await ours.post('invoices/create', {
    ...{ clientName: 'Twice', items, sendTo },
  });
  expect(invoice.status).toBe('SENT');
  await ours.post('payment/create', {
    ...{ invoiceNumber: invoice.invoiceNumberFormatted, date: '2026-03-02', amount: 100 },
  });
  const typesOf = async (types: string[]) => {
    const events: { types: string[] }[] = (await ask(ours, { after: start, types })).events;
    return events.map(({ types }) => types);
  };
  const issued = ['invoice.created', 'invoice.issued'];
  const paid = ['invoice.paid', 'invoice.updated'];
  expect(await typesOf(['invoice'])).toEqual([issued, paid]);
  expect(await typesOf(['invoice.created'])).toEqual([issued]);
  expect(await typesOf(['invoice.issued'])).toEqual([issued]);
  expect(await typesOf(['invoice.paid'])).toEqual([paid]);
  expect(await typesOf(['invoice.updated'])).toEqual([paid]);
  // New payments are neither reversed nor refunded.
  await ours.post('clients/create', { name: 'Old', archive: true });
  expect(await typesOf(['client.archived'])).toEqual([['client.created', 'client.archived']]);
  expect(await typesOf(['client.unarchived'])).toEqual([]);
  expect(await typesOf(['payment'])).toEqual([['payment.created']]);
});

test('the filter in SQL and the types of an entry agree for every named change', async () => {
  const fresh = await api.addWorkspace();
  const start = await end(fresh);
  const [number = ''] = start.split('-');
  const cases = Object.entries(namedChanges).flatMap(([model, changes]) =>
    changes.flatMap(({ column, value = '2026-03-31', word }) =>
      (['CREATED', 'UPDATED'] as const).map((kind) => ({
        ...{ kind, model, after: { [column]: value } },
        type: `${model.charAt(0).toLowerCase()}${model.slice(1)}.${word}`,
      })),
    ),
  );
  await api.owner.query(
    `INSERT INTO "LogEntry" ("accountId", place, kind, "recordType", "recordId", "actorKind", operation, "requestId", after)
     SELECT $1, $2::bigint + n, kind::"LogEntryKind", model, 'x_' || n::text, 'SERVICE', 'test', 'r', after
     FROM ROWS FROM (json_to_recordset($3) AS (kind text, model text, after jsonb)) WITH ORDINALITY AS e (kind, model, after, n)`,
    [fresh.accountId, number, JSON.stringify(cases)],
  );
  const all: { recordId: string; types: string[] }[] = (
    await ask(fresh, { after: start, first: 100 })
  ).events;
  expect(all).toHaveLength(cases.length);
  for (const type of new Set(cases.map(({ type }) => type))) {
    const found: typeof all = (await ask(fresh, { after: start, types: [type], first: 100 }))
      .events;
    const expected = all.filter(({ types }) => types.includes(type));
    expect(found.map(({ recordId }) => recordId)).toEqual(expected.map((one) => one.recordId));
    expect(expected.length, type).toBeGreaterThan(0);
  }
});

test('docs/frontends.md names every change with a separate event name', () => {
  const text = readFileSync(join(packageRoot, 'docs', 'frontends.md'), 'utf8');
  const [received = ''] = /^`types` take .*?\n\n/ms.exec(text) ?? [];
  const changes = Object.entries(namedChanges).flatMap(([model, own]) =>
    own.map(({ word }) => ({
      word,
      type: `${model.charAt(0).toLowerCase()}${model.slice(1)}.${word}`,
    })),
  );
  const forgotten = changes.filter(
    ({ type, word }) => !received.includes(`\`${type}\``) && !received.includes(`\`${word}\``),
  );
  expect(forgotten.map(({ type }) => type)).toEqual([]);
  const named = received.match(/`(?:invoice|payment|deliverable)\.[a-z]\w*`/g) ?? [];
  const words = ['created', 'updated', 'deleted'];
  const types = changes.map(({ type }) => type);
  const gone = named
    .map((name) => name.slice(1, -1))
    .filter((name) => !types.includes(name) && !words.includes(name.split('.')[1] ?? ''));
  expect(gone).toEqual([]);
});

test('a position of another workspace, an unknown one, or one older than retention has expired; a malformed one is rejected', async () => {
  const fresh = await api.addWorkspace();
  const first = (await ask(fresh, { first: 1 })).events[0].place;
  const last = await end(fresh);
  const foreign = await end(api.theirs);
  const [number = ''] = last.split('-');
  for (const after of [foreign, `${number}-abc`, `${Number(number) + 5}-mmc1xk2o`, '1-0']) {
    expect(await rejection(fresh, { after }), after).toMatchObject({ code: 'events_expired' });
    const { status, body } = await fresh.get('events/list', { after });
    expect([status, body.code]).toEqual([410, 'events_expired']);
  }
  for (const after of ['', 'x', '-1-a', '99999999999999999999-a', `${number}-`, 'NOW', '5']) {
    expect(await rejection(fresh, { after }), after).toMatchObject({ code: 'invalid_input' });
  }
  // The start of a log without deletions, and of one whose start has expired.
  expect((await ask(fresh, { after: '0' })).events.length).toBeGreaterThan(0);
  await api.owner.query(
    `UPDATE "LogEntry" SET "publishedAt" = "publishedAt" - interval '31 days' WHERE "accountId" = $1 AND place < $2`,
    [fresh.accountId, number],
  );
  expect(await rejection(fresh, { after: '0' })).toMatchObject({ code: 'events_expired' });
  expect(await rejection(fresh, { after: first })).toMatchObject({ code: 'events_expired' });
  expect((await ask(fresh, {})).events.map(({ place }: { place: string }) => place)).toEqual([
    last,
  ]);
  expect((await ask(fresh, { after: last })).events).toEqual([]);
  // No later event existed during the retention time: a reader of that position has missed nothing.
  await api.owner.query(
    `UPDATE "LogEntry" SET "publishedAt" = "publishedAt" - interval '40 days' WHERE "accountId" = $1 AND place = $2`,
    [fresh.accountId, number],
  );
  expect(await ask(fresh, { after: last })).toMatchObject({ events: [], place: last });
});

test('a position from before a restore is invalid for the log after it', async () => {
  const fresh = await api.addWorkspace();
  const stored = await end(fresh);
  await fresh.post('clients/create', { name: 'Lost' });
  const lost = await end(fresh);
  // What restoring an older backup comes to: the entry is gone, and its number is drawn again.
  const [number = ''] = lost.split('-');
  await api.owner.query(`DELETE FROM "LogEntry" WHERE "accountId" = $1 AND place > $2`, [
    fresh.accountId,
    stored.split('-')[0],
  ]);
  await fresh.post('clients/create', { name: 'Made again' });
  expect((await end(fresh)).split('-')[0]).toBe(number);
  expect(await rejection(fresh, { after: lost })).toMatchObject({ code: 'events_expired' });
  const types = ['client'];
  expect((await ask(fresh, { after: stored, types })).events).toMatchObject([
    { after: { name: 'Made again' } },
  ]);
});

test('a key gets the events that it may read now, from page to page', async () => {
  const { ours } = api;
  const start = await end(ours);
  const issued = await createApiKey(ours.context, {
    name: 'Few',
    scopes: ['clients:read', 'expenses:read'],
  });
  const small = workspaceOf(api, ours.context, issued.key);
  await ours.post('clients/create', { name: 'Both' });
  await ours.post('expenses/create', { clientName: 'Both', amount: 5 });
  await ours.post('clients/create', { name: 'Both again' });
  const first = await ask(small, { after: start, first: 1 });
  expect(first).toMatchObject({
    hasMore: true,
    events: [{ type: 'client.created', actorName: null }],
  });
  expect(await rejection(small, { types: ['client', 'invoice'] })).toMatchObject({
    code: 'missing_scope',
    missingScopes: ['invoices:read'],
  });
  await api.owner.query(
    `UPDATE "ApiKey" SET scopes = '{expenses:read}' WHERE "accountId" = $1 AND name = $2`,
    [ours.accountId, 'Few'],
  );
  const rest = await ask(small, { after: first.place });
  expect(rest.events.map(({ type }: { type: string }) => type)).toEqual(['expense.created']);
  await api.owner.query(
    `UPDATE "ApiKey" SET scopes = '{clients:write}' WHERE "accountId" = $1 AND name = $2`,
    [ours.accountId, 'Few'],
  );
  expect(await rejection(small, { after: first.place })).toMatchObject({ code: 'missing_scope' });
  expect((await small.get('events/list')).status).toBe(403);
});

test('members get events of records that they see, deleted or not, without the changed fields', async () => {
  const { ours } = api;
  const asPerson = personDoors(api);
  const { accountId } = ours;
  const { rows } = await api.owner.query<{ id: number }>(
    `INSERT INTO "User" ("accountId", id, email, "firstName", role)
     SELECT $1, max(id) + n, 'member' || n || '@ours.example', 'M', 'MEMBER' FROM "User", generate_series(1, 2) n GROUP BY n RETURNING id`,
    [accountId],
  );
  const [mine = 0, other = 0] = rows.map(({ id }) => id);
  const member = asPerson({ role: 'MEMBER', userId: mine });
  const start = await end(ours);
  const emailOf = (id: number) => `member${id === mine ? 1 : 2}@ours.example`;
  const entries: string[] = [];
  for (const userId of [mine, other]) {
    for (const minute of ['00', '30']) {
      const { body } = await ours.post('timeWorked/create', {
        ...{ timerStart: `2026-03-02T09:${minute}:00Z`, timerEnd: '2026-03-02T10:00:00Z' },
        userEmail: emailOf(userId),
      });
      entries.push(body.id);
    }
  }
  const gone = [entries[0], entries[2]];
  for (const id of gone) {
    const deleted = await ours.gql(
      'mutation ($id: ID!) { deleteTimeEntry(input: { id: $id }) { __typename } }',
      { id },
    );
    expect(deleted.body.data.deleteTimeEntry.__typename).toBe('DeleteTimeEntrySuccess');
  }
  await ours.post('clients/create', { name: 'Not the member’s' });
  const { events } = await ask(member, { after: start });
  expect(events.map(({ type, recordId }: Record<string, string>) => [type, recordId])).toEqual([
    ['timeEntry.created', entries[1]],
    ['timeEntry.deleted', entries[0]],
  ]);
  for (const event of events) {
    expect(event).toMatchObject({
      ...{ before: null, after: null, actorKind: null, actorId: null, actorName: null },
      ...{ operation: null, requestId: null },
    });
  }
});

test('contacts of clients get events of the records in their portal, and of no others', async () => {
  const { ours } = api;
  const contact = await addPortalContact(ours);
  const other = await addPortalContact(ours);
  const start = await end(ours);
  const issued: string[] = [];
  for (const { clientId } of [contact, other]) {
    const items = [{ description: 'Work', quantity: 1, rate: 100 }];
    const { body } = await ours.post('invoices/create', { clientId, items });
    issued.push(body.id);
    await ours.gql('mutation ($id: ID!) { markInvoiceSent(input: { id: $id }) { __typename } }', {
      id: body.id,
    });
  }
  const observed = await ask(personDoors(api)({ contact }), { after: start });
  const ids = new Set(observed.events.map(({ recordId }: { recordId: string }) => recordId));
  expect(ids).toContain(issued[0]);
  expect(ids).not.toContain(issued[1]);
  expect(JSON.stringify(observed)).not.toContain(other.clientId);
});

test('a reader of rare events advances by positions, however many others there are', async () => {
  const fresh = await api.addWorkspace();
  const start = await end(fresh);
  const [number = ''] = start.split('-');
  await api.owner.query(
    `INSERT INTO "LogEntry" ("accountId", place, kind, "recordType", "recordId", "actorKind", operation, "requestId")
     SELECT $1, $2::bigint + 10000000 + n, 'UPDATED', 'Client', 'cli_' || n, 'SERVICE', 'test', 'r' FROM generate_series(1, 20500) n`,
    [fresh.accountId, number],
  );
  await api.owner.query(
    `INSERT INTO "LogEntry" ("accountId", place, kind, "recordType", "recordId", "actorKind", operation, "requestId")
     VALUES ($1, $2::bigint + 20000000, 'DELETED', 'Vendor', 'ven_rare', 'SERVICE', 'test', 'r')`,
    [fresh.accountId, number],
  );
  const types = ['vendor.deleted'];
  const first = await ask(fresh, { after: start, types });
  expect(first).toMatchObject({ events: [], hasMore: true });
  expect(await ask(fresh, { after: first.place, types })).toMatchObject({
    events: [{ recordId: 'ven_rare' }],
    hasMore: false,
  });
});
