import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { useTestApi } from '../support/api.ts';
import { created, errorsOf } from '../support/invoices.ts';

const api = useTestApi();

const create = (body: object) => api.ours.post('invoices/create', body);
const items = [{ description: 'Work', rate: 100 }];
let foreign: { id: string };

beforeAll(async () => {
  await created(api.ours, 'clients/create', { name: 'Acme' });
  foreign = await created(api.theirs, 'clients/create', { name: 'Foreign' });
});

describe('invoices/create with items', () => {
  test('returns 404 with the name for clients, projects and templates that do not exist', async () => {
    await created(api.ours, 'clients/create', { name: 'Elsewhere' });
    const theirs = { clientName: 'Elsewhere', name: 'Theirs alone' };
    await created(api.ours, 'projects/create', theirs);
    const rows: [object, string, string][] = [
      [{ clientName: 'Acmee' }, 'clientName', 'Acmee'],
      [{ items: [{ rate: 1, projectName: 'Nope' }] }, 'items.0.projectName', 'Nope'],
      [{ items: [{ rate: 1, projectName: 'Theirs alone' }] }, 'items.0.projectName', 'Theirs'],
      [{ templateName: 'Fancy' }, 'templateName', 'Fancy'],
      [{ sendTo: { emailTemplateName: 'Kind' } }, 'sendTo.emailTemplateName', 'Kind'],
    ];
    for (const [error, path, name] of rows) {
      const answer = await create({ clientName: 'Acme', items, ...error });
      expect([answer.status, answer.body.code, answer.body.errors[0].path]).toEqual([
        404,
        'name_not_found',
        path,
      ]);
      expect(answer.body.message).toContain(name);
    }
    const nearby = await create({ clientName: 'Acmee', items });
    expect(nearby.body.message).toContain('Did you mean "Acme"');
    expect(nearby.body.errors[0].message).toBe('no such name. Did you mean "Acme"?');
  });

  test('handles another workspace’s names and ids as missing', async () => {
    const theirProject = await created(api.theirs, 'projects/create', {
      clientName: 'Foreign',
      name: 'Secret',
    });
    const bodies: [object, object][] = [
      [{ clientName: 'Foreign' }, { clientName: 'Nobody' }],
      [{ clientId: foreign.id }, { clientId: newId('Client') }],
      [
        { clientName: 'Acme', items: [{ rate: 1, projectId: theirProject.id }] },
        { clientName: 'Acme', items: [{ rate: 1, projectId: newId('Project') }] },
      ],
    ];
    for (const [theirs, missing] of bodies) {
      const [a, b] = [await create({ items, ...theirs }), await create({ items, ...missing })];
      expect(a.status).toBe(404);
      expect([a.status, a.body.code, a.body.errors]).toEqual([
        b.status,
        b.body.code,
        b.body.errors,
      ]);
    }
  });

  test('lists all errors in one response', async () => {
    const answer = await create({
      dueDate: '2026-02-30',
      taxRate: 101,
      discountPercent: -1,
      items: [{ quantity: 'x' }, { rate: 1e10 }],
      sendTo: { send: 'perhaps' },
    });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer).sort()).toEqual([
      'clientName: required',
      'discountPercent: out_of_range',
      'dueDate: invalid_date',
      'items.0.quantity: invalid_type',
      'items.0.rate: required',
      'items.1.rate: out_of_range',
      'sendTo.send: invalid_type',
      'taxRate: out_of_range',
    ]);
  });

  test('requires items if there is no amount', async () => {
    expect(errorsOf(await create({ clientName: 'Acme' }))).toEqual(['items: required']);
    expect(errorsOf(await create({ clientName: 'Acme', items: [] }))).toEqual([
      'items: invalid_length',
    ]);
  });

  test('rejects a total below zero or above the maximum, and accepts zero', async () => {
    const negative = await create({ clientName: 'Acme', items: [{ rate: 5 }, { rate: -6 }] });
    expect([negative.status, ...errorsOf(negative)]).toEqual([400, 'items: out_of_range']);
    const large = [{ rate: 999_999_999, quantity: 999_999_999 }];
    expect(errorsOf(await create({ clientName: 'Acme', items: large }))).toEqual([
      'items.0: out_of_range',
    ]);
    const nothing = await create({ clientName: 'Acme', items: [{ rate: 5 }, { rate: -5 }] });
    expect(nothing.body).toMatchObject({ total: 0, amountDue: 0 });
  });
});
