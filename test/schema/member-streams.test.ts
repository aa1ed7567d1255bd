import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../src/domain/contacts/create-client.ts';
import { createProject } from '../../src/domain/deliverables/create-project.ts';
import { createTimeEntry } from '../../src/domain/time-entries/create.ts';
import { deleteTimeEntry, updateTimeEntry } from '../../src/domain/time-entries/update.ts';
import { createUser, deactivateUser } from '../../src/domain/workspaces/users.ts';
import { useTestApi } from '../support/api.ts';
import { personDoors, startDoors } from '../support/people.ts';
import { useStreams } from '../support/streams.ts';

const api = useTestApi();
const doors = personDoors(api);
const subscribe = useStreams();
let service: Awaited<ReturnType<typeof startDoors>>;
let projectId: string;

beforeAll(async () => {
  service = await startDoors(api);
  await createClient(api.ours.context, { name: 'Lovelace' });
  const fields = { clientName: 'Lovelace', name: 'Website' };
  projectId = (await createProject(api.ours.context, fields)).id;
});
afterAll(() => service?.close());

const newMember = async (email: string) => {
  const { id } = await createUser(api.ours.context, { email, role: 'MEMBER' });
  // Streams repeatedly check whether their client still reads.
  const { prisma } = api.database;
  const personId = `person-${id}`;
  await prisma.person.create({ data: { id: personId, email } });
  const where = { accountId_id: { accountId: api.ours.accountId, id } };
  await prisma.user.update({ where, data: { personId } });
  const caller = { role: 'MEMBER', userId: id, personId } as const;
  return { id, key: service.keyOf(caller), context: doors(caller).context };
};

const assign = (ids: readonly number[]) =>
  api.ours.gql(
    `mutation { setProjectMembers(input: { id: "${projectId}", memberIds: [${ids.join()}] }) { __typename } }`,
  );

const source = `subscription { recordChanged { type id kind node { __typename
  ... on Project { name feeSchedule { amount } } ... on TimeEntry { notes } } } }`;
const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };

test('a member gets events of its records and projects, and of no others', async () => {
  const [mine, other] = [await newMember('me@ours.example'), await newMember('other@ours.example')];
  const stream = await subscribe(service, mine, source);
  const reported = async () => {
    const { type, id, kind, node } = (await stream.next()).data.recordChanged;
    return { type, id, kind, node };
  };
  // Of none of these it hears.
  await assign([other.id]);
  const theirs = await createTimeEntry(other.context, { ...hours, notes: 'Theirs' });
  await updateTimeEntry(other.context, { id: theirs.id, notes: 'Still theirs' }, 'patch');
  await deleteTimeEntry(other.context, { id: theirs.id });
  const own = await createTimeEntry(mine.context, { ...hours, notes: 'Mine' });
  const entry = { type: 'TIME_ENTRY', id: own.id };
  expect(await reported()).toEqual({
    ...entry,
    kind: 'CREATED',
    node: { __typename: 'TimeEntry', notes: 'Mine' },
  });
  await assign([other.id, mine.id]);
  const project = { type: 'PROJECT', id: projectId, kind: 'UPDATED' };
  const node = { __typename: 'Project', name: 'Website', feeSchedule: null };
  expect(await reported()).toEqual({ ...project, node });
  // It is taken off: neither that, nor what happens to the project from now on.
  await assign([other.id]);
  const rename = `mutation { updateProject(input: { id: "${projectId}", name: "Renamed" }) { __typename } }`;
  expect((await api.ours.gql(rename)).body.errors).toBeUndefined();
  await deleteTimeEntry(mine.context, { id: own.id });
  expect(await reported()).toEqual({ ...entry, kind: 'DELETED', node: null });
});

test('equal subscriptions of two members are two', async () => {
  const members = [
    await newMember('one@ours.example'),
    await newMember('two@ours.example'),
  ] as const;
  const [first, second] = [
    await subscribe(service, members[0], source),
    await subscribe(service, members[1], source),
  ];
  for (const [index, stream] of [first, second].entries()) {
    const { context } = members[index] as (typeof members)[number];
    const { id } = await createTimeEntry(context, { ...hours, notes: `Of ${index}` });
    const { data } = await stream.next();
    expect(data.recordChanged).toMatchObject({ id, node: { notes: `Of ${index}` } });
  }
});

test('a deactivated user gets no more events, not even of simultaneous changes', async () => {
  const { id, key, context } = await newMember('leaving@ours.example');
  const stream = await subscribe(service, { key }, source);
  const own = await createTimeEntry(context, { ...hours, notes: 'Mine' });
  expect((await stream.next()).data.recordChanged).toMatchObject({ id: own.id });
  await deactivateUser(api.ours.context, { id });
  await deleteTimeEntry(api.ours.context, { id: own.id });
  const received = await stream.rest();
  expect(received).toHaveLength(1);
  expect(received[0]?.errors?.[0]?.extensions?.code).toMatch(/^(not_signed_in|wrong_workspace)$/);
});
