import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';

/** What a verb looks up and does not find is told at once, all of it, in the order of its fields. */

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

test.each(wrong)('%s tells every name and id that it does not find', async (path, body, told) => {
  const answer = await api.ours.post(path, body);
  expect(answer.status, answer.text).toBe(404);
  expect(answer.body.errors.map((one: { path: string }) => one.path)).toEqual(told);
  for (const word of ['Nobody']) expect(answer.body.message).toContain(word);
});
