import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { mutate } from '../../support/mutations.ts';

/** The error of a command lists all missing look-ups, in the order of its fields. */

const api = useTestApi();
const none = (prefix: string) => `${prefix}_00000000000000000000000000000000`;

const wrong: [path: string, body: object, told: string[]][] = [
  [
    'expenses/create',
    { amount: 1, clientName: 'Nobody', projectId: none('prj'), vendorId: none('ven') },
    ['clientName', 'projectId', 'vendorId'],
  ],
  [
    'opportunities/create',
    { name: 'D', clientName: 'Nobody', stageName: 'No' },
    ['clientName', 'stageName'],
  ],
  [
    'projects/create',
    { name: 'P', clientName: 'Nobody', projectTypeName: 'No', templateName: 'None' },
    ['clientName', 'projectTypeName', 'templateName'],
  ],
  [
    'invoices/create',
    {
      clientName: 'Nobody',
      amount: 1,
      templateName: 'None',
      sendTo: { send: false, emailTemplateName: 'No' },
    },
    ['clientName', 'templateName', 'sendTo.emailTemplateName'],
  ],
];

test.each(wrong)(
  '%s reports every name and id that it does not find',
  async (path, body, received) => {
    const answer = await api.ours.post(path, body);
    expect(answer.status, answer.text).toBe(404);
    expect(answer.body.errors.map((one: { path: string }) => one.path)).toEqual(received);
    for (const word of ['Nobody']) expect(answer.body.message).toContain(word);
  },
);

describe('a project’s name that several clients have, or none', () => {
  const wrong = {
    timerStart: '2026-03-02T09:00:00Z',
    timerEnd: '2026-03-02T10:00:00Z',
    userEmail: 'nobody@nowhere.example',
    deliverableId: none('dlv'),
  };
  const pathsOf = ({ errors }: { errors: { path: string }[] }) => errors.map(({ path }) => path);

  beforeAll(async () => {
    for (const clientName of ['One', 'Other']) {
      await api.ours.post('clients/create', { name: clientName });
      for (const name of ['Of both', 'Of both too']) {
        await api.ours.post('projects/create', { name, clientName });
      }
    }
  });

  test.each([
    ['Of both', 'clientName', 'invalid_input'],
    ['Of nobody', 'projectName', 'name_not_found'],
  ])('%s is reported with all other missing ones', async (projectName, field, code) => {
    const input = { ...wrong, projectName };
    const { body } = await api.ours.post('timeWorked/create', input);
    expect(pathsOf(body)).toEqual([field, 'deliverableId', 'userEmail']);
    expect(body.code).toBe(code);
    const answer = await mutate(api.ours, 'createTimeEntry', input, '__typename');
    expect(pathsOf(answer)).toEqual(pathsOf(body));
  });

  test('is reported for each item, in both APIs', async () => {
    const items = ['Of both', 'Of both too', 'Of nobody'].map((projectName) => {
      return { ...wrong, projectName };
    });
    const published = ['clientName', 'clientName', 'projectName'].flatMap((field, index) =>
      [field, 'deliverableId', 'userEmail'].map((path) => `items.${index}.${path}`),
    );
    const { body } = await api.ours.post('bulk', { operation: 'createTimeEntry', items });
    expect(pathsOf(body)).toEqual(published);
    const answer = await mutate(api.ours, 'createTimeEntries', { items }, '__typename');
    expect(pathsOf(answer)).toEqual(published);
  });

  test('is reported in sentences, for every kind of error', async () => {
    const { timerStart } = wrong;
    const input = { clientName: 'Nobody', timerStart, timerEnd: timerStart };
    const answer = await mutate(api.ours, 'createTimeEntry', input, '__typename');
    expect(answer.message).toBe(
      'timerEnd: must be after timerStart. There is no client named "Nobody".',
    );
  });

  test('is reported with the users of a deliverable', async () => {
    const people = { name: 'Logo', assignedTo: ['nobody@nowhere.example'] };
    const { body } = await api.ours.post('tasks/create', { ...people, projectName: 'Of both' });
    expect(pathsOf(body)).toEqual(['clientName', 'assignedTo.0']);
  });
});
