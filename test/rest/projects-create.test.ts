import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import {
  emptyFees,
  makeClient,
  makeProject,
  makeProjectType,
  makeTemplate,
} from '../support/projects.ts';

const api = useTestApi();

describe('projects/create', () => {
  test('returns exactly the specified fields, null for unknown ones', async () => {
    const client = await makeClient(api.ours);
    const { status, body } = await api.ours.post('projects/create', {
      name: ' Bare ',
      clientName: ` ${client.name} `,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^prj_[0-9a-f]{32}$/),
      accountId: api.ours.accountId,
      externalId: null,
      source: null,
      clientId: client.id,
      projectTypeId: expect.stringMatching(/^typ_/),
      name: 'Bare',
      description: null,
      startDate: null,
      dueDate: null,
      dateCreated: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*\.\d{3}Z$/),
      active: true,
      portalAccess: 'READ_ONLY',
      showTimeWorkedInPortal: false,
      feeSchedule: null,
      hexColor: null,
      customValues: [],
    });
  });

  test('takes every field, enums however they are spelt, and a client by id, on the other base path too', async () => {
    const client = await makeClient(api.ours);
    const { status, body } = await api.request('/api/public/action/projects/create', {
      method: 'POST',
      headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Full',
        clientId: client.id,
        clientName: client.name,
        description: 'Everything',
        startDate: '2026-01-31',
        dueDate: '2026-12-31',
        active: false,
        portalAccess: 'Full access',
        showTimeWorkedInPortal: true,
        hexColor: '#1F6feb',
        feeSchedule: {
          feeType: 'Fixed Price',
          amount: 99_999_999_998.9999,
          retainerSchedule: 'Bi-Weekly',
          estimateMin: '0.1',
          estimateMax: 0.3,
          retainerStart: '2026-02-01',
          retainerTiming: 'arrears',
          retainerPeriods: -1,
          retainerOverageRate: '120.5000',
          taxable: true,
          unknown: 'ignored',
        },
        customValues: { 'Cost centre': 'B-12', Budget: 900 },
      }),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      active: false,
      portalAccess: 'FULL',
      showTimeWorkedInPortal: true,
      startDate: '2026-01-31',
      dueDate: '2026-12-31',
      hexColor: '#1F6feb',
    });
    expect(body.feeSchedule).toEqual({
      feeType: 'FIXED_PRICE',
      amount: 99_999_999_998.9999,
      retainerSchedule: 'BI_WEEKLY',
      estimateMin: 0.1,
      estimateMax: 0.3,
      retainerStart: '2026-02-01',
      retainerTiming: 'ARREARS',
      retainerPeriods: -1,
      retainerOverageRate: 120.5,
      taxable: true,
    });
    expect(body.customValues).toEqual([
      expect.objectContaining({ fieldName: 'Cost centre', value: 'B-12', type: 'TEXT' }),
      expect.objectContaining({ fieldName: 'Budget', value: 900, type: 'NUMERIC' }),
    ]);
    const row = await api.database.prisma.project.findFirstOrThrow({ where: { id: body.id } });
    expect(row.feeSchedule).toMatchObject({ amount: '99999999998.9999', estimateMin: '0.1' });
  });

  test.each([
    ['FULL', 'FULL'],
    ['full_access', 'FULL'],
    ['Read only', 'READ_ONLY'],
    ['read-only', 'READ_ONLY'],
    ['overview', 'OVERVIEW'],
    ['No access', 'NONE'],
    ['None', 'NONE'],
    ['', 'READ_ONLY'],
  ])('takes portal access "%s" for %s', async (spelt, expected) => {
    expect((await makeProject(api.ours, { portalAccess: spelt })).portalAccess).toBe(expected);
  });

  test('a template brings its fee schedule, portal access, hours in the portal and deliverables', async () => {
    const template = await makeTemplate(api, api.ours);
    const project = await makeProject(api.ours, { templateName: template.name });
    expect(project).toMatchObject({ portalAccess: 'OVERVIEW', showTimeWorkedInPortal: true });
    expect(project.feeSchedule).toEqual({
      ...emptyFees,
      feeType: 'RETAINER',
      amount: 1500.5,
      retainerSchedule: 'MONTHLY',
    });
    const deliverables = await api.database.prisma.deliverable.findMany({
      where: { projectId: project.id },
      include: { status: true },
      orderBy: { position: 'asc' },
    });
    expect(deliverables).toMatchObject([
      { name: 'First', description: 'To begin with', approvalRequired: true },
      { name: 'Second', description: null, approvalRequired: false },
    ]);
    expect(deliverables.map(({ status }) => status.label)).toEqual(['To do', 'To do']);
  });

  test('the body overrides the template, the fee schedule as a whole', async () => {
    const template = await makeTemplate(api, api.ours);
    const project = await makeProject(api.ours, {
      templateId: template.id,
      portalAccess: 'FULL',
      showTimeWorkedInPortal: false,
      feeSchedule: { feeType: 'HOURLY', amount: 80 },
    });
    expect(project).toMatchObject({ portalAccess: 'FULL', showTimeWorkedInPortal: false });
    expect(project.feeSchedule).toEqual({ ...emptyFees, feeType: 'HOURLY', amount: 80 });
  });

  test('a given project type overrides the template’s and the default one', async () => {
    const type = await makeProjectType(api, api.ours);
    const named = await makeProject(api.ours, { projectTypeName: type.name });
    const plain = await makeProject(api.ours);
    const typeOf = async ({ id }: { id: string }) =>
      (
        await api.database.prisma.project.findFirstOrThrow({
          where: { id },
          include: { projectType: true },
        })
      ).projectType;
    expect((await typeOf(named)).id).toBe(type.id);
    expect((await typeOf(plain)).isDefaultProjectType).toBe(true);
  });

  test('a template whose deliverables no status could hold is a 409 and makes no project', async () => {
    const template = await makeTemplate(api, api.ours);
    const type = await makeProjectType(api, api.ours);
    const client = await makeClient(api.ours);
    const { status, body } = await api.ours.post('projects/create', {
      name: 'Stillborn',
      clientName: client.name,
      templateName: template.name,
      projectTypeId: type.id,
    });
    expect([status, body.code]).toEqual([409, 'conflicting_state']);
    expect(await api.database.prisma.project.count({ where: { clientId: client.id } })).toBe(0);
  });
});
