import { describe, expect, test } from 'vitest';
import { countStatements } from '../../src/database/pool.ts';
import { createFormSubmission } from '../../src/domain/form-submissions/index.ts';
import { createContext } from '../../src/domain/kernel/context.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

const lead = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'Ada@Lovelace.example',
  phone: '+44 20 7946 0000',
  role: 'Founder',
  businessName: 'Lovelace Analytics',
  website: 'https://lovelace.example',
  address1: '12 St James’s Square',
  address2: 'Back door',
  city: 'London',
  locality: 'Greater London',
  postal: 'SW1Y 4JH',
  country: 'United Kingdom',
  taxId: 'GB123',
  sourceUrl: 'https://studio.example/contact?utm_source=newsletter',
  leadSource: 'Newsletter',
  answers: [
    { id: '1', fieldKey: 'budget', fieldType: 'TEXT', question: 'Budget?', answer: '10k' },
    { question: 'Which?', answer: ['web', { other: true }] },
  ],
};

/** What a workspace has after its submissions. */
async function recordsOf({ accountId }: TestWorkspace) {
  const { prisma } = api.database;
  const where = { accountId };
  const orderBy = { id: 'asc' } as const;
  return {
    clients: await prisma.client.findMany({ where, orderBy }),
    contacts: await prisma.contact.findMany({ where, orderBy }),
    opportunities: await prisma.opportunity.findMany({
      where,
      orderBy,
      include: { stage: { select: { label: true } } },
    }),
    submissions: await prisma.formSubmission.findMany({ where, orderBy }),
    forms: await prisma.form.findMany({ where, orderBy }),
  };
}

/** Adds a contact at a client, past the surface, so that it can be archived, unattached and so on. */
async function addContact(
  { accountId }: TestWorkspace,
  contact: { id: string; email: string; clientId?: string; archived?: boolean },
) {
  await api.database.prisma.contact.create({ data: { accountId, ...contact } });
}

