import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();
let made = 0;

/** A client with two custom values. */
async function colourful() {
  made += 1;
  const { body } = await api.ours.post('clients/create', {
    name: `Client ${made}`,
    notes: 'as it was',
    customValues: { Colour: 'green', Employees: 12 },
  });
  return body;
}

describe('customValues on clients/create', () => {
  test('define the fields that are missing, with the type that the value suggests', async () => {
    const { body } = await api.ours.post('clients/create', {
      name: 'With fields',
      customValues: {
        'Favourite colour': 'green',
        Headcount: 12,
        'Is größer?': true,
        Founded: '1843-10-01',
        Home: 'https://ada.example',
        Mail: 'ada@lovelace.example',
        Tags: ['a', { b: 1 }],
        Nothing: null,
      },
    });
    const summary = body.customValues.map(
      (entry: { fieldName: string; mappingKey: string; type: string; value: unknown }) => [
        entry.fieldName,
        entry.mappingKey,
        entry.type,
        entry.value,
      ],
    );
    expect(summary).toEqual([
      ['Favourite colour', 'favourite_colour', 'TEXT', 'green'],
      ['Headcount', 'headcount', 'NUMERIC', 12],
      ['Is größer?', 'is_großer', 'CHECKBOX', true],
      ['Founded', 'founded', 'DATE', '1843-10-01'],
      ['Home', 'home', 'LINK', 'https://ada.example'],
      ['Mail', 'mail', 'EMAIL', 'ada@lovelace.example'],
      ['Tags', 'tags', 'TEXT', ['a', { b: 1 }]],
    ]);
  });

  test('are absent if they are blank, so that a PUT of the response changes nothing', async () => {
    const { body } = await api.ours.post('clients/create', {
      name: 'Half filled in',
      customValues: { Budget: '', Deadline: '  ', Subscribed: false, Visits: 0, Source: 'fair' },
    });
    const values = body.customValues.map((entry: { value: unknown }) => entry.value);
    expect(values).toEqual([false, 0, 'fair']);
    const replaced = await api.ours.put('clients/update', body);
    expect(replaced.body).toEqual(body);
  });

  test('use existing fields, by name or key, of this workspace and record type', async () => {
    const first = await api.ours.post('clients/create', {
      name: 'First with origin',
      customValues: { 'Lead origin': 'fair' },
    });
    const second = await api.ours.post('clients/create', {
      name: 'Second with origin',
      customValues: { lead_origin: 'web' },
    });
    const [field] = first.body.customValues;
    expect(second.body.customValues).toEqual([{ ...field, value: 'web' }]);
    const body = { name: 'Origin', customValues: { 'Lead origin': 'x' } };
    const foreign = await api.theirs.post('clients/create', body);
    expect(foreign.body.customValues[0].fieldId).not.toBe(field.fieldId);
    const contact = await api.ours.post('contacts/create', {
      first: 'Ada',
      customValues: { 'Lead origin': 'x' },
    });
    expect(contact.body.customValues[0].fieldId).not.toBe(field.fieldId);
  });

  test('may be the array of another record', async () => {
    const { body: model } = await api.ours.post('clients/create', {
      name: 'Model',
      customValues: { Size: 'M' },
    });
    const copy = { name: 'Copy', customValues: model.customValues };
    const { body } = await api.ours.post('clients/create', copy);
    expect(body.customValues).toEqual(model.customValues);
  });

  test('define one field for ten simultaneous callers, and lose no value', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        api.ours.post('clients/create', { name: `Racer ${n}`, customValues: { Lane: n } }),
      ),
    );
    expect(answers.map(({ body }) => body.customValues[0].value)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect(new Set(answers.map(({ body }) => body.customValues[0].fieldId)).size).toBe(1);
  });

  test('of a client that is rejected define nothing', async () => {
    await api.ours.post('clients/create', { name: 'There' });
    const rejection = { name: 'There', customValues: { 'Never seen': 1 } };
    expect((await api.ours.post('clients/create', rejection)).status).toBe(409);
    const { accountId } = api.ours;
    const where = { accountId, name: 'Never seen' };
    expect(await api.database.prisma.customField.count({ where })).toBe(0);
  });
});

