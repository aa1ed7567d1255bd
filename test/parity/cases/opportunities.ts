import type { Action } from './case.ts';
import { idCases, missing } from './case.ts';

const full = {
  description: 'Follow-up to the feasibility study.',
  value: 24_000.5,
  estCloseDate: '2026-06-30',
  actualCloseDate: '2026-07-01',
  sentiment: 4,
};

const toDos = [
  {
    item: 'Write',
    dueDate: '2026-04-01',
    dateCompleted: '2026-04-02T10:00:00Z',
    relativeDueDate: { duration: 3, timeUnit: 'Days' },
  },
  { item: 'Call', complete: true },
];

const faulty = { description: 'a\u0000', value: 1e11, toDos: [{ item: 'Fine' }, { item: ' ' }] };

const create: Action = {
  route: 'POST opportunities/create',
  mutation: 'createOpportunity',
  cases: [
    {
      when: 'every field',
      body: {
        ...full,
        name: 'Second engine',
        clientName: 'Same Analytics',
        stageName: 'Proposal',
        leadInfo: {
          firstName: 'Ada',
          email: 'as typed',
          answers: [{ question: '?', answer: [1] }],
        },
        toDos,
        customValues: { Source: 'Fair' },
      },
    },
    { when: 'only a name', body: { name: 'First stage' } },
    { when: 'a closed stage', body: { name: 'Decided', stageName: 'Won' } },
    { when: 'a stage by id', body: ({ ids }) => ({ name: 'I', statusId: ids.stage }) },
    {
      when: 'two stages',
      body: ({ ids }) => ({ name: 'X', statusId: ids.stage, stageId: missing('stg') }),
      code: 'invalid_input',
      isRestOnly: true,
    },
    { when: 'many faults', body: { ...faulty, name: '' }, code: 'invalid_input' },
    { when: 'an unknown stage', body: { name: 'X', stageName: 'Lea' }, code: 'name_not_found' },
    {
      when: 'another workspace’s stage',
      body: ({ foreign }) => ({ name: 'X', stageId: foreign.ids.stage }),
      code: 'record_not_found',
    },
    {
      when: 'another workspace’s client',
      body: ({ foreign }) => ({ name: 'X', clientId: foreign.made.createClient.id }),
      code: 'record_not_found',
    },
  ],
};

const update = (method: 'PATCH' | 'PUT', mutation: string): Action => ({
  route: `${method} opportunities/update`,
  mutation,
  cases: [
    {
      when: 'every field',
      body: ({ made, ids }) => ({
        ...full,
        id: made.createOpportunity.id,
        name: 'Renamed',
        clientId: null,
        statusId: ids.stage,
        archive: true,
      }),
    },
    {
      when: 'to-do items',
      body: ({ made }) => ({ id: made.createOpportunity.id, name: 'N', toDos }),
    },
    { when: 'the whole record as it was answered', body: ({ made }) => made.createOpportunity },
    {
      when: 'many faults',
      body: ({ made }) => ({ ...faulty, id: made.createOpportunity.id, name: '' }),
      code: 'invalid_input',
    },
    {
      when: 'another workspace’s stage',
      body: ({ made, foreign }) => ({
        id: made.createOpportunity.id,
        name: 'N',
        statusId: foreign.ids.stage,
      }),
      code: 'record_not_found',
    },
    {
      when: 'an unknown client',
      body: ({ made }) => ({
        id: made.createOpportunity.id,
        name: 'N',
        clientId: missing('cli'),
      }),
      code: 'record_not_found',
    },
    ...idCases('opp', ({ made }) => made.createOpportunity.id, { name: 'N' }),
  ],
});

export const opportunityActions = [
  create,
  update('PATCH', 'updateOpportunity'),
  update('PUT', 'replaceOpportunity'),
];
