import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

const statuses = [
  { label: 'To do', hexColor: '#8c8c8c', complete: false, clientApproval: false },
  { label: 'In progress', hexColor: '#1f6feb', complete: false, clientApproval: false },
  { label: 'Client approval', hexColor: '#bf8700', complete: false, clientApproval: true },
  { label: 'Complete', hexColor: '#2da44e', complete: true, clientApproval: false },
].map((status) => ({ ...status, id: expect.stringMatching(/^sta_/) }));

/** A second type with statuses made out of order, and custom fields of every reach. */
async function makeType(accountId: number, name: string) {
  const { prisma } = api.database;
  const type = await prisma.projectType.create({
    data: { accountId, id: newId('ProjectType'), name },
  });
  await prisma.taskStage.createMany({
    data: ['third', 'first', 'second'].map((label) => ({
      accountId,
      id: newId('TaskStage'),
      projectTypeId: type.id,
      label,
      position: ['first', 'second', 'third'].indexOf(label),
    })),
  });
  const field = {
    accountId,
    mappingKey: '',
    recordType: 'PROJECT',
    projectTypeId: null,
    options: [] as string[],
  } as const;
  await prisma.customField.createMany({
    data: [
      { ...field, name: 'Of every project', position: 2 },
      { ...field, name: 'Of these', position: 1, projectTypeId: type.id },
      { ...field, name: 'Of deliverables', recordType: 'DELIVERABLE' as const },
      { ...field, name: 'Of clients', recordType: 'CLIENT' as const },
    ].map((data, index) => ({
      ...data,
      id: newId('CustomField'),
      mappingKey: `key_${index}`,
      ...(index === 1 && { type: 'SELECT' as const, options: ['a', 'b'] }),
    })),
  });
  return type;
}

let typeId: string;
let theirTypeId: string;

beforeAll(async () => {
  typeId = (await makeType(api.ours.accountId, 'Audit')).id;
  theirTypeId = (await makeType(api.theirs.accountId, 'Theirs')).id;
});

const names = (fields: { name: string }[]) => fields.map(({ name }) => name);

describe('projectTypes/list', () => {
  test('returns exactly the specified fields, the default type first, statuses in order', async () => {
    const { status, body } = await api.ours.get('projectTypes/list');
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: expect.stringMatching(/^typ_/),
        name: 'Standard project',
        isDefaultProjectType: true,
        projectFields: [expect.objectContaining({ name: 'Of every project' })],
        deliverableFields: [expect.objectContaining({ name: 'Of deliverables' })],
        statusList: statuses,
      },
      {
        id: typeId,
        name: 'Audit',
        isDefaultProjectType: false,
        projectFields: [
          {
            id: expect.stringMatching(/^fld_/),
            name: 'Of these',
            mappingKey: 'key_1',
            type: 'SELECT',
            options: ['a', 'b'],
          },
          {
            id: expect.stringMatching(/^fld_/),
            name: 'Of every project',
            mappingKey: 'key_0',
            type: 'TEXT',
            options: [],
          },
        ],
        deliverableFields: [expect.objectContaining({ name: 'Of deliverables' })],
        statusList: ['first', 'second', 'third'].map((label) => ({
          id: expect.stringMatching(/^sta_/),
          label,
          hexColor: null,
          complete: false,
          clientApproval: false,
        })),
      },
    ]);
  });

  test('shows nothing of another workspace', async () => {
    const { body } = await api.theirs.get('projectTypes/list');
    expect(names(body)).toEqual(['Standard project', 'Theirs']);
  });

  test('takes as many statements for many types as for one', async () => {
    const workspace = await api.addWorkspace();
    const list = () => recordStatements(() => workspace.get('projectTypes/list'));
    const { statements: one } = await list();
    for (const name of ['A', 'B', 'C']) {
      const { accountId } = workspace;
      await api.database.prisma.projectType.create({
        data: { accountId, id: newId('ProjectType'), name },
      });
    }
    const { statements: four, result } = await list();
    expect(names(result.body)).toEqual(['Standard project', 'A', 'B', 'C']);
    // The key, and the list with all that belongs to it.
    expect([one.length, four.length]).toEqual([2, 2]);
  });
});

describe('taskStages/list', () => {
  test('lists the default type’s statuses in order if no type is named', async () => {
    for (const query of [{}, { projectTypeId: '' }] as Record<string, string>[]) {
      const { status, body } = await api.ours.get('taskStages/list', query);
      expect(status).toBe(200);
      expect(body).toEqual(statuses);
    }
  });

  test('lists the statuses of the type named', async () => {
    const { body } = await api.ours.get('taskStages/list', { projectTypeId: typeId });
    expect(body.map(({ label }: { label: string }) => label)).toEqual(['first', 'second', 'third']);
  });

  test('an unknown type, or another workspace’s, is a 404', async () => {
    for (const projectTypeId of [newId('ProjectType'), theirTypeId]) {
      const { status, body } = await api.ours.get('taskStages/list', { projectTypeId });
      expect([status, body.code]).toEqual([404, 'record_not_found']);
      expect(body.errors).toMatchObject([{ path: 'projectTypeId' }]);
    }
  });

  test('an id that is no id is a 400', async () => {
    const { status } = await api.ours.get('taskStages/list', { projectTypeId: 'x'.repeat(401) });
    expect(status).toBe(400);
  });
});
