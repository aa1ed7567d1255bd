import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { useArranged } from '../support/arranged-records.ts';
import { charge, conflict, mutate, mutated } from '../support/mutations.ts';

const api = useTestApi();
const world = useArranged(api, 'Own');

const clientName = 'Own Analytics';
const projectName = 'Own Website';

describe('a deliverable', () => {
  const fields =
    'id name description priority approvalRequired startDate dueDate status completedAt position assignedToList project { name }';
  const make = (input: object, selection = fields) =>
    mutated(
      api.ours,
      'createDeliverable',
      { input: { clientName, projectName, ...input } },
      selection,
    );

  test('is created with the given values, in the first status and the last position', async () => {
    const { userId } = await mutated(
      api.ours,
      'createUser',
      { input: { email: 'work@own.example' } },
      'userId',
    );
    const input = {
      name: 'Shop',
      description: 'With a till',
      priority: 3,
      approvalRequired: true,
      startDate: '2026-03-01',
      dueDate: '2026-04-01',
      assigneeEmails: ['work@own.example', 'user@own.example'],
      assigneeIds: [`usr_${userId}`],
    };
    const made = await make(input);
    const { assigneeEmails: _e, assigneeIds: _i, ...own } = input;
    expect(made).toMatchObject({ ...own, status: 'To do', completedAt: null, position: 2 });
    expect(made.assignedToList).toHaveLength(2);
    expect(made.project).toEqual({ name: projectName });
    expect(await make({ name: 'Blog' })).toMatchObject({ position: 3, assignedToList: [] });
  });

  test('is complete from the moment it comes into a complete status until it leaves it', async () => {
    const { id } = await make({ name: 'Path', statusName: 'In progress' });
    const move = (statusName: string) =>
      mutated(api.ours, 'updateDeliverable', { input: { id, statusName } }, 'status completedAt');
    const done = await move('Complete');
    expect(done).toEqual({ status: 'Complete', completedAt: expect.stringMatching(/Z$/) });
    expect(await move('Complete')).toEqual(done);
    expect(await move('To do')).toEqual({ status: 'To do', completedAt: null });
  });

  test('keeps missing fields in an update, and clears them in a replace, except name, status and position', async () => {
    const input = { name: 'Kept', priority: 9, assigneeEmails: ['user@own.example'] };
    const made = await make({ ...input, statusName: 'In progress' });
    const { id } = made;
    expect(await mutated(api.ours, 'updateDeliverable', { input: { id } }, fields)).toEqual(made);
    const replaced = await mutated(api.ours, 'replaceDeliverable', { input: { id } }, fields);
    expect(replaced).toEqual({ ...made, priority: 0, assignedToList: [] });
  });

  test('rejects a status of another project type, a taken name and inactive users', async () => {
    const [status] = (
      await mutated(
        api.ours,
        'createProjectType',
        { input: { name: 'Other', statusList: [{ label: 'Elsewhere' }] } },
        'statusList { id }',
      )
    ).statusList;
    const input = { clientName, projectName, name: 'X' };
    const attempt = (more: object) =>
      mutate(api.ours, 'createDeliverable', { input: { ...input, ...more } });
    expect(await attempt({ statusId: status.id })).toMatchObject({
      code: 'invalid_input',
      path: 'statusId',
    });
    expect(await attempt({ statusName: 'Elsewhere' })).toMatchObject({ code: 'name_not_found' });
    expect(await attempt({ name: 'Own Wireframes' })).toMatchObject({ code: 'name_taken' });
    expect(await attempt({ projectName: null })).toMatchObject({
      code: 'invalid_input',
      path: 'projectName',
    });
    const gone = { input: { email: 'gone@own.example' } };
    const { id } = await mutated(api.ours, 'createUser', gone);
    await mutated(api.ours, 'deactivateUser', { id });
    expect(await attempt({ assigneeIds: [id] })).toMatchObject(conflict);
    const unknown = await attempt({ assigneeEmails: ['user@own.example', 'no@own.example'] });
    expect(unknown).toMatchObject({ code: 'name_not_found', path: 'assigneeEmails.1' });
  });

  test('is deleted, unless time was logged on it or an invoice charges it', async () => {
    const { id } = await make({ name: 'Short-lived', assigneeEmails: ['user@own.example'] });
    expect(await mutated(api.ours, 'deleteDeliverable', { id })).toEqual({ deletedId: id });
    const used = await mutate(api.ours, 'deleteDeliverable', { id: world.ids.deliverable });
    expect(used).toMatchObject(conflict);
    expect(used.message).toContain('time entries');
    const charged = await make({ name: 'Charged' });
    await charge(api, 'deliverable', charged.id, world.made.createInvoice.id);
    expect(await mutate(api.ours, 'deleteDeliverable', { id: charged.id })).toMatchObject(conflict);
  });
});
