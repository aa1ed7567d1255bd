import { expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { mutated } from '../support/mutations.ts';
import { TestBrowser } from '../support/persons.ts';
import { inTheNameOf } from '../support/portal.ts';

const api = useTestApi();

const userEmail = 'ada@lovelace.example';

async function workspaceWithContact(): Promise<TestWorkspace & { clientId: string }> {
  const workspace = await api.addWorkspace();
  const client = await workspace.post('clients/create', { name: 'Lovelace Analytics' });
  const contact = { first: 'Ada', last: 'Lovelace', email: userEmail };
  await workspace.post('contacts/create', { ...contact, clientName: 'Lovelace Analytics' });
  return { ...workspace, clientId: client.body.id };
}

test('a ticket belongs to the contact with the address, and its first comment is public', async () => {
  const { post, clientId } = await workspaceWithContact();
  const { body, status } = await post('tickets/create', {
    userEmail: 'ADA@lovelace.example',
    ticketType: 'Support',
    subject: 'Cannot log in',
    comment: 'Help!',
    dueDate: '2026-03-31',
    formData: { answers: [{ question: 'Which browser?', answer: 'Lynx' }] },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ticket: {
      ticketNumber: 1,
      clientId,
      client: { id: clientId, name: 'Lovelace Analytics' },
      clientContactId: expect.stringMatching(/^con_/),
      subject: 'Cannot log in',
      type: 'Support',
      status: 'New',
      open: true,
      dueDate: '2026-03-31',
      lastComment: 'Help!',
      formData: { answers: [{ question: 'Which browser?', answer: 'Lynx' }] },
      closed: null,
      archived: false,
    },
    comments: [
      {
        ticketId: body.ticket.id,
        clientId,
        comment: 'Help!',
        commentType: 'PUBLIC',
        commentBy: null,
        commentUserEmail: userEmail,
        commentUserName: 'Ada Lovelace',
      },
    ],
  });
});

test('invalid fields are listed at once, and an unknown address is a 404', async () => {
  const { post, get } = await workspaceWithContact();
  const invalid = { userEmail: 'ada', dueDate: '2026-02-30', ticketType: 'x'.repeat(256) };
  const refused = await post('tickets/create', invalid);
  expect(refused.status).toBe(400);
  expect(refused.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
    'dueDate',
    'subject',
    'ticketType',
    'userEmail',
  ]);
  const unknown = { userEmail: 'nobody@nowhere.example', subject: 'Help' };
  const missing = await post('tickets/create', unknown);
  expect(missing).toMatchObject({
    status: 404,
    body: { code: 'name_not_found', errors: [{ path: 'userEmail' }] },
  });
  expect((await get('tickets/list')).body).toEqual([]);
});

test('tickets are listed and found by client, state, number and text', async () => {
  const { post, get, patch, gql, clientId } = await workspaceWithContact();
  const subjects = ['Login', 'Invoice 7', 'Printer'];
  for (const subject of subjects) await post('tickets/create', { userEmail, subject });
  await patch('tickets/status', { ticketNumber: 2, status: 'Closed' });
  const subjectsOf = async (path: string) =>
    (await get(path)).body.map(({ subject }: { subject: string }) => subject);
  expect(await subjectsOf('tickets/list')).toEqual(['Printer', 'Invoice 7', 'Login']);
  expect(await subjectsOf('tickets/list?open=true')).toEqual(['Printer', 'Login']);
  expect(await subjectsOf('tickets/list?open=false')).toEqual(['Invoice 7']);
  expect(await subjectsOf(`tickets/list?clientId=${clientId}`)).toHaveLength(3);
  expect(await subjectsOf('tickets/list?clientId=cli_none')).toEqual([]);
  expect(await subjectsOf('tickets/search?query=')).toHaveLength(3);
  expect(await subjectsOf('tickets/search?query=PRINT')).toEqual(['Printer']);
  expect(await subjectsOf('tickets/search?query=closed')).toEqual(['Invoice 7']);
  expect(await subjectsOf('tickets/search?query=login&ticketNumber=3')).toEqual(['Printer']);
  const [first] = (await get('tickets/search?ticketNumber=1')).body;
  expect(await subjectsOf(`tickets/search?id=${first.id}&ticketNumber=3`)).toEqual(['Login']);
  await gql(
    'mutation ($id: ID!) { updateTicket(input: { id: $id, archived: true }) { __typename } }',
    {
      id: first.id,
    },
  );
  expect(await subjectsOf('tickets/list')).toEqual(['Printer', 'Invoice 7']);
  expect(await subjectsOf('tickets/list?archived=true')).toEqual(['Login']);
  expect(await subjectsOf('tickets/search?query=login')).toEqual([]);
  expect(await subjectsOf('tickets/search?ticketNumber=1')).toEqual(['Login']);
});

