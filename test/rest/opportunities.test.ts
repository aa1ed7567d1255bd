import { beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../../src/domain/kernel/context.ts';
import { formatDate } from '../../src/domain/kernel/dates.ts';
import { updateOpportunity } from '../../src/domain/opportunities.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

/** The pipeline's stages by label. */
async function stagesOf(workspace: TestWorkspace): Promise<Record<string, string>> {
  const { body } = await workspace.get('pipelineStages/list');
  return Object.fromEntries(
    body.map((stage: { label: string; id: string }) => [stage.label, stage.id]),
  );
}

const aDay = /^\d{4}-\d{2}-\d{2}$/;

let stages: Record<string, string>;
let theirStages: Record<string, string>;
let acmeId: string;
let boltId: string;
let foreignClientId: string;

beforeAll(async () => {
  stages = await stagesOf(api.ours);
  theirStages = await stagesOf(api.theirs);
  acmeId = (await api.ours.post('clients/create', { name: 'Acme' })).body.id;
  boltId = (await api.ours.post('clients/create', { name: 'Bolt' })).body.id;
  foreignClientId = (await api.theirs.post('clients/create', { name: 'Acme' })).body.id;
});

const toDo = {
  id: 'own-1',
  item: 'Send the proposal',
  complete: true,
  dueDate: '2026-04-15',
  dateCompleted: '2026-04-10T08:15:00.000Z',
  relativeDueDate: { duration: 2, timeUnit: 'WEEKS' },
};

/** Every field of an opportunity away from its default. */
async function fullOpportunity() {
  const answer = await api.ours.post('opportunities/create', {
    name: ' Phase two ',
    description: 'Follow-up',
    clientName: 'Acme',
    stageName: 'Qualified',
    value: 24000.5,
    estCloseDate: '2026-06-30',
    actualCloseDate: '2026-07-01',
    sentiment: 4,
    leadInfo: { firstName: 'Ada', answers: [{ question: 'Budget?', answer: { from: 1 } }] },
    toDos: [toDo],
    customValues: { 'Referred by': 'Charles', Seats: 12 },
  });
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('opportunities/create', () => {
  test('stores every field and answers exactly those of the specification', async () => {
    expect(await fullOpportunity()).toEqual({
      id: expect.stringMatching(/^opp_/),
      accountId: api.ours.accountId,
      name: 'Phase two',
      description: 'Follow-up',
      clientId: acmeId,
      statusId: stages.Qualified,
      value: 24000.5,
      estCloseDate: '2026-06-30',
      actualCloseDate: '2026-07-01',
      sentiment: 4,
      toDos: [toDo],
      customValues: [
        {
          fieldId: expect.stringMatching(/^fld_/),
          mappingKey: 'referred_by',
          fieldName: 'Referred by',
          value: 'Charles',
          type: 'TEXT',
        },
        {
          fieldId: expect.stringMatching(/^fld_/),
          mappingKey: 'seats',
          fieldName: 'Seats',
          value: 12,
          type: 'NUMERIC',
        },
      ],
      archive: false,
    });
  });

  test('keeps the lead’s information, every field and answer', async () => {
    const { id } = await fullOpportunity();
    const { prisma } = api.database;
    const row = await prisma.opportunity.findFirstOrThrow({ where: { id } });
    expect(row.leadInfo).toMatchObject({
      firstName: 'Ada',
      lastName: null,
      answers: [{ question: 'Budget?', answer: { from: 1 }, fieldKey: null }],
    });
  });

  test('needs no more than a name; it starts in the first stage of the pipeline', async () => {
    const { status, body } = await api.ours.post('opportunities/create', { name: 'Bare' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      accountId: api.ours.accountId,
      name: 'Bare',
      description: null,
      clientId: null,
      statusId: stages.Lead,
      value: null,
      estCloseDate: null,
      actualCloseDate: null,
      sentiment: null,
      toDos: [],
      customValues: [],
      archive: false,
    });
  });

  test('takes client and stage by id as well', async () => {
    for (const stage of [{ stageId: stages.Proposal }, { statusId: stages.Proposal }]) {
      const { body } = await api.ours.post('opportunities/create', {
        name: 'By id',
        clientId: acmeId,
        clientName: 'Acme',
        stageName: 'Proposal',
        ...stage,
      });
      expect(body).toMatchObject({ clientId: acmeId, statusId: stages.Proposal });
    }
  });

  test('refuses references that contradict each other', async () => {
    const cases: [Record<string, unknown>, string][] = [
      [{ clientName: 'Acme', clientId: boltId }, 'clientName'],
      [{ stageName: 'Lead', stageId: stages.Won }, 'stageName'],
      [{ stageName: 'Lead', statusId: stages.Won }, 'stageName'],
      [{ stageId: stages.Lead, statusId: stages.Won }, 'stageId'],
    ];
    for (const [fields, path] of cases) {
      const { status, body } = await api.ours.post('opportunities/create', {
        name: 'x',
        ...fields,
      });
      expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_input', path]);
    }
  });

  test('answers 404 for a stage or client whose name matches nothing', async () => {
    const stage = await api.ours.post('opportunities/create', { name: 'x', stageName: 'Leads' });
    expect([stage.status, stage.body.code]).toEqual([404, 'name_not_found']);
    expect(stage.body.message).toBe(
      'There is no pipeline stage named "Leads". Did you mean "Lead"?',
    );
    const client = await api.ours.post('opportunities/create', { name: 'x', clientName: 'Nobody' });
    expect([client.status, client.body.errors[0].path]).toEqual([404, 'clientName']);
  });

  test('treats another workspace’s stage and client as missing', async () => {
    const strangers: Record<string, string[]> = {
      stageId: [theirStages.Lead ?? '', 'stg_none'],
      statusId: [theirStages.Lead ?? '', 'stg_none'],
      clientId: [foreignClientId, 'cli_none'],
    };
    for (const [field, ids] of Object.entries(strangers)) {
      for (const id of ids) {
        const { status, body } = await api.ours.post('opportunities/create', {
          name: 'x',
          [field]: id,
        });
        expect([status, body.code, body.errors[0].path]).toEqual([404, 'record_not_found', field]);
      }
    }
  });

  test('lists every invalid field at once, with its place in nested values', async () => {
    const { status, body } = await api.ours.post('opportunities/create', {
      value: 'much',
      estCloseDate: '2026-02-30',
      sentiment: 1.5,
      leadInfo: { firstName: {}, answers: ['no object'] },
      toDos: [
        { item: 'fine' },
        { complete: 'no', relativeDueDate: { duration: -1, timeUnit: 'x' } },
      ],
      customValues: 'none',
      stageId: 'stg_1',
      statusId: 'stg_2',
    });
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
      'customValues',
      'estCloseDate',
      'leadInfo.answers.0',
      'leadInfo.firstName',
      'name',
      'sentiment',
      'stageId',
      'toDos.1.complete',
      'toDos.1.item',
      'toDos.1.relativeDueDate.duration',
      'toDos.1.relativeDueDate.timeUnit',
      'value',
    ]);
  });

  test('gives an id to each to-do item that has none and reads units loosely', async () => {
    const { body } = await api.ours.post('opportunities/create', {
      name: 'Things to do',
      toDos: [
        { item: 'one', relativeDueDate: { duration: 3, timeUnit: 'days' } },
        { id: '', item: 'two', dateCompleted: '2026-04-10' },
        { item: 'three', relativeDueDate: { duration: 1, timeUnit: 'Hour' } },
      ],
    });
    const [one, two, three] = body.toDos;
    expect(one).toEqual({
      id: expect.stringMatching(/^tdo_/),
      item: 'one',
      complete: false,
      dueDate: null,
      dateCompleted: null,
      relativeDueDate: { duration: 3, timeUnit: 'DAYS' },
    });
    expect(two.dateCompleted).toBe('2026-04-10T00:00:00.000Z');
    expect(three.relativeDueDate.timeUnit).toBe('HOURS');
    expect(new Set([one.id, two.id, three.id]).size).toBe(3);
  });

  test('sets the close date of one that is made in a closed stage', async () => {
    const { body } = await api.ours.post('opportunities/create', { name: 'x', stageName: 'Won' });
    expect(body.actualCloseDate).toMatch(aDay);
    const dated = await api.ours.post('opportunities/create', {
      name: 'x',
      stageName: 'Lost',
      actualCloseDate: '2026-01-05',
    });
    expect(dated.body.actualCloseDate).toBe('2026-01-05');
  });

  test('defines a custom field once, however many opportunities bring it at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        api.ours.post('opportunities/create', { name: 'x', customValues: { Budget: index } }),
      ),
    );
    const ids = new Set(answers.map(({ body }) => body.customValues[0].fieldId));
    expect(ids.size).toBe(1);
    expect(answers.map(({ body }) => body.customValues[0].value)).toEqual(answers.map((_, i) => i));
  });
});

