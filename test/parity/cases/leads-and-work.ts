import type { Action } from './case.ts';
import { missing } from './case.ts';

const lead = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@hopper.example',
  phone: '+1 555 0100',
  role: 'Rear admiral',
  businessName: 'Hopper Compilers',
  website: 'https://hopper.example',
  city: 'New York',
  taxId: 'US-1',
  sourceUrl: 'https://studio.example/contact?utm_source=newsletter',
  leadSource: 'Newsletter',
  answers: [{ id: '1', fieldKey: 'why', question: 'Why?', answer: ['a', 1, null, { b: true }] }],
};

export const submission: Action = {
  route: 'POST formSubmissions/create',
  mutation: 'createFormSubmission',
  cases: [
    {
      when: 'a new lead',
      body: { ...lead, formName: 'Contact us', pipelineStageName: 'Qualified', notes: 'Call.' },
    },
    { when: 'the same lead again', body: { ...lead, formName: 'Contact us' } },
    { when: 'nothing but the form', body: { formName: 'Same Form' } },
    { when: 'an address that is none', body: { formName: 'Same Form', email: 'at home' } },
    { when: 'no form', body: { ...lead, formName: '' } },
    { when: 'nothing at all', body: { formName: ' ', answers: [] }, code: 'invalid_input' },
    {
      when: 'many faults',
      body: { formName: 'F', city: 'x'.repeat(256), answers: [{ question: 'a\u0000' }] },
      code: 'invalid_input',
    },
    {
      when: 'an unknown stage',
      body: { formName: 'F', pipelineStageName: 'Nowhere' },
      code: 'name_not_found',
    },
    {
      when: 'another workspace’s stage',
      body: ({ foreign }) => ({ formName: 'F', pipelineStageId: foreign.ids.stage }),
      code: 'record_not_found',
    },
    {
      when: 'another workspace’s form',
      body: ({ foreign }) => ({ formName: 'Foreign Form', formId: foreign.ids.form }),
      code: 'record_not_found',
    },
  ],
};

const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:30:00+01:00' };
const known = {
  clientName: 'Same Analytics',
  projectName: 'Same Website',
  deliverableName: 'Same Wireframes',
};
const everything = { createClient: true, createProject: true, createDeliverable: true };

export const timeEntry: Action = {
  route: 'POST timeWorked/create',
  mutation: 'createTimeEntry',
  cases: [
    { when: 'work that is there', body: { ...hours, ...known, notes: 'Drew.' } },
    { when: 'no work', body: hours },
    {
      when: 'work that is not charged',
      body: { ...hours, ...known, billable: false, hourlyAmount: 95.25 },
    },
    { when: 'work by id', body: ({ ids }) => ({ ...hours, deliverableId: ids.deliverable }) },
    {
      when: 'work that is made',
      body: { ...hours, ...everything, clientName: 'N', projectName: 'O', deliverableName: 'P' },
    },
    {
      when: 'an archived client',
      body: { ...hours, clientName: 'Long gone' },
      code: 'name_not_found',
    },
    {
      when: 'an archived client that is to be made',
      body: { ...hours, clientName: 'Long gone', createClient: true },
      code: 'conflicting_state',
    },
    { when: 'another user', body: { ...hours, userEmail: 'USER@same.example' } },
    {
      when: 'an end before the start',
      body: { timerStart: hours.timerEnd, timerEnd: '2026-03-02T09:29:59Z' },
      code: 'invalid_input',
    },
    {
      when: 'a flag without its name, a name without what stands above it',
      body: { ...hours, createClient: true, deliverableName: 'P' },
      code: 'invalid_input',
    },
    { when: 'an address that is none', body: { ...hours, userEmail: 'me' }, code: 'invalid_input' },
    {
      when: 'an unknown project',
      body: { ...hours, ...known, projectName: 'Same Websit' },
      code: 'name_not_found',
    },
    {
      when: 'an unknown user',
      body: { ...hours, userEmail: 'no@same.example' },
      code: 'name_not_found',
    },
    {
      when: 'another workspace’s user',
      body: { ...hours, userEmail: 'user@foreign.example' },
      code: 'name_not_found',
    },
    {
      when: 'another workspace’s deliverable',
      body: ({ foreign }) => ({ ...hours, deliverableId: foreign.ids.deliverable }),
      code: 'record_not_found',
    },
    {
      when: 'an inactive user',
      body: { ...hours, userEmail: 'gone@same.example' },
      code: 'conflicting_state',
    },
  ],
};

export const approval: Action = {
  route: 'POST deliverable/approve',
  mutation: 'approveDeliverable',
  cases: [
    { when: 'a deliverable', body: known },
    { when: 'one that is complete', body: known },
    { when: 'one by id', body: ({ ids }) => ({ deliverableId: ids.deliverable }) },
    { when: 'no names', body: {}, code: 'invalid_input' },
    {
      when: 'an unknown name',
      body: { ...known, deliverableName: 'Wire' },
      code: 'name_not_found',
    },
    { when: 'an unknown id', body: { deliverableId: missing('dlv') }, code: 'record_not_found' },
    {
      when: 'another workspace’s id',
      body: ({ foreign }) => ({ deliverableId: foreign.ids.deliverable }),
      code: 'record_not_found',
    },
    {
      when: 'a type without a complete status',
      body: { clientName: 'Same Analytics', projectName: 'Endless', deliverableName: 'Rock' },
      code: 'conflicting_state',
    },
  ],
};