async function submit(workspace: TestWorkspace, fields: Record<string, unknown>) {
  const answer = await workspace.post('formSubmissions/create', { formName: 'Contact', ...fields });
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('formSubmissions/create', () => {
  test('makes submission, opportunity, prospect and contact of a new lead and loses nothing', async () => {
    const workspace = await api.addWorkspace();
    const { status, body } = await workspace.post('formSubmissions/create', {
      ...lead,
      formName: ' Discovery form ',
      pipelineStageName: 'Qualified',
      notes: 'Call after 2 pm.\nNot on Mondays.',
    });
    expect(status).toBe(200);
    const { clients, contacts, opportunities, submissions, forms } = await recordsOf(workspace);
    const [client, contact, opportunity] = [clients[0], contacts[0], opportunities[0]];
    const { answers, ...person } = lead;
    const formData = {
      ...person,
      answers: [answers[0], { ...answers[1], id: null, fieldKey: null, fieldType: null }],
    };
    expect(body).toEqual({
      id: expect.stringMatching(/^sub_/),
      accountId: workspace.accountId,
      clientId: client?.id,
      formName: 'Discovery form',
      submittedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      formData,
      notes: 'Call after 2 pm.\nNot on Mondays.',
      opportunityId: opportunity?.id,
    });
    expect(client).toMatchObject({
      name: 'Lovelace Analytics',
      clientType: 'PROSPECT',
      address1: '12 St James’s Square',
      address2: 'Back door',
      city: 'London',
      locality: 'Greater London',
      postal: 'SW1Y 4JH',
      country: 'United Kingdom',
      website: 'https://lovelace.example',
      taxId: 'GB123',
    });
    expect(contact).toMatchObject({
      clientId: client?.id,
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'Ada@Lovelace.example',
      phone: '+44 20 7946 0000',
      role: 'Founder',
      defaultContact: true,
      invoiceContact: false,
      portalAccess: false,
    });
    expect(opportunity).toMatchObject({
      name: 'Ada Lovelace – Discovery form',
      description: 'Call after 2 pm.\nNot on Mondays.',
      clientId: client?.id,
      stage: { label: 'Qualified' },
      leadInfo: formData,
    });
    expect(submissions).toMatchObject([{ formData, contactId: contact?.id, formId: forms[0]?.id }]);
    expect([clients, contacts, opportunities, forms].map((rows) => rows.length)).toEqual([
      1, 1, 1, 1,
    ]);
  });

  test('needs no more than a form’s name: every other field is null and the stage is the first', async () => {
    const workspace = await api.addWorkspace();
    const first = await submit(workspace, {});
    const second = await submit(workspace, {});
    expect(first).toMatchObject({ formName: 'Contact', notes: null });
    expect(Object.keys(first.formData).sort()).toEqual(Object.keys(lead).sort());
    expect(first.formData).toMatchObject({ firstName: null, email: null, answers: [] });
    const { clients, contacts, opportunities } = await recordsOf(workspace);
    expect(clients.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^Unnamed lead [0-9a-f]{12}$/),
      expect.stringMatching(/^Unnamed lead [0-9a-f]{12}$/),
    ]);
    expect(first.clientId).not.toBe(second.clientId);
    expect(contacts).toEqual([]);
    expect(opportunities.map(({ name, stage }) => [name, stage.label])).toEqual([
      ['Contact', 'Lead'],
      ['Contact', 'Lead'],
    ]);
  });

  test('registers an unknown form once and finds it by name and by id', async () => {
    const workspace = await api.addWorkspace();
    await submit(workspace, { formName: 'Workshop' });
    const formId = (await recordsOf(workspace)).forms[0]?.id;
    await submit(workspace, { formName: 'Workshop', formId });
    await submit(workspace, { formName: 'About us' });
    expect((await workspace.get('formNames/list')).body).toEqual(['About us', 'Workshop']);
  });

  test('refuses a form’s id that is unknown, foreign or another form’s', async () => {
    const workspace = await api.addWorkspace();
    await submit(workspace, { formName: 'Workshop' });
    await submit(api.theirs, { formName: 'Workshop' });
    const formId = (await recordsOf(workspace)).forms[0]?.id;
    const foreignId = (await recordsOf(api.theirs)).forms[0]?.id;
    const answers = await Promise.all([
      workspace.post('formSubmissions/create', { formName: 'Other', formId }),
      workspace.post('formSubmissions/create', { formName: 'Workshop', formId: foreignId }),
      workspace.post('formSubmissions/create', { formName: 'Workshop', formId: 'frm_none' }),
    ]);
    expect(answers.map(({ status, body }) => [status, body.errors[0].path])).toEqual([
      [400, 'formName'],
      [404, 'formId'],
      [404, 'formId'],
    ]);
    expect((await recordsOf(workspace)).submissions).toHaveLength(1);
  });

  test('lists every invalid field at once', async () => {
    const { status, body } = await api.ours.post('formSubmissions/create', {
      firstName: {},
      phone: 'x'.repeat(256),
      answers: [{ question: 'ok' }, 'no object', { answer: 'a\u0000' }],
    });
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
      'answers.1',
      'answers.2.answer',
      'firstName',
      'formName',
      'phone',
    ]);
  });

  test('answers 404 for an unknown stage and makes nothing at all', async () => {
    const workspace = await api.addWorkspace();
    const stage = await workspace.post('formSubmissions/create', {
      ...lead,
      formName: 'Contact',
      pipelineStageName: 'Leads',
    });
    expect([stage.status, stage.body.code, stage.body.errors[0].path]).toEqual([
      404,
      'name_not_found',
      'pipelineStageName',
    ]);
    const theirStage = (await api.theirs.get('pipelineStages/list')).body[0].id;
    for (const pipelineStageId of [theirStage, 'stg_none']) {
      const answer = await workspace.post('formSubmissions/create', {
        formName: 'Contact',
        pipelineStageId,
      });
      expect([answer.status, answer.body.code]).toEqual([404, 'record_not_found']);
    }
    for (const rows of Object.values(await recordsOf(workspace))) expect(rows).toEqual([]);
  });

  test('sets the close date of a lead that is placed in a closed stage', async () => {
    const workspace = await api.addWorkspace();
    await submit(workspace, { pipelineStageName: 'Lost' });
    const { opportunities } = await recordsOf(workspace);
    expect(opportunities[0]?.actualCloseDate).toBeInstanceOf(Date);
  });
});

