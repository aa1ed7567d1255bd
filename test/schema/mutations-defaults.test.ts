import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { mutate, mutated } from '../support/mutations.ts';

const api = useTestApi();

const kinds = [
  { type: 'ProjectType', list: 'projectTypes', flag: 'isDefaultProjectType', more: {} },
  { type: 'InvoiceTemplate', list: 'invoiceTemplates', flag: 'isDefault', more: {} },
  {
    type: 'EmailTemplate',
    list: 'emailTemplates',
    flag: 'isDefault',
    more: { subject: '-', body: '-' },
  },
];

describe.each(kinds)('the default $type', ({ type, list, flag, more }) => {
  const defaults = async () => {
    const { body } = await api.ours.gql(`{ ${list} { edges { node { id name ${flag} } } } }`);
    const rows = body.data[list].edges.map(({ node }: { node: Record<string, unknown> }) => node);
    return rows.filter((row: Record<string, unknown>) => row[flag]);
  };
  const make = (name: string) =>
    mutated(api.ours, `create${type}`, { input: { ...more, name, [flag]: true } });

  test('is one, taken over by a new one and back by an update', async () => {
    const [former] = await defaults();
    const { id } = await make('New');
    expect(await defaults()).toEqual([{ id, name: 'New', [flag]: true }]);
    await mutated(api.ours, `update${type}`, { input: { id: former.id, [flag]: true } });
    expect(await defaults()).toEqual([former]);
  });

  test('is one, for any number of simultaneous requests', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, index) => make(`At once ${index}`)),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(8);
    expect(await defaults()).toHaveLength(1);
  });

  test('can neither be deleted nor lose its flag', async () => {
    const [{ id }] = await defaults();
    const rejected = [
      await mutate(api.ours, `delete${type}`, { id }),
      await mutate(api.ours, `update${type}`, { input: { id, [flag]: false } }),
    ];
    for (const result of rejected) {
      expect(result).toMatchObject({
        __typename: 'ConflictError',
        code: 'conflicting_state',
        path: flag,
      });
    }
    expect((await defaults())[0].id).toBe(id);
  });

  test('stays the default in a replace without the flag', async () => {
    const [{ id }] = await defaults();
    const input = { ...more, id, name: 'Replaced' };
    await mutated(api.ours, `replace${type}`, { input });
    expect(await defaults()).toEqual([{ id, name: 'Replaced', [flag]: true }]);
  });
});
