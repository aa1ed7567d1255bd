import { describe, expect, test } from 'vitest';
import { countStatements } from '../../src/database/client.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

let serial = 0;
const unique = (word: string) => `${word} ${++serial}`;

async function makeClient(workspace: TestWorkspace = api.ours, name = unique('Client')) {
  const { body } = await workspace.post('clients/create', { name });
  return body as { id: string; name: string };
}

async function makeProject(fields: Record<string, unknown> = {}, workspace = api.ours) {
  const client = await makeClient(workspace);
  const body = { name: unique('Project'), clientName: client.name, ...fields };
  const answer = await workspace.post('projects/create', body);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function makeTemplate(workspace: TestWorkspace = api.ours) {
  const name = unique('Template');
  const { accountId } = workspace;
  const template = await api.database.prisma.projectTemplate.create({
    data: {
      accountId,
      id: newId('ProjectTemplate'),
      name,
      feeSchedule: { feeType: 'RETAINER', amount: '1500.5', retainerSchedule: 'MONTHLY' },
      portalAccess: 'OVERVIEW',
      showTimeWorkedInPortal: true,
    },
  });
  await api.database.prisma.projectTemplateDeliverable.createMany({
    data: [
      { name: 'Second', position: 2 },
      { name: 'First', position: 1, description: 'To begin with', approvalRequired: true },
    ].map((deliverable) => ({
      ...deliverable,
      accountId,
      id: newId('ProjectTemplateDeliverable'),
      templateId: template.id,
    })),
  });
  return template;
}

const emptyFees = {
  feeType: null,
  amount: null,
  retainerSchedule: null,
  estimateMin: null,
  estimateMax: null,
  retainerStart: null,
  retainerTiming: null,
  retainerPeriods: null,
  retainerOverageRate: null,
  taxable: null,
};

describe('projects/create', () => {
  test('answers exactly the specified fields, null where nothing is known', async () => {
    const client = await makeClient();
    const { status, body } = await api.ours.post('projects/create', {
      name: ' Bare ',
      clientName: ` ${client.name} `,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^prj_[0-9a-f]{32}$/),
      accountId: api.ours.accountId,
      clientId: client.id,
      name: 'Bare',
      description: null,
      startDate: null,
      dueDate: null,
      dateCreated: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*\.\d{3}Z$/),
      active: true,
      portalAccess: 'READ_ONLY',
      showTimeWorkedInPortal: false,
      feeSchedule: null,
      hexColor: null,
      customValues: [],
    });
  });

  test('takes every field, enums however they are spelt, and a client by id, on the other base path too', async () => {
    const client = await makeClient();
    const { status, body } = await api.request('/api/public/action/projects/create', {
      method: 'POST',
      headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Full',
        clientId: client.id,
        clientName: client.name,
        description: 'Everything',
        startDate: '2026-01-31',
        dueDate: '2026-12-31',
        active: false,
        portalAccess: 'Full access',
        showTimeWorkedInPortal: true,
        hexColor: '#1F6feb',
        feeSchedule: {
          feeType: 'Fixed Price',
          amount: 99_999_999_998.9999,
          retainerSchedule: 'Bi-Weekly',
          estimateMin: '0.1',
          estimateMax: 0.3,
          retainerStart: '2026-02-01',
          retainerTiming: 'arrears',
          retainerPeriods: -1,
          retainerOverageRate: '120.5000',
          taxable: true,
          unknown: 'ignored',
        },
        customValues: { 'Cost centre': 'B-12', Budget: 900 },
      }),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      active: false,
      portalAccess: 'FULL',
      showTimeWorkedInPortal: true,
      startDate: '2026-01-31',
      dueDate: '2026-12-31',
      hexColor: '#1F6feb',
    });
    expect(body.feeSchedule).toEqual({
      feeType: 'FIXED_PRICE',
      amount: 99_999_999_998.9999,
      retainerSchedule: 'BI_WEEKLY',
      estimateMin: 0.1,
      estimateMax: 0.3,
      retainerStart: '2026-02-01',
      retainerTiming: 'ARREARS',
      retainerPeriods: -1,
      retainerOverageRate: 120.5,
      taxable: true,
    });
    expect(body.customValues).toEqual([
      expect.objectContaining({ fieldName: 'Cost centre', value: 'B-12', type: 'TEXT' }),
      expect.objectContaining({ fieldName: 'Budget', value: 900, type: 'NUMERIC' }),
    ]);
    const row = await api.database.prisma.project.findFirstOrThrow({ where: { id: body.id } });
    expect(row.feeSchedule).toMatchObject({ amount: '99999999998.9999', estimateMin: '0.1' });
  });

  test.each([
    ['FULL', 'FULL'],
    ['full_access', 'FULL'],
    ['Read only', 'READ_ONLY'],
    ['read-only', 'READ_ONLY'],
    ['overview', 'OVERVIEW'],
    ['No access', 'NONE'],
    ['None', 'NONE'],
    ['', 'READ_ONLY'],
  ])('takes portal access "%s" for %s', async (spelt, expected) => {
    expect((await makeProject({ portalAccess: spelt })).portalAccess).toBe(expected);
  });

  test('a template brings its fee schedule, portal access, hours in the portal and deliverables', async () => {
    const template = await makeTemplate();
    const project = await makeProject({ templateName: template.name });
    expect(project).toMatchObject({ portalAccess: 'OVERVIEW', showTimeWorkedInPortal: true });
    expect(project.feeSchedule).toEqual({
      ...emptyFees,
      feeType: 'RETAINER',
      amount: 1500.5,
      retainerSchedule: 'MONTHLY',
    });
    const deliverables = await api.database.prisma.deliverable.findMany({
      where: { projectId: project.id },
      include: { status: true },
      orderBy: { position: 'asc' },
    });
    expect(deliverables).toMatchObject([
      { name: 'First', description: 'To begin with', approvalRequired: true },
      { name: 'Second', description: null, approvalRequired: false },
    ]);
    expect(deliverables.map(({ status }) => status.label)).toEqual(['To do', 'To do']);
  });

  test('what the body says goes before the template, the fee schedule as a whole', async () => {
    const template = await makeTemplate();
    const project = await makeProject({
      templateId: template.id,
      portalAccess: 'FULL',
      showTimeWorkedInPortal: false,
      feeSchedule: { feeType: 'HOURLY', amount: 80 },
    });
    expect(project).toMatchObject({ portalAccess: 'FULL', showTimeWorkedInPortal: false });
    expect(project.feeSchedule).toEqual({ ...emptyFees, feeType: 'HOURLY', amount: 80 });
  });

  test('a project type named goes before the template’s and the default one', async () => {
    const type = await api.database.prisma.projectType.create({
      data: { accountId: api.ours.accountId, id: newId('ProjectType'), name: unique('Type') },
    });
    const named = await makeProject({ projectTypeName: type.name });
    const plain = await makeProject();
    const typeOf = async ({ id }: { id: string }) =>
      (
        await api.database.prisma.project.findFirstOrThrow({
          where: { id },
          include: { projectType: true },
        })
      ).projectType;
    expect((await typeOf(named)).id).toBe(type.id);
    expect((await typeOf(plain)).isDefaultProjectType).toBe(true);
  });

  test('a template whose deliverables no status could hold is a 409 and makes no project', async () => {
    const template = await makeTemplate();
    const type = await api.database.prisma.projectType.create({
      data: { accountId: api.ours.accountId, id: newId('ProjectType'), name: unique('Type') },
    });
    const client = await makeClient();
    const { status, body } = await api.ours.post('projects/create', {
      name: 'Stillborn',
      clientName: client.name,
      templateName: template.name,
      projectTypeId: type.id,
    });
    expect([status, body.code]).toEqual([409, 'conflicting_state']);
    expect(await api.database.prisma.project.count({ where: { clientId: client.id } })).toBe(0);
  });

  test('lists every field at fault at once, fields of the fee schedule by their path', async () => {
    const { status, body } = await api.ours.post('projects/create', {
      startDate: '2026-02-30',
      portalAccess: 'sometimes',
      hexColor: 'blue',
      feeSchedule: { feeType: 'weekly', amount: '1.23456', retainerPeriods: 1.5 },
    });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(body.errors.map((e: { path: string; code: string }) => [e.path, e.code])).toEqual(
      expect.arrayContaining([
        ['name', 'required'],
        ['clientName', 'required'],
        ['startDate', 'invalid_date'],
        ['portalAccess', 'invalid_choice'],
        ['hexColor', 'invalid_format'],
        ['feeSchedule.feeType', 'invalid_choice'],
        ['feeSchedule.amount', 'too_precise'],
        ['feeSchedule.retainerPeriods', 'invalid_type'],
      ]),
    );
    expect(body.errors).toHaveLength(8);
  });

  test('an unknown client is a 404 that offers near matches of the own workspace only', async () => {
    await makeClient(api.ours, 'Babbage Engines');
    await makeClient(api.theirs, 'Babbage Engine');
    const { status, body } = await api.ours.post('projects/create', {
      name: 'P',
      clientName: 'Babage Engines',
    });
    expect([status, body.code]).toEqual([404, 'name_not_found']);
    expect(body.message).toContain('"Babbage Engines"');
    expect(body.message).not.toContain('"Babbage Engine"');
    expect(body.errors).toMatchObject([{ path: 'clientName' }]);
  });

  test.each([
    ['templateName', 'name_not_found'],
    ['templateId', 'record_not_found'],
    ['projectTypeName', 'name_not_found'],
    ['projectTypeId', 'record_not_found'],
  ])('an unknown %s is a 404', async (field, code) => {
    const client = await makeClient();
    const { status, body } = await api.ours.post('projects/create', {
      name: 'P',
      clientName: client.name,
      [field]: 'nowhere',
    });
    expect([status, body.code]).toEqual([404, code]);
    expect(body.errors).toMatchObject([{ path: field }]);
  });

  test('names and ids of another workspace answer as missing ones do', async () => {
    const client = await makeClient(api.theirs);
    const template = await makeTemplate(api.theirs);
    const own = await makeClient();
    const post = async (body: Record<string, unknown>) => {
      const answer = await api.ours.post('projects/create', { name: 'P', ...body });
      return [answer.status, answer.body.code];
    };
    expect(await post({ clientName: client.name })).toEqual([404, 'name_not_found']);
    expect(await post({ clientId: client.id })).toEqual([404, 'record_not_found']);
    const foreign = { clientName: own.name, templateName: template.name };
    expect(await post(foreign)).toEqual([404, 'name_not_found']);
    expect(await post({ clientName: own.name, templateId: template.id })).toEqual([
      404,
      'record_not_found',
    ]);
  });

  test('a client’s name and id that disagree are a 400', async () => {
    const [one, other] = [await makeClient(), await makeClient()];
    const { status, body } = await api.ours.post('projects/create', {
      name: 'P',
      clientName: one.name,
      clientId: other.id,
    });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path: 'clientName', code: 'disagrees' }]);
  });

  test('a name is unique among its client’s projects, not beyond', async () => {
    const [one, other] = [await makeClient(), await makeClient()];
    const post = (clientName: string) =>
      api.ours.post('projects/create', { name: 'Twice', clientName });
    expect((await post(one.name)).status).toBe(200);
    const again = await post(one.name);
    expect([again.status, again.body.code]).toEqual([409, 'name_taken']);
    expect(again.body.errors).toMatchObject([{ path: 'name' }]);
    expect((await post(other.name)).status).toBe(200);
  });
});

