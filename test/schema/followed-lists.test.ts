import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTimeEntry } from '../../src/domain/time-entries/create.ts';
import { updateTimeEntry } from '../../src/domain/time-entries/update.ts';
import { narrowApiKey } from '../../src/domain/workspaces/narrow-api-key.ts';
import { createUser } from '../../src/domain/workspaces/users.ts';
import { openInvoicesExample } from '../../src/pages/graphiql-examples/read-examples.ts';
import { useTestApi } from '../support/api.ts';
import { makeKey } from '../support/api-keys.ts';
import { personDoors, startDoors } from '../support/people.ts';
import type { TestProcess, TestStream } from '../support/streams.ts';
import { startProcess, useStreams } from '../support/streams.ts';

/** Lists that are followed: what enters them, changes in them and leaves them. */

const api = useTestApi();
const doors = personDoors(api);
const subscribe = useStreams();
let service: TestProcess;
let people: Awaited<ReturnType<typeof startDoors>>;
beforeAll(async () => {
  [service, people] = await Promise.all([startProcess(api), startDoors(api)]);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => Promise.all([service?.close(), people?.close()]));

const followed = `subscription ($where: RecordWhere, $types: [RecordType!], $after: ID) {
  recordChanged(where: $where, types: $types, after: $after) { type id kind list place }
}`;
const inRome = { client: { city: { equals: 'Rome' } } };

let names = 0;
const make = async (fields: object = {}) =>
  (await api.ours.post('clients/create', { name: `Client ${++names}`, ...fields })).body
    .id as string;
const change = (id: string, fields: object) => api.ours.patch('clients/update', { id, ...fields });

const reported = async (stream: TestStream) => {
  const { id, kind, list } = await stream.nextChange();
  return [list, kind, id];
};

test('records that enter a list, change in it or leave it are published, and nothing else', async () => {
  const before = await make({ city: 'Rome' });
  const stream = await subscribe(service, api.ours, followed, { where: inRome });
  await make({ city: 'Milan' });
  const [made, moving] = [await make({ city: 'Rome' }), await make({ city: 'Turin' })];
  expect(await reported(stream)).toEqual(['ENTERED', 'CREATED', made]);
  await change(moving, { notes: 'Still in Turin' });
  // After this event the earlier one was read too: events contain the current record.
  await change(made, { notes: 'In Rome' });
  expect(await reported(stream)).toEqual(['CHANGED', 'UPDATED', made]);
  await change(moving, { city: 'Rome' });
  expect(await reported(stream)).toEqual(['ENTERED', 'UPDATED', moving]);
  await change(before, { notes: 'Was there' });
  expect(await reported(stream)).toEqual(['CHANGED', 'UPDATED', before]);
  await change(moving, { city: 'Bari' });
  expect(await reported(stream)).toEqual(['LEFT', 'UPDATED', moving]);
  await change(moving, { notes: 'Gone' });
  // As the list itself, which has no archived clients unless it is asked for them.
  await api.ours.gql(`mutation { archiveClient(input: { id: "${made}" }) { __typename } }`);
  expect(await reported(stream)).toEqual(['LEFT', 'UPDATED', made]);
  const late = await make({ city: 'Rome' });
  expect(await reported(stream)).toEqual(['ENTERED', 'CREATED', late]);
});

test('records enter and leave a list of a custom field with its former and present values', async () => {
  const level = (value: number) => ({ customValues: [{ fieldName: 'Level', value }] });
  const id = await make({ customValues: { Level: 3 } });
  const condition = { key: 'level', number: { gt: 5 } };
  const where = { client: { customValues: { some: [condition] } } };
  const stream = await subscribe(service, api.ours, followed, { where });
  const other = await make({ customValues: { Level: 9 } });
  expect(await reported(stream)).toEqual(['ENTERED', 'CREATED', other]);
  await change(id, { notes: 'Still 3' });
  // After this event the earlier one was read too: events contain the current record.
  await change(other, { notes: 'Still 9' });
  expect(await reported(stream)).toEqual(['CHANGED', 'UPDATED', other]);
  await change(id, level(7));
  expect(await reported(stream)).toEqual(['ENTERED', 'UPDATED', id]);
  await change(id, { notes: 'Still 7' });
  expect(await reported(stream)).toEqual(['CHANGED', 'UPDATED', id]);
  await change(id, level(5));
  expect(await reported(stream)).toEqual(['LEFT', 'UPDATED', id]);
});

test('invoices that are sent and not paid are a list, as the example has it', async () => {
  await make({ name: 'Follows invoices' });
  const items = [{ description: 'Work', quantity: 1, rate: 100 }];
  const { body } = await api.ours.post('invoices/create', {
    clientName: 'Follows invoices',
    items,
  });
  // Not before: that it was made may be looked at once it is sent, and the next is then one more change.
  const stream = await subscribe(service, api.ours, openInvoicesExample);
  const { id, invoiceNumberFormatted: invoiceNumber } = body;
  const pay = (amount: number) => api.ours.post('payment/create', { invoiceNumber, amount });
  const next = async () => {
    const { list, node, id: received } = await stream.nextChange();
    return [list, node.status, received];
  };
  await api.ours.gql(`mutation { markInvoiceSent(input: { id: "${id}" }) { __typename } }`);
  expect(await next()).toEqual(['ENTERED', 'SENT', id]);
  await pay(40);
  expect(await next()).toEqual(['CHANGED', 'PARTIAL', id]);
  await pay(60);
  expect(await next()).toEqual(['LEFT', 'PAID', id]);
});

test('a record that is gone leaves the list that it was in, and no other', async () => {
  const event = async (day: number) =>
    (
      await api.ours.post('calendar/createOrUpdate', {
        ...{ summary: `On ${day}`, userEmail: 'owner@ours.example' },
        ...{ startTime: `2026-04-0${day}T14:00:00`, endTime: `2026-04-0${day}T15:30:00` },
      })
    ).body.id as string;
  const ids = [await event(5), await event(6), await event(1)] as const;
  const where = { calendarEvent: { startsAt: { gt: '2026-04-04T00:00:00Z' } } };
  const stream = await subscribe(service, api.ours, followed, { where });
  for (const id of [ids[2], ids[1]]) await api.ours.delete(`calendar/${id}`);
  expect(await reported(stream)).toEqual(['LEFT', 'DELETED', ids[1]]);
  // The time of its creation is unknown now. Its removal is published in any case.
  const timed = { calendarEvent: { createdAt: { gt: '2020-01-01T00:00:00Z' } } };
  const other = await subscribe(service, api.ours, followed, { where: timed });
  await api.ours.delete(`calendar/${ids[0]}`);
  expect(await reported(other)).toEqual(['LEFT', 'DELETED', ids[0]]);
});

test('a follower that continues from a position gets the records that entered and left since then, with their current state', async () => {
  const [stays, leaves] = [await make({ city: 'Rome' }), await make({ city: 'Rome' })];
  const { body } = await api.ours.gql('{ events(after: "now") { place } }');
  const after = body.data.events.place;
  for (const city of ['Milan', 'Rome']) await change(stays, { city });
  for (const city of ['Milan', 'Bari', 'Turin']) await change(leaves, { city });
  const comes = await make({ city: 'Turin' });
  for (const city of ['Bari', 'Rome']) await change(comes, { city });
  const goes = await make({ city: 'Rome' });
  await change(goes, { city: 'Bari' });
  const last = await make({ city: 'Rome' });
  const stream = await subscribe(service, api.ours, followed, { where: inRome, after });
  expect(await reported(stream)).toEqual(['CHANGED', 'UPDATED', stays]);
  expect(await reported(stream)).toEqual(['LEFT', 'UPDATED', leaves]);
  expect(await reported(stream)).toEqual(['ENTERED', 'CREATED', comes]);
  expect(await reported(stream)).toEqual(['ENTERED', 'CREATED', last]);
});

test('a condition on related records uses their current state, and is published with changes of the record itself', async () => {
  const contact = async (clientId: string) =>
    (await api.ours.post('contacts/create', { firstName: 'Ada', clientId })).body.id as string;
  const [client, other] = [await make({ city: 'Rome' }), await make({ city: 'Bari' })];
  const [ada, bea] = [await contact(client), await contact(other)];
  const where = { contact: { client: { city: { equals: 'Rome' } } } };
  const stream = await subscribe(service, api.ours, followed, { where, types: ['CONTACT'] });
  await api.ours.patch('contacts/update', { id: ada, phone: '1' });
  expect(await reported(stream)).toEqual(['CHANGED', 'UPDATED', ada]);
  // A change of its client is no change of the record. The effect is published with its next change.
  await change(client, { city: 'Milan' });
  await change(other, { city: 'Rome' });
  await api.ours.patch('contacts/update', { id: ada, phone: '2' });
  expect(await reported(stream)).toEqual(['LEFT', 'UPDATED', ada]);
  await api.ours.patch('contacts/update', { id: bea, phone: '3' });
  expect((await reported(stream)).slice(1)).toEqual(['UPDATED', bea]);
});

test('types without a condition are published completely, and a condition requires its type', async () => {
  const types = ['CLIENT', 'VENDOR'];
  const stream = await subscribe(service, api.ours, followed, { where: inRome, types });
  await make({ city: 'Bari' });
  const made = await api.ours.gql(
    'mutation { createVendor(input: { name: "Told whole" }) { ... on CreateVendorSuccess { vendor { id } } } }',
  );
  const { id } = made.body.data.createVendor.vendor;
  expect(await reported(stream)).toEqual([null, 'CREATED', id]);
  const rejection = await subscribe(service, api.ours, followed, {
    where: inRome,
    types: ['VENDOR'],
  });
  const { errors } = await rejection.next();
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'where.client', code: 'invalid_condition' }],
  });
});

