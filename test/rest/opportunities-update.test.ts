import { describe, expect, test } from 'vitest';
import { updateOpportunity } from '../../src/domain/opportunities/update.ts';
import { formatDate } from '../../src/platform/dates/dates.ts';
import { createContext } from '../../src/write/request-context.ts';
import { useTestApi } from '../support/api.ts';
import { addFullOpportunity, stagesOf, useOpportunityFixtures } from '../support/opportunities.ts';

const api = useTestApi();
const fixtures = useOpportunityFixtures(api);

describe('opportunities/update', () => {
  test('changes nothing when the whole record is sent back by PUT', async () => {
    const opportunity = await addFullOpportunity(api);
    expect((await api.ours.put('opportunities/update', opportunity)).body).toEqual(opportunity);
    const won = await api.ours.patch('opportunities/update', {
      id: opportunity.id,
      statusId: fixtures.stages.Won,
      actualCloseDate: null,
    });
    const cleared = await api.ours.patch('opportunities/update', {
      id: opportunity.id,
      actualCloseDate: null,
    });
    expect([won.body.actualCloseDate, cleared.body.actualCloseDate]).toEqual([
      expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      null,
    ]);
    expect((await api.ours.put('opportunities/update', cleared.body)).body).toEqual(cleared.body);
  });

  test('PATCH changes only the fields it names', async () => {
    const opportunity = await addFullOpportunity(api);
    const { status, body } = await api.ours.patch('opportunities/update', {
      id: opportunity.id,
      name: 'Phase three',
      archive: true,
      clientId: fixtures.boltId,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...opportunity,
      name: 'Phase three',
      archive: true,
      clientId: fixtures.boltId,
    });
  });

  test('PATCH clears fields with null or empty text', async () => {
    const opportunity = await addFullOpportunity(api);
    const { body } = await api.ours.patch('opportunities/update', {
      id: opportunity.id,
      description: '',
      clientId: null,
      value: null,
      estCloseDate: '',
      actualCloseDate: null,
      sentiment: null,
      toDos: null,
      customValues: null,
      archive: null,
    });
    expect(body).toEqual({
      ...opportunity,
      description: null,
      clientId: null,
      value: null,
      estCloseDate: null,
      actualCloseDate: null,
      sentiment: null,
      toDos: [],
      customValues: [],
    });
  });

  test('PUT clears missing fields, but keeps the stage', async () => {
    const opportunity = await addFullOpportunity(api);
    await api.ours.patch('opportunities/update', { id: opportunity.id, archive: true });
    const { id, name } = opportunity;
    const { body } = await api.ours.put('opportunities/update', { id, name });
    expect(body).toEqual({
      id: opportunity.id,
      accountId: api.ours.accountId,
      name: 'Phase two',
      description: null,
      clientId: null,
      statusId: fixtures.stages.Qualified,
      statusLabel: 'Qualified',
      value: null,
      estCloseDate: null,
      actualCloseDate: null,
      sentiment: null,
      toDos: [],
      formData: opportunity.formData,
      customValues: [],
      archive: false,
      externalId: null,
      source: null,
      created: opportunity.created,
    });
  });

  test('replaces the to-do items as a list', async () => {
    const { id } = await addFullOpportunity(api);
    const { body } = await api.ours.patch('opportunities/update', { id, toDos: [{ item: 'new' }] });
    expect(body.toDos.map((entry: { item: string }) => entry.item)).toEqual(['new']);
  });

  test('PATCH keeps the custom values it does not name, PUT drops them', async () => {
    const { id, name, customValues } = await addFullOpportunity(api);
    const change = [{ fieldName: 'Seats', value: 20 }];
    const patched = await api.ours.patch('opportunities/update', { id, customValues: change });
    expect(patched.body.customValues).toEqual([customValues[0], { ...customValues[1], value: 20 }]);
    const put = await api.ours.put('opportunities/update', { id, name, customValues: change });
    expect(put.body.customValues).toEqual([{ ...customValues[1], value: 20 }]);
    const unknown = await api.ours.patch('opportunities/update', {
      id,
      customValues: [{ fieldId: 'fld_none', value: 1 }],
    });
    expect([unknown.status, unknown.body.errors[0].path]).toEqual([400, 'customValues.0']);
  });

  test('moves to another stage and back; an open stage sets no close date', async () => {
    const { body } = await api.ours.post('opportunities/create', { name: 'Mover' });
    for (const label of ['Proposal', 'Lead']) {
      const movement = await api.ours.patch('opportunities/update', {
        id: body.id,
        statusId: fixtures.stages[label],
      });
      const stage = { statusId: fixtures.stages[label], statusLabel: label };
      expect(movement.body).toEqual({ ...body, ...stage });
    }
  });

  test('sets today in the workspace’s zone as close date on a move into a closed stage', async () => {
    const now = new Date('2026-05-01T10:30:00Z');
    const days = { 'Pacific/Kiritimati': '2026-05-02', 'Pacific/Pago_Pago': '2026-04-30' };
    for (const [timeZone, today] of Object.entries(days)) {
      const workspace = await api.addWorkspace({ timeZone });
      const own = await stagesOf(workspace);
      for (const label of ['Won', 'Lost']) {
        const { body } = await workspace.post('opportunities/create', { name: 'Deal' });
        await updateOpportunity(
          createContext({ ...workspace.context, root: api.database.prisma, now }),
          { id: body.id, statusId: own[label] },
          'patch',
        );
        const where = { id: body.id };
        const shifted = await api.database.prisma.opportunity.findFirstOrThrow({ where });
        expect(formatDate(shifted.actualCloseDate as Date)).toBe(today);
      }
    }
  });

  test('keeps an existing close date on a move into a closed stage', async () => {
    const { id } = await addFullOpportunity(api);
    const stored = await api.ours.patch('opportunities/update', {
      id,
      statusId: fixtures.stages.Won,
    });
    expect(stored.body.actualCloseDate).toBe('2026-07-01');
    const { body } = await api.ours.post('opportunities/create', { name: 'x' });
    const input = await api.ours.put('opportunities/update', {
      ...body,
      statusId: fixtures.stages.Lost,
      actualCloseDate: '2026-03-03',
    });
    expect(input.body.actualCloseDate).toBe('2026-03-03');
  });

  test('returns 404 for an unknown or foreign stage or client, and changes nothing', async () => {
    const opportunity = await addFullOpportunity(api);
    const strangers: Record<string, (string | undefined)[]> = {
      statusId: [fixtures.theirStages.Won, 'stg_none'],
      clientId: [fixtures.foreignClientId, 'cli_none'],
    };
    for (const [field, ids] of Object.entries(strangers)) {
      for (const value of ids) {
        const { status, body } = await api.ours.patch('opportunities/update', {
          id: opportunity.id,
          name: 'changed',
          [field]: value,
        });
        expect([status, body.code, body.errors[0].path]).toEqual([404, 'record_not_found', field]);
      }
    }
    const { body } = await api.ours.patch('opportunities/update', { id: opportunity.id });
    expect(body).toEqual(opportunity);
  });

  test('requires the id before it checks anything else', async () => {
    for (const id of [undefined, null, '']) {
      const { status, body } = await api.ours.put('opportunities/update', { id, value: 'much' });
      expect([status, body.code]).toEqual([412, 'id_missing']);
    }
  });

  test('returns 404 for an unknown id, and the same for another workspace’s', async () => {
    const { body: theirs } = await api.theirs.post('opportunities/create', { name: 'Secret' });
    for (const id of [theirs.id, 'opp_none']) {
      const { status, body } = await api.ours.patch('opportunities/update', { id, name: 'x' });
      expect([status, body.code]).toEqual([404, 'record_not_found']);
      expect(body.message).toBe(`There is no opportunity with id "${id}".`);
    }
    const { body } = await api.theirs.patch('opportunities/update', { id: theirs.id });
    expect(body).toEqual(theirs);
  });

  test('lists all invalid fields; name and stage cannot be cleared', async () => {
    const { id } = await addFullOpportunity(api);
    const { status, body } = await api.ours.patch('opportunities/update', {
      id,
      name: '',
      statusId: null,
      archive: 'perhaps',
      toDos: [{}],
    });
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
      'archive',
      'name',
      'statusId',
      'toDos.0.item',
    ]);
  });
});