describe('opportunities/update', () => {
  test('changes nothing when the whole record is sent back by PUT', async () => {
    const opportunity = await fullOpportunity();
    expect((await api.ours.put('opportunities/update', opportunity)).body).toEqual(opportunity);
    const won = await api.ours.patch('opportunities/update', {
      id: opportunity.id,
      statusId: stages.Won,
      actualCloseDate: null,
    });
    const cleared = await api.ours.patch('opportunities/update', {
      id: opportunity.id,
      actualCloseDate: null,
    });
    expect([won.body.actualCloseDate, cleared.body.actualCloseDate]).toEqual([
      expect.stringMatching(aDay),
      null,
    ]);
    expect((await api.ours.put('opportunities/update', cleared.body)).body).toEqual(cleared.body);
  });

  test('PATCH changes only the fields it names', async () => {
    const opportunity = await fullOpportunity();
    const { status, body } = await api.ours.patch('opportunities/update', {
      id: opportunity.id,
      name: 'Phase three',
      archive: true,
      clientId: boltId,
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...opportunity, name: 'Phase three', archive: true, clientId: boltId });
  });

  test('PATCH clears what is null or empty text', async () => {
    const opportunity = await fullOpportunity();
    const { body } = await api.ours.patch('opportunities/update', {
      id: opportunity.id,
      description: '',
      clientId: null,
      value: null,
      estCloseDate: '',
      actualCloseDate: null,
      sentiment: null,
      toDos: null,
      customValues: null,
      archive: null,
    });
    expect(body).toEqual({
      ...opportunity,
      description: null,
      clientId: null,
      value: null,
      estCloseDate: null,
      actualCloseDate: null,
      sentiment: null,
      toDos: [],
      customValues: [],
    });
  });

  test('PUT clears what it leaves out, but keeps name and stage', async () => {
    const opportunity = await fullOpportunity();
    await api.ours.patch('opportunities/update', { id: opportunity.id, archive: true });
    const { body } = await api.ours.put('opportunities/update', { id: opportunity.id });
    expect(body).toEqual({
      id: opportunity.id,
      accountId: api.ours.accountId,
      name: 'Phase two',
      description: null,
      clientId: null,
      statusId: stages.Qualified,
      value: null,
      estCloseDate: null,
      actualCloseDate: null,
      sentiment: null,
      toDos: [],
      customValues: [],
      archive: false,
    });
  });

  test('replaces the to-do items as a list', async () => {
    const { id } = await fullOpportunity();
    const { body } = await api.ours.patch('opportunities/update', { id, toDos: [{ item: 'new' }] });
    expect(body.toDos.map((entry: { item: string }) => entry.item)).toEqual(['new']);
  });

  test('PATCH keeps the custom values it does not name, PUT drops them', async () => {
    const { id, customValues } = await fullOpportunity();
    const change = [{ fieldName: 'Seats', value: 20 }];
    const patched = await api.ours.patch('opportunities/update', { id, customValues: change });
    expect(patched.body.customValues).toEqual([customValues[0], { ...customValues[1], value: 20 }]);
    const put = await api.ours.put('opportunities/update', { id, customValues: change });
    expect(put.body.customValues).toEqual([{ ...customValues[1], value: 20 }]);
    const unknown = await api.ours.patch('opportunities/update', {
      id,
      customValues: [{ fieldName: 'Nothing', value: 1 }],
    });
    expect([unknown.status, unknown.body.errors[0].path]).toEqual([400, 'customValues.0']);
  });

  test('moves to another stage and back; an open stage sets no close date', async () => {
    const { body } = await api.ours.post('opportunities/create', { name: 'Mover' });
    for (const label of ['Proposal', 'Lead']) {
      const moved = await api.ours.patch('opportunities/update', {
        id: body.id,
        statusId: stages[label],
      });
      expect(moved.body).toEqual({ ...body, statusId: stages[label] });
    }
  });

  test('sets today in the workspace’s zone as close date on a move into a closed stage', async () => {
    const now = new Date('2026-05-01T10:30:00Z');
    const days = { 'Pacific/Kiritimati': '2026-05-02', 'Pacific/Pago_Pago': '2026-04-30' };
    for (const [timeZone, today] of Object.entries(days)) {
      const workspace = await api.addWorkspace({ timeZone });
      const own = await stagesOf(workspace);
      for (const label of ['Won', 'Lost']) {
        const { body } = await workspace.post('opportunities/create', { name: 'Deal' });
        const moved = await updateOpportunity(
          createContext({ ...workspace.context, root: api.database.prisma, now }),
          { id: body.id, statusId: own[label] },
          'patch',
        );
        expect(formatDate(moved.actualCloseDate as Date)).toBe(today);
      }
    }
  });

  test('keeps a close date that is there on a move into a closed stage', async () => {
    const { id } = await fullOpportunity();
    const kept = await api.ours.patch('opportunities/update', { id, statusId: stages.Won });
    expect(kept.body.actualCloseDate).toBe('2026-07-01');
    const { body } = await api.ours.post('opportunities/create', { name: 'x' });
    const given = await api.ours.put('opportunities/update', {
      ...body,
      statusId: stages.Lost,
      actualCloseDate: '2026-03-03',
    });
    expect(given.body.actualCloseDate).toBe('2026-03-03');
  });

  test('answers 404 for an unknown or foreign stage or client, and changes nothing', async () => {
    const opportunity = await fullOpportunity();
    const strangers: Record<string, (string | undefined)[]> = {
      statusId: [theirStages.Won, 'stg_none'],
      clientId: [foreignClientId, 'cli_none'],
    };
    for (const [field, ids] of Object.entries(strangers)) {
      for (const value of ids) {
        const { status, body } = await api.ours.patch('opportunities/update', {
          id: opportunity.id,
          name: 'changed',
          [field]: value,
        });
        expect([status, body.code, body.errors[0].path]).toEqual([404, 'record_not_found', field]);
      }
    }
    const { body } = await api.ours.patch('opportunities/update', { id: opportunity.id });
    expect(body).toEqual(opportunity);
  });

  test('asks for the id before it looks at anything else', async () => {
    for (const id of [undefined, null, '']) {
      const { status, body } = await api.ours.put('opportunities/update', { id, value: 'much' });
      expect([status, body.code]).toEqual([412, 'id_missing']);
    }
  });

  test('answers 404 for an unknown id, and the same for another workspace’s', async () => {
    const { body: theirs } = await api.theirs.post('opportunities/create', { name: 'Secret' });
    for (const id of [theirs.id, 'opp_none']) {
      const { status, body } = await api.ours.patch('opportunities/update', { id, name: 'x' });
      expect([status, body.code]).toEqual([404, 'record_not_found']);
      expect(body.message).toBe(`There is no opportunity with id "${id}".`);
    }
    const { body } = await api.theirs.patch('opportunities/update', { id: theirs.id });
    expect(body).toEqual(theirs);
  });

  test('lists every invalid field at once; name and stage cannot be cleared', async () => {
    const { id } = await fullOpportunity();
    const { status, body } = await api.ours.patch('opportunities/update', {
      id,
      name: '',
      statusId: null,
      archive: 'perhaps',
      toDos: [{}],
    });
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
      'archive',
      'name',
      'statusId',
      'toDos.0.item',
    ]);
  });
});

describe('pipelineStages/list', () => {
  test('answers the pipeline of a new workspace in its order', async () => {
    const { status, body } = await api.ours.get('pipelineStages/list');
    expect(status).toBe(200);
    expect(body.map((stage: { label: string }) => stage.label)).toEqual([
      'Lead',
      'Qualified',
      'Proposal',
      'Won',
      'Lost',
    ]);
    expect(body[3]).toEqual({
      id: expect.stringMatching(/^stg_/),
      label: 'Won',
      hexColor: '#2da44e',
      stageType: 'CLOSED_WON',
    });
  });
});