test('a random walk: a follower that applies its events has the list that a query returns', async () => {
  let state = 7;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const cities = ['Rome', 'Bari', null];
  const where = { client: { city: { equals: 'Rome' }, country: { equals: 'Walk' } } };
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    ids.push(await make({ city: cities[random(3)], country: 'Walk' }));
  }
  const listed = async () => {
    const { body } = await api.ours.gql(
      '{ clients(first: 100, where: { city: { equals: "Rome" }, country: { equals: "Walk" } }) { edges { node { id } } } }',
    );
    const { edges } = body.data.clients as { edges: { node: { id: string } }[] };
    return edges.map(({ node }) => node.id).sort();
  };
  const { body } = await api.ours.gql('{ events(after: "now") { place } }');
  let after = body.data.events.place as string;
  const list = new Set(await listed());
  for (let round = 0; round < 4; round += 1) {
    const stream = await subscribe(service, api.ours, followed, { where, after });
    for (let n = 0; n < 8; n += 1) {
      if (random(6) === 0) ids.push(await make({ city: cities[random(3)], country: 'Walk' }));
      else await change(ids[random(ids.length)] as string, { city: cities[random(3)] });
    }
    const end = await make({ city: 'Rome', country: 'Walk' });
    for (let id = ''; id !== end; ) {
      const event = await stream.nextChange();
      expect(event.list).toBe(
        event.list === 'LEFT' ? 'LEFT' : list.has(event.id) ? 'CHANGED' : 'ENTERED',
      );
      if (event.list === 'LEFT') expect(list.delete(event.id)).toBe(true);
      else list.add(event.id);
      ({ id, place: after } = event);
    }
    stream.close();
    expect([...list].sort()).toEqual(await listed());
  }
});

