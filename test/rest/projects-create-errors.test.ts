import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { makeClient, makeTemplate } from '../support/projects.ts';

const api = useTestApi();

describe('projects/create', () => {
  test('lists all invalid fields, fields of the fee schedule by their path', async () => {
    const { status, body } = await api.ours.post('projects/create', {
      startDate: '2026-02-30',
      portalAccess: 'sometimes',
      hexColor: 'blue',
      feeSchedule: { feeType: 'weekly', amount: '1.23456', retainerPeriods: 1.5 },
    });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(body.errors.map((e: { path: string; code: string }) => [e.path, e.code])).toEqual(
      expect.arrayContaining([
        ['name', 'required'],
        ['clientName', 'required'],
        ['startDate', 'invalid_date'],
        ['portalAccess', 'invalid_choice'],
        ['hexColor', 'invalid_format'],
        ['feeSchedule.feeType', 'invalid_choice'],
        ['feeSchedule.amount', 'too_precise'],
        ['feeSchedule.retainerPeriods', 'invalid_type'],
      ]),
    );
    expect(body.errors).toHaveLength(8);
  });

  test('an unknown client is a 404 that offers near matches of the own workspace only', async () => {
    await makeClient(api.ours, 'Babbage Engines');
    await makeClient(api.theirs, 'Babbage Engine');
    const { status, body } = await api.ours.post('projects/create', {
      name: 'P',
      clientName: 'Babage Engines',
    });
    expect([status, body.code]).toEqual([404, 'name_not_found']);
    expect(body.message).toContain('"Babbage Engines"');
    expect(body.message).not.toContain('"Babbage Engine"');
    expect(body.errors).toMatchObject([{ path: 'clientName' }]);
  });

  test.each([
    ['templateName', 'name_not_found'],
    ['templateId', 'record_not_found'],
    ['projectTypeName', 'name_not_found'],
    ['projectTypeId', 'record_not_found'],
  ])('an unknown %s is a 404', async (field, code) => {
    const client = await makeClient(api.ours);
    const { status, body } = await api.ours.post('projects/create', {
      name: 'P',
      clientName: client.name,
      [field]: 'nowhere',
    });
    expect([status, body.code]).toEqual([404, code]);
    expect(body.errors).toMatchObject([{ path: field }]);
  });

  test('names and ids of another workspace answer as missing ones do', async () => {
    const client = await makeClient(api.theirs);
    const template = await makeTemplate(api, api.theirs);
    const own = await makeClient(api.ours);
    const post = async (body: Record<string, unknown>) => {
      const answer = await api.ours.post('projects/create', { name: 'P', ...body });
      return [answer.status, answer.body.code];
    };
    expect(await post({ clientName: client.name })).toEqual([404, 'name_not_found']);
    expect(await post({ clientId: client.id })).toEqual([404, 'record_not_found']);
    const foreign = { clientName: own.name, templateName: template.name };
    expect(await post(foreign)).toEqual([404, 'name_not_found']);
    expect(await post({ clientName: own.name, templateId: template.id })).toEqual([
      404,
      'record_not_found',
    ]);
  });

  test('a client’s name and id that disagree are a 400', async () => {
    const [one, other] = [await makeClient(api.ours), await makeClient(api.ours)];
    const { status, body } = await api.ours.post('projects/create', {
      name: 'P',
      clientName: one.name,
      clientId: other.id,
    });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path: 'clientName', code: 'disagrees' }]);
  });

  test('a name is unique among its client’s projects, not beyond', async () => {
    const [one, other] = [await makeClient(api.ours), await makeClient(api.ours)];
    const post = (clientName: string) =>
      api.ours.post('projects/create', { name: 'Twice', clientName });
    expect((await post(one.name)).status).toBe(200);
    const again = await post(one.name);
    expect([again.status, again.body.code]).toEqual([409, 'name_taken']);
    expect(again.body.errors).toMatchObject([{ path: 'name' }]);
    expect((await post(other.name)).status).toBe(200);
  });
});