describe('projects/update', () => {
  const full = {
    description: 'Before',
    startDate: '2026-01-01',
    dueDate: '2026-06-30',
    active: false,
    portalAccess: 'FULL',
    showTimeWorkedInPortal: true,
    hexColor: '#123456',
    feeSchedule: { feeType: 'RETAINER', amount: 1000.25, retainerStart: '2026-01-01' },
    customValues: { 'Cost centre': 'B-12' },
  };

  test('PATCH changes the fields it names and keeps the others', async () => {
    const before = await makeProject(full);
    const { status, body } = await api.ours.patch('projects/update', {
      id: before.id,
      active: true,
      description: 'After',
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, active: true, description: 'After' });
  });

  test('PATCH with the id alone changes nothing', async () => {
    const before = await makeProject(full);
    const { status, body } = await api.ours.patch('projects/update', { id: before.id });
    expect(status).toBe(200);
    expect(body).toEqual(before);
  });

  test('PATCH clears with null and with "", and resets what cannot be empty to its default', async () => {
    const before = await makeProject(full);
    const { body } = await api.ours.patch('projects/update', {
      id: before.id,
      description: '',
      startDate: null,
      dueDate: '',
      hexColor: null,
      feeSchedule: null,
      portalAccess: null,
      active: null,
      customValues: null,
    });
    expect(body).toEqual({
      ...before,
      description: null,
      startDate: null,
      dueDate: null,
      hexColor: null,
      feeSchedule: null,
      portalAccess: 'READ_ONLY',
      active: true,
      customValues: [],
    });
  });

  test('the fee schedule merges on PATCH, a null in it clearing one field', async () => {
    const before = await makeProject(full);
    const { body } = await api.ours.patch('projects/update', {
      id: before.id,
      feeSchedule: { retainerSchedule: 'as needed', retainerStart: null },
    });
    expect(body.feeSchedule).toEqual({
      ...emptyFees,
      feeType: 'RETAINER',
      amount: 1000.25,
      retainerSchedule: 'AS_NEEDED',
    });
  });

  test('the fee schedule is made by PATCH where there was none', async () => {
    const before = await makeProject();
    const { body } = await api.ours.patch('projects/update', {
      id: before.id,
      feeSchedule: { amount: '0.10' },
    });
    expect(body.feeSchedule).toEqual({ ...emptyFees, amount: 0.1 });
  });

  test('the fee schedule is replaced on PUT', async () => {
    const before = await makeProject(full);
    const { body } = await api.ours.put('projects/update', {
      ...before,
      feeSchedule: { feeType: 'Per Item' },
    });
    expect(body).toEqual({ ...before, feeSchedule: { ...emptyFees, feeType: 'PER_ITEM' } });
  });

  test('PUT clears or resets what is left out, but keeps the client', async () => {
    const before = await makeProject(full);
    const { status, body } = await api.ours.put('projects/update', {
      id: before.id,
      name: before.name,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      description: null,
      startDate: null,
      dueDate: null,
      active: true,
      portalAccess: 'READ_ONLY',
      showTimeWorkedInPortal: false,
      hexColor: null,
      feeSchedule: null,
      customValues: [],
    });
  });

  test('what create and search answered goes back by PUT unchanged and nothing changes', async () => {
    const created = await makeProject(full);
    const put = await api.ours.put('projects/update', created);
    expect(put).toMatchObject({ status: 200, body: created });
    const [found] = (await api.ours.get('projects/search', { id: created.id })).body;
    const again = await api.ours.put('projects/update', found);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(created);
    expect((await api.ours.get('projects/search', { id: created.id })).body).toEqual([found]);
  });

  test('custom values are matched by name; PATCH keeps the others, an unknown one is a 400', async () => {
    const before = await makeProject({ customValues: { Alpha: 'a', Beta: 'b' } });
    const { body } = await api.ours.patch('projects/update', {
      id: before.id,
      customValues: [{ fieldName: 'Beta', value: 'c' }],
    });
    expect(body.customValues).toMatchObject([
      { fieldName: 'Alpha', value: 'a' },
      { fieldName: 'Beta', value: 'c' },
    ]);
    const unknown = await api.ours.patch('projects/update', {
      id: before.id,
      customValues: [{ fieldName: 'Gamma', value: 1 }],
    });
    expect(unknown.status).toBe(400);
    expect(unknown.body.errors).toMatchObject([{ path: 'customValues.0', code: 'unknown_field' }]);
  });

  test('with another client its time entries and expenses move along, deliverables and all', async () => {
    const project = await makeProject();
    const to = await makeClient();
    const entry = await api.ours.post('timeWorked/create', {
      timerStart: '2026-01-01T09:00:00Z',
      timerEnd: '2026-01-01T10:00:00Z',
      projectId: project.id,
      deliverableName: 'D',
      createDeliverable: true,
    });
    const expense = await api.database.prisma.expense.create({
      data: {
        accountId: api.ours.accountId,
        id: newId('Expense'),
        amount: '10',
        currency: 'EUR',
        clientId: project.clientId,
        projectId: project.id,
      },
    });
    const { status, body } = await api.ours.patch('projects/update', {
      id: project.id,
      clientId: to.id,
    });
    expect([status, body.clientId]).toEqual([200, to.id]);
    const where = { projectId: project.id };
    const entries = await api.database.prisma.timeEntry.findMany({ where });
    expect(entries).toMatchObject([{ id: entry.body.id, clientId: to.id }]);
    expect(entries[0]?.deliverableId).not.toBeNull();
    expect(await api.database.prisma.expense.findMany({ where })).toMatchObject([
      { id: expense.id, clientId: to.id },
    ]);
  });

  test.each(['patch', 'put'] as const)(
    '%s without an id is a 412, before anything else',
    async (verb) => {
      for (const id of [undefined, null, '', '  ']) {
        const { status, body } = await api.ours[verb]('projects/update', { id, hexColor: 'blue' });
        expect([status, body.code]).toEqual([412, 'id_missing']);
      }
    },
  );

  test.each(['patch', 'put'] as const)(
    '%s of an unknown id and of another workspace’s is the same 404',
    async (verb) => {
      const theirs = await makeProject({}, api.theirs);
      const unknown = newId('Project');
      const answers = [];
      for (const id of [unknown, theirs.id]) {
        const { status, body } = await api.ours[verb]('projects/update', { id, name: 'Mine' });
        answers.push([status, body.code, body.message.replace(id, 'ID')]);
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.slice(0, 2)).toEqual([404, 'record_not_found']);
      const [found] = (await api.theirs.get('projects/search', { id: theirs.id })).body;
      expect(found.name).toBe(theirs.name);
    },
  );

  test('lists every field at fault at once, and a client cannot be cleared', async () => {
    const { id } = await makeProject();
    const { status, body } = await api.ours.patch('projects/update', {
      id,
      name: ' ',
      clientId: null,
      dueDate: 'soon',
      feeSchedule: { amount: -1 },
      customValues: 'none',
    });
    expect(status).toBe(400);
    expect(body.errors.map((e: { path: string }) => e.path).toSorted()).toEqual([
      'clientId',
      'customValues',
      'dueDate',
      'feeSchedule.amount',
      'name',
    ]);
  });

  test('a client that is unknown, or another workspace’s, is a 404 and changes nothing', async () => {
    const project = await makeProject();
    const theirs = await makeClient(api.theirs);
    for (const clientId of [newId('Client'), theirs.id]) {
      const { status, body } = await api.ours.patch('projects/update', {
        id: project.id,
        name: 'Other',
        clientId,
      });
      expect([status, body.code]).toEqual([404, 'record_not_found']);
      expect(body.errors).toMatchObject([{ path: 'clientId' }]);
    }
    const [found] = (await api.ours.get('projects/search', { id: project.id })).body;
    expect(found).toMatchObject(project);
  });

  test('a name that the client’s projects have already is a 409, by renaming and by moving', async () => {
    const one = await makeProject({ name: 'Taken' });
    const two = await makeProject({ name: 'Taken' });
    const moved = await api.ours.patch('projects/update', { id: two.id, clientId: one.clientId });
    expect([moved.status, moved.body.code]).toEqual([409, 'name_taken']);
    const { body: three } = await api.ours.post('projects/create', {
      name: 'Free',
      clientId: one.clientId,
    });
    const renamed = await api.ours.patch('projects/update', { id: three.id, name: 'Taken' });
    expect([renamed.status, renamed.body.code]).toEqual([409, 'name_taken']);
  });

  test('every write raises the version', async () => {
    const { id } = await makeProject();
    await api.ours.patch('projects/update', { id, name: unique('Renamed') });
    const row = await api.database.prisma.project.findFirstOrThrow({ where: { id } });
    expect(row.version).toBe(2);
  });
});

