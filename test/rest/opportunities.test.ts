import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { addFullOpportunity, toDo, useOpportunityFixtures } from '../support/opportunities.ts';

const api = useTestApi();
const fixtures = useOpportunityFixtures(api);

describe('opportunities/create', () => {
  test('stores every field and returns exactly those of the specification', async () => {
    expect(await addFullOpportunity(api)).toEqual({
      id: expect.stringMatching(/^opp_/),
      accountId: api.ours.accountId,
      name: 'Phase two',
      description: 'Follow-up',
      clientId: fixtures.acmeId,
      statusId: fixtures.stages.Qualified,
      statusLabel: 'Qualified',
      value: 24000.5,
      estCloseDate: '2026-06-30',
      actualCloseDate: '2026-07-01',
      sentiment: 4,
      toDos: [toDo],
      formData: expect.objectContaining({ firstName: 'Ada', lastName: null }),
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
      externalId: null,
      source: null,
      created: expect.stringMatching(/Z$/),
    });
  });

  test('keeps the lead’s information, every field and answer', async () => {
    const { id } = await addFullOpportunity(api);
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
      statusId: fixtures.stages.Lead,
      statusLabel: 'Lead',
      value: null,
      estCloseDate: null,
      actualCloseDate: null,
      sentiment: null,
      toDos: [],
      formData: null,
      customValues: [],
      archive: false,
      externalId: null,
      source: null,
      created: expect.any(String),
    });
  });

  test('takes client and stage by id as well', async () => {
    for (const stage of [
      { stageId: fixtures.stages.Proposal },
      { statusId: fixtures.stages.Proposal },
    ]) {
      const { body } = await api.ours.post('opportunities/create', {
        name: 'By id',
        clientId: fixtures.acmeId,
        clientName: 'Acme',
        stageName: 'Proposal',
        ...stage,
      });
      expect(body).toMatchObject({ clientId: fixtures.acmeId, statusId: fixtures.stages.Proposal });
    }
  });

  test('rejects references that contradict each other', async () => {
    const cases: [Record<string, unknown>, string][] = [
      [{ clientName: 'Acme', clientId: fixtures.boltId }, 'clientName'],
      [{ stageName: 'Lead', stageId: fixtures.stages.Won }, 'stageName'],
      [{ stageName: 'Lead', statusId: fixtures.stages.Won }, 'stageName'],
      [{ stageId: fixtures.stages.Lead, statusId: fixtures.stages.Won }, 'stageId'],
    ];
    for (const [fields, path] of cases) {
      const { status, body } = await api.ours.post('opportunities/create', {
        name: 'x',
        ...fields,
      });
      expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_input', path]);
    }
  });

  test('returns 404 for a stage or client whose name matches nothing', async () => {
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
      stageId: [fixtures.theirStages.Lead ?? '', 'stg_none'],
      statusId: [fixtures.theirStages.Lead ?? '', 'stg_none'],
      clientId: [fixtures.foreignClientId, 'cli_none'],
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

  test('lists all invalid fields, with their paths in nested values', async () => {
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

  test('sets the close date if it is created in a closed stage', async () => {
    const { body } = await api.ours.post('opportunities/create', { name: 'x', stageName: 'Won' });
    expect(body.actualCloseDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const dated = await api.ours.post('opportunities/create', {
      name: 'x',
      stageName: 'Lost',
      actualCloseDate: '2026-01-05',
    });
    expect(dated.body.actualCloseDate).toBe('2026-01-05');
  });

  test('defines a custom field once for simultaneous opportunities', async () => {
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
