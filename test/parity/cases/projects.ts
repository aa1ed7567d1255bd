import type { Action } from './case.ts';
import { idCases, missing } from './case.ts';

const feeSchedule = {
  feeType: 'Retainer',
  amount: 1500.5,
  retainerSchedule: 'bi-weekly',
  estimateMin: 1,
  estimateMax: 2.25,
  retainerStart: '2026-03-01',
  retainerTiming: 'ARREARS',
  retainerPeriods: -1,
  retainerOverageRate: 99,
  taxable: true,
};

const full = {
  description: 'New site with a shop.',
  startDate: '2026-03-02',
  dueDate: '2026-06-30',
  active: false,
  portalAccess: 'FULL',
  showTimeWorkedInPortal: true,
  feeSchedule,
  hexColor: '#1F6feb',
};

const faulty = {
  hexColor: 'blue',
  description: 'a\u0000',
  feeSchedule: { amount: -1, estimateMin: 0.00001 },
};

const clientName = 'Same Analytics';

const create: Action = {
  route: 'POST projects/create',
  mutation: 'createProject',
  cases: [
    {
      when: 'every field',
      body: { ...full, name: 'Full', clientName, customValues: { Budget: 10_000.25 } },
    },
    { when: 'a template', body: { name: 'Templated', clientName, templateName: 'Same Template' } },
    {
      when: 'everything by id',
      body: ({ made, ids }) => ({
        name: 'By id',
        clientId: made.createClient.id,
        templateId: ids.template,
        projectTypeId: ids.type,
      }),
    },
    { when: 'a type', body: { name: 'Typed', clientName, projectTypeName: 'Same Type' } },
    { when: 'no client', body: { name: 'X' }, code: 'invalid_input' },
    { when: 'many faults', body: { ...faulty, name: ' ' }, code: 'invalid_input' },
    { when: 'a name that is taken', body: { name: 'Full', clientName }, code: 'name_taken' },
    {
      when: 'an unknown client',
      body: { name: 'X', clientName: 'Nobody' },
      code: 'name_not_found',
    },
    {
      when: 'another workspace’s client',
      body: ({ foreign }) => ({ name: 'X', clientId: foreign.made.createClient.id }),
      code: 'record_not_found',
    },
    {
      when: 'an unknown template',
      body: { name: 'X', clientName, templateName: 'Same Templat' },
      code: 'name_not_found',
    },
    {
      when: 'another workspace’s template',
      body: ({ foreign }) => ({ name: 'X', clientName, templateId: foreign.ids.template }),
      code: 'record_not_found',
    },
    {
      when: 'an unknown type',
      body: { name: 'X', clientName, projectTypeId: missing('typ') },
      code: 'record_not_found',
    },
    {
      when: 'a name and an id that disagree',
      body: ({ ids }) => ({
        name: 'X',
        clientName,
        projectTypeName: 'Standard project',
        projectTypeId: ids.type,
      }),
      code: 'invalid_input',
    },
  ],
};

const update = (method: 'PATCH' | 'PUT', mutation: string): Action => ({
  route: `${method} projects/update`,
  mutation,
  cases: [
    {
      when: 'every field',
      body: ({ made }) => ({
        ...full,
        id: made.createProject.id,
        name: 'Full',
        clientId: made.createClient.id,
      }),
    },
    {
      when: 'part of the fee schedule',
      body: ({ made }) => ({
        id: made.createProject.id,
        name: 'Full',
        feeSchedule: { amount: 7, retainerSchedule: null },
      }),
    },
    { when: 'the whole record as it was answered', body: ({ made }) => made.createProject },
    {
      when: 'nulls',
      body: ({ made }) => ({
        id: made.createProject.id,
        name: 'N',
        feeSchedule: null,
        hexColor: '',
        portalAccess: null,
      }),
    },
    {
      when: 'many faults',
      body: ({ made }) => ({ ...faulty, id: made.createProject.id, name: '' }),
      code: 'invalid_input',
    },
    {
      when: 'another workspace’s client',
      body: ({ made, foreign }) => ({
        id: made.createProject.id,
        name: 'N',
        clientId: foreign.made.createClient.id,
      }),
      code: 'record_not_found',
    },
    ...idCases('prj', ({ made }) => made.createProject.id, { name: 'N' }),
  ],
});

export const projectActions = [
  create,
  update('PATCH', 'updateProject'),
  update('PUT', 'replaceProject'),
];