describe('permissions are checked for each event', () => {
  const byInvoices = { client: { invoices: { none: {} } } };

  test('a condition without read permission is rejected, and its stream ends when the permission ends', async () => {
    const narrow = await makeKey(api.ours.context, ['clients:read']);
    const denied = await subscribe(service, narrow, followed, { where: byInvoices });
    expect((await denied.next()).errors?.[0]?.extensions).toMatchObject({
      ...{ code: 'missing_scope', missingScopes: ['invoices:read'] },
    });
    const wide = await makeKey(api.ours.context, ['clients:read', 'invoices:read']);
    const stream = await subscribe(service, wide, followed, { where: byInvoices });
    const id = await make();
    expect(await reported(stream)).toEqual(['ENTERED', 'CREATED', id]);
    const context = { ...api.ours.context, now: new Date() };
    await narrowApiKey(context, wide.record.id, { scopes: ['clients:read'] });
    for (;;) {
      await make();
      const { errors } = await stream.next();
      if (!errors) continue;
      expect(errors[0]?.extensions).toMatchObject({ code: 'missing_scope' });
      break;
    }
  });

  test('a member gets events of the list as it sees it: none of others’ records', async () => {
    const member = async (email: string) => {
      const { id } = await createUser(api.ours.context, { email, role: 'MEMBER' });
      const personId = `person-${id}`;
      await api.database.prisma.person.create({ data: { id: personId, email } });
      const of = { accountId_id: { accountId: api.ours.accountId, id } };
      await api.database.prisma.user.update({ where: of, data: { personId } });
      const caller = { role: 'MEMBER', userId: id, personId } as const;
      return { key: people.keyOf(caller), context: doors(caller).context };
    };
    const [mine, other] = [await member('mine@ours.example'), await member('other@ours.example')];
    const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
    const entry = (of: typeof mine, billable: boolean) =>
      createTimeEntry(of.context, { ...hours, billable });
    const [known, theirs] = [await entry(mine, true), await entry(other, true)];
    const where = { timeEntry: { billable: { equals: true } } };
    const stream = await subscribe(people, mine, followed, { where });
    const update = (of: typeof mine, { id }: { id: string }, fields: object) =>
      updateTimeEntry(of.context, { id, ...fields }, 'patch');
    await update(other, theirs, { notes: 'Theirs' });
    await update(other, theirs, { billable: false });
    await update(mine, known, { notes: 'Mine' });
    // What this stream did not look at before may have been there or not.
    expect(await reported(stream)).toEqual(['ENTERED', 'UPDATED', known.id]);
    await update(mine, known, { notes: 'Mine again' });
    expect(await reported(stream)).toEqual(['CHANGED', 'UPDATED', known.id]);
    await update(mine, known, { billable: false });
    expect(await reported(stream)).toEqual(['LEFT', 'UPDATED', known.id]);
    await update(mine, known, { notes: 'Not told' });
    const next = await entry(mine, true);
    expect(await reported(stream)).toEqual(['ENTERED', 'CREATED', next.id]);
  });
});

test('the effect of a change on a list is read once for all keys that follow it', async () => {
  const keys = [];
  for (let n = 0; n < 5; n += 1) keys.push(await makeKey(api.ours.context, ['clients:read']));
  const where = { client: { city: { equals: 'Shared' } } };
  const streams = [];
  for (const key of keys) streams.push(await subscribe(service, key, followed, { where }));
  const requested = vi.spyOn(service.database.pool, 'query');
  const id = await make({ city: 'Shared' });
  for (const stream of streams) expect(await reported(stream)).toEqual(['ENTERED', 'CREATED', id]);
  const looks = requested.mock.calls.filter(([query]) =>
    (query as unknown as { text: string }).text.includes('jsonb_populate_record'),
  );
  expect(looks).toHaveLength(1);
});