describe('the client of a lead', () => {
  test('is the one that a contact with this e-mail belongs to, whatever its case and the business named', async () => {
    const workspace = await api.addWorkspace();
    const { body: client } = await workspace.post('clients/create', { name: 'Engines Ltd' });
    await addContact(workspace, {
      id: 'con_1',
      email: 'ADA@lovelace.EXAMPLE',
      clientId: client.id,
    });
    await workspace.post('clients/create', { name: lead.businessName });
    const submission = await submit(workspace, lead);
    expect(submission.clientId).toBe(client.id);
    const { clients, contacts, opportunities, submissions } = await recordsOf(workspace);
    expect([clients.length, contacts.length]).toEqual([2, 1]);
    expect(opportunities[0]?.clientId).toBe(client.id);
    expect(submissions[0]?.contactId).toBe('con_1');
    expect(clients[0]).toMatchObject({ name: 'Engines Ltd', clientType: 'CLIENT', city: null });
  });

  test('is the business named, of several that share the e-mail, else an active one, else the oldest', async () => {
    const workspace = await api.addWorkspace();
    const email = 'office@shared.example';
    const ids: string[] = [];
    for (const [index, name] of ['Archived', 'First', 'Second'].entries()) {
      const { body } = await workspace.post('clients/create', { name });
      await addContact(workspace, { id: `con_${index}`, email, clientId: body.id });
      ids.push(body.id);
    }
    const { accountId } = workspace;
    await api.database.prisma.client.updateMany({
      where: { accountId, name: 'Archived' },
      data: { archived: true },
    });
    const [archived, first, second] = ids;
    expect((await submit(workspace, { email })).clientId).toBe(first);
    expect((await submit(workspace, { email, businessName: 'Second' })).clientId).toBe(second);
    expect((await submit(workspace, { email, businessName: 'Archived' })).clientId).toBe(archived);
    expect((await submit(workspace, { email, businessName: 'Nobody' })).clientId).toBe(first);
  });

  test('is never found by a contact of another workspace', async () => {
    const workspace = await api.addWorkspace();
    const { body: theirs } = await api.theirs.post('clients/create', {
      name: 'Lovelace Analytics',
    });
    await addContact(api.theirs, { id: 'con_x', email: lead.email, clientId: theirs.id });
    const before = await recordsOf(api.theirs);
    const submission = await submit(workspace, lead);
    const { clients, contacts } = await recordsOf(workspace);
    expect(submission.clientId).toBe(clients[0]?.id);
    expect(clients[0]?.id).not.toBe(theirs.id);
    expect(contacts).toHaveLength(1);
    expect(await recordsOf(api.theirs)).toEqual(before);
  });

  test('is not found by an archived contact', async () => {
    const workspace = await api.addWorkspace();
    const { body: client } = await workspace.post('clients/create', { name: 'Former' });
    const email = 'gone@former.example';
    await addContact(workspace, { id: 'con_1', email, clientId: client.id, archived: true });
    expect((await submit(workspace, { email })).clientId).not.toBe(client.id);
  });

  test('is the one named businessName, which keeps its own fields and gets the person as contact', async () => {
    const workspace = await api.addWorkspace();
    const { body: client } = await workspace.post('clients/create', {
      name: lead.businessName,
      city: 'Paris',
    });
    expect((await submit(workspace, lead)).clientId).toBe(client.id);
    const { clients, contacts } = await recordsOf(workspace);
    expect(clients).toMatchObject([{ city: 'Paris', website: null, clientType: 'CLIENT' }]);
    expect(contacts).toMatchObject([
      { email: lead.email, clientId: client.id, defaultContact: false },
    ]);
    const again = await submit(workspace, { email: lead.email.toUpperCase() });
    expect(again.clientId).toBe(client.id);
    expect((await recordsOf(workspace)).contacts).toHaveLength(1);
  });

  test('takes over a contact that belonged to no client', async () => {
    const workspace = await api.addWorkspace();
    await addContact(workspace, { id: 'con_1', email: lead.email });
    const { clientId } = await submit(workspace, lead);
    const { contacts, submissions } = await recordsOf(workspace);
    expect(contacts).toMatchObject([{ id: 'con_1', clientId, defaultContact: true }]);
    expect(submissions).toMatchObject([{ contactId: 'con_1' }]);
  });

  test('is named after the business, the person, the e-mail address or the phone', async () => {
    const workspace = await api.addWorkspace();
    const names = async (fields: Record<string, unknown>) => {
      const { clientId } = await submit(workspace, fields);
      return (await recordsOf(workspace)).clients.find(({ id }) => id === clientId)?.name;
    };
    expect(await names({ businessName: 'Acme', firstName: 'A', email: 'a@x.example' })).toBe(
      'Acme',
    );
    expect(await names({ firstName: 'Grace', lastName: 'Hopper' })).toBe('Grace Hopper');
    expect(await names({ lastName: 'Noether', email: 'n@x.example' })).toBe('Noether');
    expect(await names({ email: 'only@x.example' })).toBe('only@x.example');
    expect(await names({ phone: '+49 30 1234' })).toBe('+49 30 1234');
  });

  test('is another one for a namesake with another e-mail address', async () => {
    const workspace = await api.addWorkspace();
    const person = { firstName: 'John', lastName: 'Smith' };
    const first = await submit(workspace, { ...person, email: 'john@one.example' });
    const second = await submit(workspace, { ...person, email: 'john@two.example' });
    const again = await submit(workspace, { ...person, email: 'JOHN@two.example' });
    expect(second.clientId).not.toBe(first.clientId);
    expect(again.clientId).toBe(second.clientId);
    const { clients } = await recordsOf(workspace);
    expect(clients.map(({ name }) => name)).toEqual([
      'John Smith',
      'John Smith (john@two.example)',
    ]);
  });

  test('is the same for a person without e-mail address who writes again', async () => {
    const workspace = await api.addWorkspace();
    const person = { firstName: 'Grace', lastName: 'Hopper', phone: '1' };
    const first = await submit(workspace, person);
    const second = await submit(workspace, person);
    expect(second.clientId).toBe(first.clientId);
    const { clients, contacts, opportunities } = await recordsOf(workspace);
    expect([clients.length, contacts.length, opportunities.length]).toEqual([1, 1, 2]);
  });

  test('has a name that fits even where person and address do not', async () => {
    const workspace = await api.addWorkspace();
    const person = { firstName: 'F'.repeat(200), lastName: 'L'.repeat(200) };
    await submit(workspace, { ...person, email: 'long@one.example' });
    await submit(workspace, { ...person, email: 'long@two.example' });
    const { clients, opportunities } = await recordsOf(workspace);
    const both = `${person.firstName} ${person.lastName}`;
    expect(clients.map(({ name }) => name)).toEqual([both.slice(0, 255), 'long@two.example']);
    expect(opportunities.map(({ name }) => name.length)).toEqual([255, 255]);
  });

  test('is made for a lead whose e-mail address is none; the text is kept, no contact gets it', async () => {
    const workspace = await api.addWorkspace();
    const submission = await submit(workspace, { firstName: 'Bob', email: 'bob at home' });
    expect(submission.formData.email).toBe('bob at home');
    const { clients, contacts } = await recordsOf(workspace);
    expect(clients).toMatchObject([{ name: 'Bob' }]);
    expect(contacts).toMatchObject([{ firstName: 'Bob', email: null }]);
    const [contact] = (await workspace.get('clients/list')).body[0].contacts;
    expect(contact).toMatchObject({ email: null, defaultContact: true });
  });
});

