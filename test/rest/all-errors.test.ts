import { beforeAll, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { created } from '../support/invoices.ts';

/** One response lists invalid fields and unknown names. It contains no uncertain error. */

const api = useTestApi();

beforeAll(async () => {
  await created(api.ours, 'clients/create', { name: 'Own' });
});

const reported = async (path: string, body: object) => {
  const { status, body: answer } = await api.ours.post(path, body);
  const errors = answer.errors.map((one: { path: string; code: string }) => one);
  const codes = errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
  return [status, answer.code, ...codes.sort()];
};

const none = { clientName: 'Nobody' };
const time = { timerStart: 'x', timerEnd: '2026-03-02T10:00:00Z' };

const wrong: [path: string, body: object, ...told: string[]][] = [
  [
    'invoices/create',
    { ...none, amount: 'x', templateName: 'No' },
    'amount invalid_type',
    'clientName name_not_found',
    'templateName name_not_found',
  ],
  // An item that is no object, and the errors of the others.
  [
    'invoices/create',
    {
      clientName: 'Own',
      items: [{ rate: 'x', projectName: 'No' }, 7, { rate: 1, taxRuleName: 'No' }],
    },
    'items.0.projectName name_not_found',
    'items.0.rate invalid_type',
    'items.1 invalid_type',
    'items.2.taxRuleName name_not_found',
  ],
  [
    'invoices/createFromWork',
    { clientName: 'Own', projectName: 'No', from: 'x' },
    'from invalid_date',
    'projectName name_not_found',
  ],
  [
    'timeWorked/create',
    { ...none, ...time, projectName: 'p', userEmail: 'no@own.example' },
    'clientName name_not_found',
    'timerStart invalid_date_time',
    'userEmail name_not_found',
  ],
  // What would be made is not missing.
  [
    'timeWorked/create',
    { ...none, ...time, projectName: 'p', createClient: true, createProject: true },
    'timerStart invalid_date_time',
  ],
  // Nor is it known to be missing if its owner, or its creation, is undecided.
  [
    'timeWorked/create',
    { ...time, clientName: {}, projectName: 'p', deliverableName: 'd' },
    'clientName invalid_type',
    'timerStart invalid_date_time',
  ],
  [
    'timeWorked/create',
    { ...none, ...time, projectName: 'p', createClient: 'x' },
    'createClient invalid_type',
    'timerStart invalid_date_time',
  ],
  [
    'expenses/create',
    { ...none, amount: 'x', vendorId: 'ven_0' },
    'amount invalid_type',
    'clientName name_not_found',
    'vendorId record_not_found',
  ],
  [
    'payment/create',
    { ...none, invoiceNumber: 'INV-0', amount: 'x' },
    'amount invalid_type',
    'clientName name_not_found',
    'invoiceNumber record_not_found',
  ],
  [
    'payment/create',
    { amount: 1, allocations: [{ invoiceNumber: 'INV-0', amount: 'x' }] },
    'allocations.0.amount invalid_type',
    'allocations.0.invoiceNumber record_not_found',
  ],
  [
    'projects/create',
    { ...none, name: ' ', templateName: 'No', projectTypeName: 'No' },
    'clientName name_not_found',
    'name required',
    'projectTypeName name_not_found',
    'templateName name_not_found',
  ],
  ['contacts/create', { ...none }, 'clientName name_not_found', 'first required'],
  [
    'opportunities/create',
    { ...none, name: ' ', stageName: 'No' },
    'clientName name_not_found',
    'name required',
    'stageName name_not_found',
  ],
];

test.each(wrong)('%s, sent %j', async (path, body, ...problems) => {
  expect(await reported(path, body)).toEqual([400, 'invalid_input', ...problems]);
});

test('unknown names alone are not found, as before', async () => {
  const body = { ...none, amount: 1, templateName: 'No' };
  expect(await reported('invoices/create', body)).toEqual([
    404,
    'name_not_found',
    'clientName name_not_found',
    'templateName name_not_found',
  ]);
});
