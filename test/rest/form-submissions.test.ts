import { describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createFormSubmission } from '../../src/domain/form-submissions/create.ts';
import { createContext } from '../../src/write/request-context.ts';
import { useTestApi } from '../support/api.ts';
import { lead, recordsOf, submit } from '../support/leads.ts';

const api = useTestApi();

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
    const { clients, contacts, opportunities, submissions, forms } = await recordsOf(
      api,
      workspace,
    );
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
    const { clients, contacts, opportunities } = await recordsOf(api, workspace);
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

  test('creates an unknown form once and finds it by name and by id', async () => {
    const workspace = await api.addWorkspace();
    await submit(workspace, { formName: 'Workshop' });
    const formId = (await recordsOf(api, workspace)).forms[0]?.id;
    await submit(workspace, { formName: 'Workshop', formId });
    await submit(workspace, { formName: 'About us' });
    expect((await workspace.get('formNames/list')).body).toEqual(['About us', 'Workshop']);
  });

  test('rejects a form’s id that is unknown, foreign or another form’s', async () => {
    const workspace = await api.addWorkspace();
    await submit(workspace, { formName: 'Workshop' });
    await submit(api.theirs, { formName: 'Workshop' });
    const formId = (await recordsOf(api, workspace)).forms[0]?.id;
    const foreignId = (await recordsOf(api, api.theirs)).forms[0]?.id;
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
    expect((await recordsOf(api, workspace)).submissions).toHaveLength(1);
  });

  test('lists all invalid fields', async () => {
    const { status, body } = await api.ours.post('formSubmissions/create', {
      firstName: {},
      formName: [],
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

  test('returns 404 for an unknown stage and makes nothing at all', async () => {
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
    for (const rows of Object.values(await recordsOf(api, workspace))) expect(rows).toEqual([]);
  });

  test('sets the close date of a lead that is placed in a closed stage', async () => {
    const workspace = await api.addWorkspace();
    await submit(workspace, { pipelineStageName: 'Lost' });
    const { opportunities } = await recordsOf(api, workspace);
    expect(opportunities[0]?.actualCloseDate).toBeInstanceOf(Date);
  });
});

test('a lead of a known contact costs two look-ups, two inserts and little else', async () => {
  const workspace = await api.addWorkspace();
  await submit(workspace, lead);
  const request = createContext({ ...workspace.context, root: api.database.prisma });
  const { roundTrips, statements } = await recordStatements(() =>
    createFormSubmission(request, { formName: 'Contact', email: lead.email }),
  );
  // BEGIN, stage; form; contact; INSERT opportunity, INSERT submission, audit entries, COMMIT
  expect(statements).toHaveLength(8);
  expect(roundTrips).toBe(4);
});

describe('formNames/list', () => {
  test('returns the names of the workspace’s own forms', async () => {
    const workspace = await api.addWorkspace();
    const { status, body } = await workspace.get('formNames/list');
    expect([status, body]).toEqual([200, []]);
  });
});