describe('projects/search', () => {
  test('answers a ProjectMini with client, description and fee schedule', async () => {
    const project = await makeProject({ description: 'D', feeSchedule: { feeType: 'Hourly' } });
    const { status, body } = await api.ours.get('projects/search', { id: project.id });
    expect(status).toBe(200);
    expect(body).toEqual([
      { ...project, client: { id: project.clientId, name: expect.stringMatching(/^Client/) } },
    ]);
  });

  test('lists active projects by name: of every client, or of the one that query names exactly', async () => {
    const workspace = await api.addWorkspace();
    const [one, other] = [await makeClient(workspace, 'One'), await makeClient(workspace, 'Other')];
    for (const [name, clientId, active] of [
      ['b', one.id, true],
      ['a', other.id, true],
      ['c', one.id, true],
      ['d', one.id, false],
    ]) {
      await workspace.post('projects/create', { name, clientId, active });
    }
    const names = async (query: Record<string, string>) =>
      (await workspace.get('projects/search', query)).body.map((p: { name: string }) => p.name);
    expect(await names({})).toEqual(['a', 'b', 'c']);
    expect(await names({ query: '' })).toEqual(['a', 'b', 'c']);
    expect(await names({ query: 'One' })).toEqual(['b', 'c']);
    expect(await names({ query: ' One ' })).toEqual(['b', 'c']);
  });

  test('id wins over query, finds the inactive too, and answers [] where it is unknown or foreign', async () => {
    const project = await makeProject({ active: false });
    const theirs = await makeProject({}, api.theirs);
    const ids = async (query: Record<string, string>) =>
      (await api.ours.get('projects/search', query)).body.map((p: { id: string }) => p.id);
    expect(await ids({ id: project.id, query: 'no such client' })).toEqual([project.id]);
    expect(await ids({ id: newId('Project') })).toEqual([]);
    expect(await ids({ id: theirs.id })).toEqual([]);
  });

  test('a query that names no client, in other case or another workspace’s, is a 404', async () => {
    const own = await makeClient(api.ours, 'Somerville');
    const theirs = await makeClient(api.theirs);
    for (const query of ['Nobody at all', own.name.toUpperCase(), theirs.name]) {
      const { status, body } = await api.ours.get('projects/search', { query });
      expect([status, body.code]).toEqual([404, 'name_not_found']);
      expect(body.errors).toMatchObject([{ path: 'query' }]);
    }
  });

  test('a query longer than a name can be is a 400', async () => {
    const { status } = await api.ours.get('projects/search', { query: 'x'.repeat(256) });
    expect(status).toBe(400);
  });

  test('takes as many statements for many projects as for one', async () => {
    const workspace = await api.addWorkspace();
    const client = await makeClient(workspace);
    const make = (name: string) =>
      workspace.post('projects/create', {
        name,
        clientId: client.id,
        customValues: { Colour: 'red' },
      });
    await make('first');
    const search = () =>
      countStatements(() => workspace.get('projects/search', { query: client.name }));
    const { statements: one } = await search();
    await Promise.all(Array.from({ length: 9 }, (_, index) => make(`more ${index}`)));
    const { statements: ten, result } = await search();
    expect(result.body).toHaveLength(10);
    expect(ten).toHaveLength(one.length);
    // The key, the client's name, the projects, the definitions of custom fields.
    expect(one).toHaveLength(4);
  });
});