test('a deleted ticket takes its comments along, and its number is not used again', async () => {
  const workspace = await workspaceWithContact();
  const { post, accountId } = workspace;
  const { body } = await post('tickets/create', { userEmail, subject: 'Login', comment: 'Help' });
  await mutated(workspace, 'deleteTicket', { id: body.ticket.id });
  expect(await api.database.prisma.ticketComment.count({ where: { accountId } })).toBe(0);
  const next = await post('tickets/create', { userEmail, subject: 'Printer' });
  expect(next.body.ticket.ticketNumber).toBe(2);
});

test('the erasure of a contact redacts what it wrote, and keeps its tickets', async () => {
  const workspace = await workspaceWithContact();
  const { post, get } = workspace;
  const texts = { subject: 'Ada’s login', comment: 'Call me, Ada' };
  const formData = { firstName: 'Ada', email: userEmail };
  const { body } = await post('tickets/create', { userEmail, ...texts, formData });
  const { ticketNumber, clientContactId: id } = body.ticket;
  await post('tickets/comments/create', { ticketNumber, comment: 'Ada Lovelace called.' });
  const erasure = { id, confirmName: 'Ada Lovelace' };
  expect(await mutated(workspace, 'eraseContact', erasure, 'erasedId')).toEqual({ erasedId: id });
  const [ticket] = (await get('tickets/list')).body;
  expect(ticket).toMatchObject({ subject: null, formData: null, clientContactId: null });
  const { rows } = await api.database.pool.query(
    'SELECT comment, "authorName", "contactId" FROM "TicketComment" WHERE "ticketId" = $1 ORDER BY id',
    [ticket.id],
  );
  expect(rows).toMatchObject([
    { comment: '[erased]', authorName: null, contactId: null },
    { comment: '[erased] called.' },
  ]);
});

test('a contact in the portal reads its own tickets, and no private comment', async () => {
  const { post, accountId } = await workspaceWithContact();
  const texts = { subject: 'Login', comment: 'Help!' };
  const { body } = await post('tickets/create', { userEmail, ...texts });
  const { ticketNumber, clientContactId: id } = body.ticket;
  const note = { ticketNumber, comment: 'A difficult client', privateComment: true };
  await post('tickets/comments/create', note);
  await post('contacts/create', { first: 'Grace', email: 'grace@hopper.example' });
  await post('tickets/create', { userEmail: 'grace@hopper.example', subject: 'Printer' });
  await api.database.prisma.contact.update({
    where: { accountId_id: { accountId, id } },
    data: { portalAccess: true },
  });
  const browser = new TestBrowser(api);
  expect((await browser.signIn(userEmail)).status).toBe(200);
  const { cookie, origin } = browser;
  const answer = await inTheNameOf(api, { cookie, origin: String(origin) }).gql(
    '{ tickets { nodes { subject comments { nodes { comment } } } } ticketComments { totalCount } }',
  );
  expect(answer.body).toEqual({
    data: {
      tickets: { nodes: [{ subject: 'Login', comments: { nodes: [{ comment: 'Help!' }] } }] },
      ticketComments: { totalCount: 1 },
    },
  });
});

test('a ticket takes a look-up, a number, its rows with the log, and its response; a comment looks up ticket and author', async () => {
  const { post } = await workspaceWithContact();
  const statementsOf = async (path: string, body: object) => {
    const { result, statements } = await recordStatements(() => post(path, body));
    expect(result.status).toBe(200);
    // One finds the key.
    return statements.length - 1;
  };
  await post('tickets/create', { userEmail, subject: 'First' });
  const ticket = { userEmail, subject: 'Login', comment: 'Help!' };
  const byContact = { ticketNumber: 1, comment: 'Done.', userEmail };
  expect([
    await statementsOf('tickets/create', ticket),
    await statementsOf('tickets/comments/create', byContact),
    await statementsOf('tickets/comments/create', { ticketNumber: 1, comment: 'Done.' }),
  ]).toEqual([8, 10, 9]);
});
