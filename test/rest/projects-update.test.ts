import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { useTestApi } from '../support/api.ts';
import { emptyFees, makeClient, makeProject } from '../support/projects.ts';

const api = useTestApi();

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
    const before = await makeProject(api.ours, full);
    const { status, body } = await api.ours.patch('projects/update', {
      id: before.id,
      active: true,
      description: 'After',
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, active: true, description: 'After' });
  });

  test('PATCH with the id alone changes nothing', async () => {
    const before = await makeProject(api.ours, full);
    const { status, body } = await api.ours.patch('projects/update', { id: before.id });
    expect(status).toBe(200);
    expect(body).toEqual(before);
  });

  test('PATCH clears with null and with "", and resets required fields to their default', async () => {
    const before = await makeProject(api.ours, full);
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
    const before = await makeProject(api.ours, full);
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

  test('the fee schedule is created by PATCH if there was none', async () => {
    const before = await makeProject(api.ours);
    const { body } = await api.ours.patch('projects/update', {
      id: before.id,
      feeSchedule: { amount: '0.10' },
    });
    expect(body.feeSchedule).toEqual({ ...emptyFees, amount: 0.1 });
  });

  test('the fee schedule is replaced on PUT', async () => {
    const before = await makeProject(api.ours, full);
    const { body } = await api.ours.put('projects/update', {
      ...before,
      feeSchedule: { feeType: 'Per Item' },
    });
    expect(body).toEqual({ ...before, feeSchedule: { ...emptyFees, feeType: 'PER_ITEM' } });
  });

  test('PUT clears or resets missing fields, but keeps the client', async () => {
    const before = await makeProject(api.ours, full);
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

  test('a PUT of the record that create or search returned changes nothing', async () => {
    const created = await makeProject(api.ours, full);
    const put = await api.ours.put('projects/update', created);
    expect(put).toMatchObject({ status: 200, body: created });
    const [found] = (await api.ours.get('projects/search', { id: created.id })).body;
    const again = await api.ours.put('projects/update', found);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(created);
    expect((await api.ours.get('projects/search', { id: created.id })).body).toEqual([found]);
  });

  test('custom values are matched by name; PATCH keeps the others, an unknown one is a 400', async () => {
    const before = await makeProject(api.ours, { customValues: { Alpha: 'a', Beta: 'b' } });
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
      customValues: [{ fieldId: 'fld_unknown', value: 1 }],
    });
    expect(unknown.status).toBe(400);
    expect(unknown.body.errors).toMatchObject([{ path: 'customValues.0', code: 'unknown_field' }]);
  });

  test('with another client its time entries and expenses move along, deliverables and all', async () => {
    const project = await makeProject(api.ours);
    const to = await makeClient(api.ours);
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
});
