import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { useArranged } from '../support/arranged-records.ts';
import { conflict, mutate, mutated } from '../support/mutations.ts';
import { invoicesSetUps } from './set-ups/invoices.ts';
import { projectsSetUps } from './set-ups/projects.ts';
import { salesSetUps } from './set-ups/sales.ts';

/** Set-up records: created, changed, replaced and deleted in the same way. */

const api = useTestApi();
const world = useArranged(api, 'Used');

beforeAll(async () => {
  const input = { name: 'Used Rule', components: [{ name: 'A', rate: 1 }] };
  const { id: taxRuleId } = await mutated(api.ours, 'createTaxRule', { input });
  const client = { id: world.made.createClient.id, taxRuleId };
  await mutated(api.ours, 'setClientTaxRule', { input: client });
});

const setUps = [...salesSetUps, ...projectsSetUps, ...invoicesSetUps];

describe.each(setUps.map((setUp) => [setUp.type, setUp] as const))('%s', (type, setUp) => {
  const { selection, full, answer = full } = setUp;
  const byId = `id version ${selection}`;
  let id: string;

  test('is created with every field, and returned the same', async () => {
    const made = await mutated(api.ours, `create${type}`, { input: full }, byId);
    id = made.id;
    expect(made).toEqual({ ...answer, id, version: 1 });
    const source = `query ($id: ID!) { node(id: $id) { ... on ${type} { ${byId} } } }`;
    expect((await api.ours.gql(source, { id })).body.data.node).toEqual(made);
  });

  test('keeps missing fields in an update', async () => {
    const patched = await mutated(api.ours, `update${type}`, { input: { id } }, selection);
    expect(patched).toEqual(answer);
  });

  test('rejects all invalid fields in one response, and changes nothing', async () => {
    const rejected = await mutate(api.ours, `update${type}`, { input: { ...setUp.faulty, id } });
    expect(rejected).toMatchObject({ __typename: 'InvalidInputError', code: 'invalid_input' });
    expect(rejected.errors.map(({ path }: { path: string }) => path).sort()).toEqual(setUp.faults);
    expect(await mutated(api.ours, `update${type}`, { input: { id } }, selection)).toEqual(answer);
  });

  test('clears missing fields in a replace', async () => {
    const input = { ...setUp.replace, id };
    const replaced = await mutated(api.ours, `replace${type}`, { input }, selection);
    expect(replaced).toMatchObject(setUp.replaced);
  });

  test('rejects a name that is taken, new or changed', async () => {
    const path = setUp.takenField ?? 'name';
    const made = await mutate(api.ours, `create${type}`, { input: setUp.taken });
    expect(made).toMatchObject({ __typename: 'ConflictError', code: 'name_taken', path });
    const { recordType: _, projectTypeName: __, ...fields } = setUp.taken;
    // The one that is changed is of another type of record, which may have a field of that name.
    if (type === 'CustomField') return;
    const changed = await mutate(api.ours, `update${type}`, { input: { ...fields, id } });
    expect(changed).toMatchObject({ __typename: 'ConflictError', code: 'name_taken', path });
  });

  test('is deleted, and then no more', async () => {
    expect(await mutated(api.ours, `delete${type}`, { id })).toEqual({ deletedId: id });
    const again = await mutate(api.ours, `delete${type}`, { id });
    expect(again).toMatchObject({ __typename: 'NotFoundError', code: 'record_not_found' });
    const { body } = await api.ours.gql(`query ($id: ID!) { node(id: $id) { id } }`, { id });
    expect(body.data.node).toBeNull();
  });

  test.runIf(setUp.used)(
    'is not deleted while others refer to it, and the error names them',
    async () => {
      const usedId = await setUp.used?.id(api, world);
      const rejection = await mutate(api.ours, `delete${type}`, { id: usedId });
      expect(rejection).toMatchObject(conflict);
      expect(rejection.message).toContain(`cannot be deleted: ${setUp.used?.words}`);
      const { body } = await api.ours.gql(`query ($id: ID!) { node(id: $id) { id } }`, {
        id: usedId,
      });
      expect(body.data.node).toEqual({ id: usedId });
    },
  );
});
