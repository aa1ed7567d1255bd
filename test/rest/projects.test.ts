import { describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { useTestApi } from '../support/api.ts';
import { makeClient, makeProject } from '../support/projects.ts';

const api = useTestApi();

describe('projects/search', () => {
  test('returns a ProjectMini with client, description and fee schedule', async () => {
    const project = await makeProject(api.ours, {
      description: 'D',
      feeSchedule: { feeType: 'Hourly' },
    });
    const { status, body } = await api.ours.get('projects/search', { id: project.id });
    expect(status).toBe(200);
    expect(body).toEqual([
      { ...project, client: { id: project.clientId, name: expect.stringMatching(/^Client/) } },
    ]);
  });

  test('lists active projects by name: of every client, or of the one that query names exactly', async () => {
    const workspace = await api.addWorkspace();
    const [one, other] = [await makeClient(workspace, 'One'), await makeClient(workspace, 'Other')];
    for (const [name, clientId, active] of [
      ['b', one.id, true],
      ['a', other.id, true],
      ['c', one.id, true],
      ['d', one.id, false],
    ]) {
      await workspace.post('projects/create', { name, clientId, active });
    }
    const names = async (query: Record<string, string>) =>
      (await workspace.get('projects/search', query)).body.map((p: { name: string }) => p.name);
    expect(await names({})).toEqual(['a', 'b', 'c']);
    expect(await names({ query: '' })).toEqual(['a', 'b', 'c']);
    expect(await names({ query: 'One' })).toEqual(['b', 'c']);
    expect(await names({ query: ' One ' })).toEqual(['b', 'c']);
  });

  test('id overrides query, finds inactive ones too, and returns [] for unknown or foreign ids', async () => {
    const project = await makeProject(api.ours, { active: false });
    const theirs = await makeProject(api.theirs);
    const ids = async (query: Record<string, string>) =>
      (await api.ours.get('projects/search', query)).body.map((p: { id: string }) => p.id);
    expect(await ids({ id: project.id, query: 'no such client' })).toEqual([project.id]);
    expect(await ids({ id: newId('Project') })).toEqual([]);
    expect(await ids({ id: theirs.id })).toEqual([]);
  });

  test('a query that names no client, in other case or another workspace’s, is a 404', async () => {
    const own = await makeClient(api.ours, 'Somerville');
    const theirs = await makeClient(api.theirs);
    for (const query of ['Nobody at all', own.name.toUpperCase(), theirs.name]) {
      const { status, body } = await api.ours.get('projects/search', { query });
      expect([status, body.code]).toEqual([404, 'name_not_found']);
      expect(body.errors).toMatchObject([{ path: 'query' }]);
    }
  });

  test('a query longer than a name can be is a 400', async () => {
    const { status } = await api.ours.get('projects/search', { query: 'x'.repeat(256) });
    expect(status).toBe(400);
  });

  test('takes as many statements for many projects as for one', async () => {
    const workspace = await api.addWorkspace();
    const client = await makeClient(workspace);
    const make = (name: string) =>
      workspace.post('projects/create', {
        name,
        clientId: client.id,
        customValues: { Colour: 'red' },
      });
    await make('first');
    const search = () =>
      recordStatements(() => workspace.get('projects/search', { query: client.name }));
    const { statements: one } = await search();
    await Promise.all(Array.from({ length: 9 }, (_, index) => make(`more ${index}`)));
    const { statements: ten, result } = await search();
    expect(result.body).toHaveLength(10);
    expect(ten).toHaveLength(one.length);
    // The key, the client's name, the projects.
    expect(one).toHaveLength(3);
  });
});
