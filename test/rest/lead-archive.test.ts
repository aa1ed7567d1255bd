import { describe, expect, test } from 'vitest';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { recordsOf, submit } from '../support/leads.ts';

/** A lead is never rejected because its client is archived; it goes to that client, which stays archived. */

const api = useTestApi();

const email = 'ada@bygone.example';
const reported = 'The client is archived.';

async function withArchived(fields: object = {}): Promise<TestWorkspace & { clientId: string }> {
  const workspace = await api.addWorkspace();
  const { body } = await workspace.post('clients/create', {
    name: 'Bygone',
    archive: true,
    ...fields,
  });
  return { ...workspace, clientId: body.id };
}

async function expectAttached(
  workspace: TestWorkspace & { clientId: string },
  description: string,
) {
  const { clients, opportunities, submissions } = await recordsOf(api, workspace);
  expect(clients).toMatchObject([{ id: workspace.clientId, archived: true }]);
  expect(submissions).toMatchObject([{ clientId: workspace.clientId }]);
  expect(opportunities).toMatchObject([{ clientId: workspace.clientId, description }]);
}

describe('a lead of an archived client', () => {
  test('is attached to it by the contact’s e-mail', async () => {
    const workspace = await withArchived({ contacts: [{ firstName: 'Ada', email }] });
    await submit(workspace, { email, notes: 'Call me.' });
    await expectAttached(workspace, `Call me.\n\n${reported}`);
  });

  test.each([
    ['with an address', { email: 'new@bygone.example' }],
    ['without one', {}],
  ])('is attached to it by businessName, %s', async (_how, lead) => {
    const workspace = await withArchived();
    await submit(workspace, { ...lead, businessName: 'Bygone' });
    await expectAttached(workspace, reported);
  });

  test('keeps its notes whole, and a description that an update takes back', async () => {
    const workspace = await withArchived();
    const notes = 'n'.repeat(20_000);
    const { opportunityId, notes: stored } = await submit(workspace, {
      businessName: 'Bygone',
      notes,
    });
    expect(stored).toBe(notes);
    const { body } = await workspace.patch('opportunities/update', { id: opportunityId });
    expect(body.description).toHaveLength(20_000);
    expect(body.description.endsWith(reported)).toBe(true);
    expect((await workspace.put('opportunities/update', body)).status).toBe(200);
  });

  test('of an active client does not mention it', async () => {
    const workspace = await withArchived({ archive: false });
    await submit(workspace, { businessName: 'Bygone', notes: 'Hello' });
    const { opportunities } = await recordsOf(api, workspace);
    expect(opportunities).toMatchObject([{ clientId: workspace.clientId, description: 'Hello' }]);
  });
});
