import { describe, expect, test } from 'vitest';
import { useTestApi, workspaceOf } from '../../support/api.ts';
import { makeKey } from '../../support/api-keys.ts';
import { created, errorsOf } from '../../support/invoices.ts';
import { mutate, mutated } from '../../support/mutations.ts';

const api = useTestApi();
let serial = 0;

function nextName(): string {
  serial += 1;
  return `Client ${serial}`;
}

async function clientOf(name = nextName()): Promise<string> {
  return (await created(api.ours, 'clients/create', { name })).id;
}

const contact = (fields: object) => created(api.ours, 'contacts/create', fields);

/** A submission, with the contact that it was attached to. */
async function submitted(fields: object) {
  const { id } = await created(api.ours, 'formSubmissions/create', fields);
  const row = await api.database.prisma.formSubmission.findFirstOrThrow({ where: { id } });
  return { clientId: row.clientId as string, contactId: row.contactId as string };
}

test('a contact becomes a part of another: its submissions move, and its address and external id find the other', async () => {
  const { ours } = api;
  const businessName = nextName();
  const sent = { businessName, email: 'Ada@Old.example', firstName: 'Ada', lastName: 'L' };
  const { contactId: merge, clientId } = await submitted(sent);
  await mutated(ours, 'updateContact', { id: merge, externalId: '7', source: 'crm', mobile: '5' });
  const own = { first: 'Ada', last: 'Lovelace', email: 'ada@new.example', clientId };
  const keep = await contact({ ...own, externalId: '8', source: 'crm', invoiceContact: true });
  const { body, status } = await ours.post('contacts/merge', { keep: keep.id, merge });
  expect([status, body]).toMatchObject([
    200,
    {
      ...{ id: keep.id, email: 'ada@new.example', lastName: 'Lovelace', mobile: '5' },
      ...{ invoiceContact: true, defaultContact: true, portalAccess: false },
    },
  ]);
  const { prisma } = api.database;
  const where = { accountId: ours.accountId };
  expect(await prisma.formSubmission.count({ where: { ...where, contactId: keep.id } })).toBe(1);
  expect(await prisma.contact.count({ where: { ...where, id: merge } })).toBe(0);
  for (const query of [{ id: merge }, { externalId: '7', source: 'crm' }] as Record<
    string,
    string
  >[]) {
    const { body: found } = await ours.get('contacts/search', query);
    expect(
      found.map(({ id }: { id: string }) => id),
      JSON.stringify(query),
    ).toEqual([keep.id]);
  }
  const again = await submitted({ email: 'ada@old.example' });
  expect(again).toMatchObject({ contactId: keep.id, clientId });
  const { body: read } = await ours.gql(
    `{ contact(id: "con_ext:crm:7") { id mergedRecords { id name email } } }`,
  );
  expect(read.data.contact).toEqual({
    id: keep.id,
    mergedRecords: [{ id: merge, name: 'Ada L', email: 'ada@old.example' }],
  });
  const { body: log } = await ours.gql(
    `{ auditLog(type: "Contact", first: 2) { nodes { kind recordId } } }`,
  );
  expect(log.data.auditLog.nodes).toEqual(
    expect.arrayContaining([
      { kind: 'DELETED', recordId: merge },
      { kind: 'UPDATED', recordId: keep.id },
    ]),
  );
});

test('a contact without a client gets that of the merged one, and is its default contact only if that was', async () => {
  const clientId = await clientOf();
  await contact({ first: 'First', clientId, defaultContact: true });
  const merge = await contact({ first: 'Second', clientId });
  const keep = await contact({ first: 'Third', defaultContact: true });
  const { body } = await api.ours.post('contacts/merge', { keep: keep.id, merge: merge.id });
  expect(body).toMatchObject({ clientId, defaultContact: false, firstName: 'Third' });
});

