import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { mutate, mutated } from '../support/mutations.ts';

const api = useTestApi();

let number = 0;

const create = async (fields: object) => {
  number += 1;
  const { body } = await api.ours.post('clients/create', { name: `Client ${number}`, ...fields });
  return body;
};

const errorsOf = (body: { errors: { path: string; code: string; message: string }[] }) =>
  body.errors.map(({ path, code }) => `${path} ${code}`);

describe('the country code of a client', () => {
  test.each([
    ['Deutschland', 'DE'],
    ['ÖSTERREICH', 'AT'],
    ['u.s.a.', 'US'],
    ['fr', 'FR'],
    ['Países Bajos', 'NL'],
    ['Regno Unito', 'GB'],
    ['Congo', null],
    ['Atlantis', null],
  ])('follows from the country %s', async (country, countryCode) => {
    expect(await create({ country })).toMatchObject({ country, countryCode });
  });

  test('is that of the input, if it has one', async () => {
    const client = await create({ country: 'Germany', countryCode: 'at' });
    expect(client).toMatchObject({ country: 'Germany', countryCode: 'AT' });
  });

  test('changes with the country only', async () => {
    const { id } = await create({ country: 'Atlantis', countryCode: 'FR' });
    const update = async (change: object) =>
      (await api.ours.patch('clients/update', { id, ...change })).body.countryCode;
    expect(await update({ country: 'Atlantis', city: 'Berlin' })).toBe('FR');
    expect(await update({ country: 'Italia' })).toBe('IT');
    expect(await update({ country: 'Atlantis' })).toBeNull();
    expect(await update({ countryCode: 'GR' })).toBe('GR');
    expect(await update({ country: null })).toBeNull();
  });
});

test('fields for e-invoices are validated, all of them at once', async () => {
  const { status, body } = await api.ours.post('clients/create', {
    name: 'Wrong',
    countryCode: 'Germany',
    electronicAddress: 'x',
    electronicAddressScheme: '1234',
    eInvoiceFormat: 'PDF',
  });
  expect(status).toBe(400);
  expect(errorsOf(body).sort()).toEqual([
    'countryCode invalid_choice',
    'eInvoiceFormat invalid_choice',
    'electronicAddressScheme invalid_choice',
  ]);
  const messages = Object.fromEntries(
    body.errors.map((error: { path: string; message: string }) => [error.path, error.message]),
  );
  expect(messages.electronicAddressScheme).toMatch(/0204, .*EM$/);
  expect(messages.eInvoiceFormat).toContain('PEPPOL_UBL, XRECHNUNG_UBL, XRECHNUNG_CII');
});

test.each([
  ['0204', '04011000-1234512345-06', null],
  ['0204', '04011000-1234512345-07', 'invalid_format'],
  ['0204', '991-33333TEST-33', null],
  ['0088', '4000001123452', null],
  ['0088', '4000001123453', 'invalid_format'],
  ['EM', 'ada@lovelace.example', null],
  ['EM', 'ada', 'invalid_format'],
  ['9930', 'DE123456789', null],
  [null, 'DE123456789', 'required'],
  ['9930', null, 'required'],
])('an address of scheme %s can be %s: %s', async (scheme, address, code) => {
  const fields = { electronicAddress: address, electronicAddressScheme: scheme };
  const { body } = await api.ours.post('clients/create', {
    name: `Address ${scheme} ${address}`,
    ...fields,
  });
  if (code === null) expect(body).toMatchObject(fields);
  else expect(body.errors).toEqual([expect.objectContaining({ code })]);
});

test('a replace without them keeps them', async () => {
  const fields = {
    electronicAddress: '991-33333TEST-33',
    electronicAddressScheme: '0204',
    buyerReference: '991-33333TEST-33',
    eInvoiceFormat: 'XRECHNUNG_UBL',
  };
  const { id, name } = await create(fields);
  const { body } = await api.ours.put('clients/update', { id, name });
  expect(body).toMatchObject(fields);
});

test('a workspace has them, and its issued invoices keep them', async () => {
  const fields = {
    countryCode: 'DE',
    electronicAddress: 'bills@meridian.example',
    electronicAddressScheme: 'EM',
    contactName: 'Accounts',
    contactEmail: 'accounts@meridian.example',
  };
  const input = { ...fields, country: 'Germany', countryCode: null };
  const names = Object.keys(fields).join(' ');
  expect(await mutated(api.ours, 'updateWorkspace', { input }, names)).toEqual(fields);
  const client = await create({ country: 'Austria', buyerReference: 'B-1' });
  const place = { city: 'Wien', postal: '1010', countryCode: 'AT' };
  const invoice = await mutated(
    api.ours,
    'createInvoice',
    {
      input: {
        clientId: client.id,
        deliverTo: place,
        taxCategory: 'INTRA_COMMUNITY',
        taxReasonCode: 'vatex-eu-ic',
        lineItems: [
          { unitPrice: 10 },
          { unitPrice: 5, taxCategory: 'EXEMPT', taxReasonCode: 'VATEX-EU-132-1A' },
        ],
      },
    },
    'id',
  );
  await mutated(api.ours, 'markInvoiceSent', { id: invoice.id });
  await mutated(api.ours, 'updateWorkspace', { input: { contactName: 'Nobody' } });
  await api.ours.patch('clients/update', { id: client.id, buyerReference: 'B-2' });
  const { body } = await api.ours.gql(`{ invoice(id: "${invoice.id}") { taxReasonCode
    deliverTo { city postal countryCode } lineItems { taxReasonCode } taxBreakdown { reasonCode }
    seller { ${names} } clientInfo { countryCode buyerReference } } }`);
  expect(body.data.invoice).toEqual({
    taxReasonCode: 'VATEX-EU-IC',
    deliverTo: place,
    lineItems: [{ taxReasonCode: 'VATEX-EU-IC' }, { taxReasonCode: 'VATEX-EU-132-1A' }],
    taxBreakdown: [{ reasonCode: 'VATEX-EU-IC' }, { reasonCode: 'VATEX-EU-132-1A' }],
    seller: fields,
    clientInfo: { countryCode: 'AT', buyerReference: 'B-1' },
  });
});

test('an invoice rejects an unknown exemption code and place of delivery', async () => {
  const client = await create({});
  const input = {
    clientId: client.id,
    taxReasonCode: 'EU-132',
    deliverTo: { city: 'Wien', countryCode: 'Wien' },
    lineItems: [{ unitPrice: 1, taxCategory: 'EXEMPT', taxReasonCode: 'VATEX-EU-132-1Z' }],
  };
  const { errors } = await mutate(api.ours, 'createInvoice', { input });
  expect(errors.map(({ path }: { path: string }) => path).sort()).toEqual([
    'deliverTo.countryCode',
    'lineItems.0.taxReasonCode',
    'taxReasonCode',
  ]);
});
