import { expect } from 'vitest';
import { newId } from '../../src/platform/ids/record-ids.ts';
import type { TestApi, TestWorkspace } from './api.ts';

let serial = 0;

/** A name that nothing else in the test file has. */
export const unique = (word: string) => `${word} ${++serial}`;

/** A new client. */
export async function makeClient(workspace: TestWorkspace, name = unique('Client')) {
  const { status, body } = await workspace.post('clients/create', { name });
  expect(status).toBe(200);
  return body as { id: string; name: string };
}

/** A new project of a new client, as projects/create returns it. */
export async function makeProject(workspace: TestWorkspace, fields: Record<string, unknown> = {}) {
  const client = await makeClient(workspace);
  const body = { name: unique('Project'), clientName: client.name, ...fields };
  const answer = await workspace.post('projects/create', body);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** A new project type with these statuses, in this order. */
export async function makeProjectType(
  { database }: TestApi,
  { accountId }: TestWorkspace,
  statuses: { label: string; complete?: boolean }[] = [],
) {
  const type = await database.prisma.projectType.create({
    data: { accountId, id: newId('ProjectType'), name: unique('Type') },
  });
  await database.prisma.taskStage.createMany({
    data: statuses.map((status, position) => ({
      ...status,
      accountId,
      id: newId('TaskStage'),
      projectTypeId: type.id,
      position,
    })),
  });
  return type;
}

/** A project template with every field and two deliverables, created in the wrong order. */
export async function makeTemplate({ database }: TestApi, { accountId }: TestWorkspace) {
  const template = await database.prisma.projectTemplate.create({
    data: {
      accountId,
      id: newId('ProjectTemplate'),
      name: unique('Template'),
      feeSchedule: { feeType: 'RETAINER', amount: '1500.5', retainerSchedule: 'MONTHLY' },
      portalAccess: 'OVERVIEW',
      showTimeWorkedInPortal: true,
    },
  });
  await database.prisma.projectTemplateDeliverable.createMany({
    data: [
      { name: 'Second', position: 2 },
      { name: 'First', position: 1, description: 'To begin with', approvalRequired: true },
    ].map((deliverable) => ({
      ...deliverable,
      accountId,
      id: newId('ProjectTemplateDeliverable'),
      templateId: template.id,
    })),
  });
  return template;
}

/** An empty fee schedule. */
export const emptyFees = {
  feeType: null,
  amount: null,
  retainerSchedule: null,
  estimateMin: null,
  estimateMax: null,
  retainerStart: null,
  retainerTiming: null,
  retainerPeriods: null,
  retainerOverageRate: null,
  taxable: null,
};