test('a default contact without a client does not replace that of the kept contact', async () => {
  const clientId = await clientOf();
  const first = await contact({ first: 'First', clientId, defaultContact: true });
  const keep = await contact({ first: 'Second', clientId });
  const merge = await contact({ first: 'Third', defaultContact: true });
  const { body, status } = await api.ours.post('contacts/merge', {
    keep: keep.id,
    merge: merge.id,
  });
  expect([status, body.defaultContact]).toEqual([200, false]);
  const where = { accountId: api.ours.accountId, clientId, defaultContact: true };
  expect(await api.database.prisma.contact.findMany({ where })).toMatchObject([{ id: first.id }]);
});

test('a lead is of the contact that has its address before one that had it', async () => {
  const keep = await contact({ email: 'kept@merges.example', clientId: await clientOf() });
  const merge = await contact({ email: 'shared@merges.example' });
  await mutated(api.ours, 'mergeContacts', { keep: keep.id, merge: merge.id });
  expect((await submitted({ email: 'shared@merges.example' })).contactId).toBe(keep.id);
  const owner = await contact({ email: 'Shared@merges.example', clientId: await clientOf() });
  expect((await submitted({ email: 'shared@merges.example' })).contactId).toBe(owner.id);
});

test('flags of an archived contact count no more', async () => {
  const clientId = await clientOf();
  const flags = { portalAccess: true, invoiceContact: true, defaultContact: true };
  const merge = await contact({ ...flags, email: 'gone@merges.example', clientId, archive: true });
  const keep = await contact({ first: 'Ada', clientId });
  const { body } = await api.ours.post('contacts/merge', { keep: keep.id, merge: merge.id });
  expect(body).toMatchObject({
    ...{ email: 'gone@merges.example', portalAccess: false },
    ...{ invoiceContact: false, defaultContact: false },
  });
});

describe('merging is rejected', () => {
  const rejection = async (input: { keep: string; merge: string }) => {
    const answer = await api.ours.post('contacts/merge', input);
    expect(await mutate(api.ours, 'mergeContacts', input)).toMatchObject({
      code: answer.body.code,
    });
    return [answer.status, ...errorsOf(answer)];
  };

  test('for one contact twice, contacts that are not there, of different clients, and into an archived one', async () => {
    const one = await contact({ first: 'One', clientId: await clientOf() });
    const other = await contact({ first: 'Other', clientId: await clientOf() });
    const gone = await contact({ first: 'Gone', archive: true });
    const theirs = await created(api.theirs, 'contacts/create', { first: 'Theirs' });
    expect(await rejection({ keep: one.id, merge: one.id })).toEqual([400, 'merge: same_record']);
    expect(await rejection({ keep: theirs.id, merge: 'con_none' })).toEqual([
      ...[404, 'keep: record_not_found', 'merge: record_not_found'],
    ]);
    expect(await rejection({ keep: one.id, merge: other.id })).toEqual([
      409,
      'merge: other_client',
    ]);
    expect(await rejection({ keep: gone.id, merge: one.id })).toEqual([409, 'keep: archived']);
  });

  test('by a caller without permission to give the contact portal access or to write the moved records', async () => {
    const clientId = await clientOf();
    const keep = await contact({ first: 'One', clientId });
    const merge = await contact({ email: 'in@merges.example', portalAccess: true, clientId });
    const attempt = async (...scopes: string[]) => {
      const { key } = await makeKey(api.ours.context, [
        'clients:read',
        'clients:write',
        ...scopes,
      ] as never);
      const { post } = workspaceOf(api, api.ours.context, key);
      const { body, status } = await post('contacts/merge', { keep: keep.id, merge: merge.id });
      return [status, (body.message as string)?.match(/\w+:(?:read|write)/g)];
    };
    const moved = ['sales:write', 'tickets:write'];
    expect(await attempt()).toEqual([403, moved]);
    const portal = ['projects:read', 'projects:write', 'time:read', 'invoices:read'];
    expect(await attempt(...moved)).toEqual([403, [...portal, 'tickets:read']]);
    expect((await attempt(...moved, ...portal, 'tickets:read'))[0]).toBe(200);
    const stored = await api.database.prisma.contact.findFirstOrThrow({ where: { id: keep.id } });
    expect(stored).toMatchObject({ portalAccess: true, email: 'in@merges.example' });
  });
});