describe('customValues on clients/update', () => {
  test('changes the custom values that it names, by id, key or name, and keeps the others', async () => {
    const client = await colourful();
    const [colour, employees] = client.customValues;
    const patched = async (...customValues: object[]) =>
      (await api.ours.patch('clients/update', { id: client.id, customValues })).body.customValues;
    expect(await patched({ fieldId: colour.fieldId, value: 'red' })).toEqual([
      { ...colour, value: 'red' },
      employees,
    ]);
    expect(await patched({ mappingKey: 'employees', value: 13 })).toEqual([
      { ...colour, value: 'red' },
      { ...employees, value: 13 },
    ]);
    expect(await patched({ fieldName: 'Colour', value: null })).toEqual([
      { ...employees, value: 13 },
    ]);
    expect(await patched()).toEqual([{ ...employees, value: 13 }]);
  });

  test('takes fieldId before mappingKey before fieldName', async () => {
    const client = await colourful();
    const [colour, employees] = client.customValues;
    const entry = {
      fieldId: colour.fieldId,
      mappingKey: 'employees',
      fieldName: 'Employees',
      value: 'blue',
    };
    const change = { id: client.id, customValues: [entry] };
    const { body } = await api.ours.patch('clients/update', change);
    expect(body.customValues).toEqual([{ ...colour, value: 'blue' }, employees]);
  });

  test('names every entry whose id no field has, and changes nothing', async () => {
    const client = await colourful();
    const { status, body } = await api.ours.patch('clients/update', {
      id: client.id,
      notes: 'changed',
      customValues: [
        { fieldName: 'Colour', value: 'red' },
        { fieldId: 'fld_unknown', value: 1 },
        { fieldId: 'fld_none', fieldName: 'Colour' },
      ],
    });
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual([
      'customValues.1',
      'customValues.2',
    ]);
    expect((await api.ours.get('clients/search', { id: client.id })).body).toEqual([client]);
  });

  test('does not find another workspace’s custom field', async () => {
    const client = await colourful();
    const { body: foreign } = await api.theirs.post('clients/create', {
      name: `Theirs ${made}`,
      customValues: { Secret: 1 },
    });
    const customValues = foreign.customValues;
    const { status } = await api.ours.patch('clients/update', { id: client.id, customValues });
    expect(status).toBe(400);
  });

  test('cannot have more values than an update may contain', async () => {
    const valuesOf = (prefix: string) =>
      Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`${prefix} ${n}`, n]));
    const make = (name: string) =>
      api.ours.post('clients/create', { name, customValues: valuesOf(name) });
    const [{ body: client }, { body: other }] = [await make('Many'), await make('More')];
    const change = { id: client.id, customValues: other.customValues };
    const { status, body } = await api.ours.patch('clients/update', change);
    expect([status, body.errors]).toMatchObject([
      400,
      [{ path: 'customValues', code: 'too_long' }],
    ]);
    change.customValues = other.customValues.slice(0, 99);
    const { body: full } = await api.ours.patch('clients/update', change);
    expect(full.customValues).toHaveLength(200);
    expect((await api.ours.put('clients/update', full)).body).toEqual(full);
  });

  test('replaces all custom values', async () => {
    const client = await colourful();
    const [, employees] = client.customValues;
    const { body } = await api.ours.put('clients/update', { ...client, customValues: [employees] });
    expect(body.customValues).toEqual([employees]);
  });

  test('that change different custom values of a client lose no change', async () => {
    const { body: client } = await api.ours.post('clients/create', {
      name: 'Busy',
      customValues: { A: 0, B: 0, C: 0, D: 0 },
    });
    await Promise.all(
      ['A', 'B', 'C', 'D'].map((fieldName) =>
        api.ours.patch('clients/update', {
          id: client.id,
          customValues: [{ fieldName, value: 1 }],
        }),
      ),
    );
    const { body } = await api.ours.get('clients/search', { id: client.id });
    const values = body[0].customValues.map((entry: { value: unknown }) => entry.value);
    expect(values).toEqual([1, 1, 1, 1]);
  });
});