describe('leads at the same time', () => {
  /**
   * Thirty submissions at once, of the same or of numbered leads. A form that is new makes them wait for each other, so
   * it usually exists.
   */
  async function submitThirty(
    fields: (index: number) => Record<string, unknown>,
    formExists = true,
  ) {
    const workspace = await api.addWorkspace();
    const { accountId } = workspace;
    if (formExists) {
      await api.database.prisma.form.create({ data: { accountId, id: 'frm_1', name: 'Rush' } });
    }
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        workspace.post('formSubmissions/create', { formName: 'Rush', ...fields(index) }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const records = await recordsOf(workspace);
    expect(records.submissions).toHaveLength(30);
    expect(records.opportunities).toHaveLength(30);
    expect(records.forms).toHaveLength(1);
    return records;
  }

  test('make one client and one contact of the same new lead', async () => {
    const { businessName, ...person } = lead;
    for (const fields of [lead, person, { email: lead.email }]) {
      const { clients, contacts } = await submitThirty(() => fields);
      expect([clients.length, contacts.length]).toEqual([1, 1]);
    }
    const { clients, contacts } = await submitThirty((index) => ({
      email: index % 2 === 0 ? lead.email.toLowerCase() : lead.email.toUpperCase(),
      businessName: `${businessName} ${index}`,
    }));
    expect([clients.length, contacts.length]).toEqual([1, 1]);
  });

  test('register a new form once', async () => {
    const { clients } = await submitThirty((index) => ({ email: `new${index}@x.example` }), false);
    expect(clients).toHaveLength(30);
  });

  test('make one client of a new lead without e-mail address', async () => {
    for (const fields of [
      { businessName: 'Acme' },
      { firstName: 'Grace', lastName: 'Hopper' },
      { phone: '1' },
    ]) {
      expect((await submitThirty(() => fields)).clients).toHaveLength(1);
    }
  });

  test('make one client of a new business and a contact for each of its people', async () => {
    const { clients, contacts } = await submitThirty((index) => ({
      businessName: 'Acme',
      email: `person${index}@acme.example`,
    }));
    expect(clients).toHaveLength(1);
    expect(contacts).toHaveLength(30);
    expect(contacts.filter(({ defaultContact }) => defaultContact)).toHaveLength(1);
  });

  test('make a client for each of several namesakes', async () => {
    const { clients, contacts } = await submitThirty((index) => ({
      firstName: 'John',
      lastName: 'Smith',
      email: `john${index % 10}@smith.example`,
    }));
    expect([clients.length, contacts.length]).toEqual([10, 10]);
    expect(new Set(contacts.map(({ clientId }) => clientId)).size).toBe(10);
  });
});

test('a lead of a known contact costs two look-ups, two inserts and little else', async () => {
  const workspace = await api.addWorkspace();
  await submit(workspace, lead);
  const request = createContext({ ...workspace.context, root: api.database.prisma });
  const { statements } = await countStatements(() =>
    createFormSubmission(request, { formName: 'Contact', email: lead.email }),
  );
  // BEGIN, stage, form, contact, INSERT opportunity, INSERT submission, COMMIT
  expect(statements).toHaveLength(7);
});

describe('formNames/list', () => {
  test('answers the names of the workspace’s own forms', async () => {
    const workspace = await api.addWorkspace();
    const { status, body } = await workspace.get('formNames/list');
    expect([status, body]).toEqual([200, []]);
  });
});
