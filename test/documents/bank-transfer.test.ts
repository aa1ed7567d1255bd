import jsQR from 'jsqr';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeTransferQrCode } from '../../src/documents/bank-transfer.ts';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { renderInvoicePdf } from '../../src/documents/request-pdf.ts';
import { Decimal } from '../../src/platform/money/money.ts';
import { useTestApi } from '../support/api.ts';
import { textOfPdf, viewInvoice } from '../support/documents.ts';
import { created } from '../support/invoices.ts';

const api = useTestApi();

const iban = 'DE02120300000000202051';

const change = (input: object) =>
  api.ours.gql(
    'mutation ($input: UpdateWorkspaceInput!) { updateWorkspace(input: $input) { __typename ... on InvalidInputError { errors { path code } } ... on UpdateWorkspaceSuccess { workspace { iban bic } } } }',
    { input },
  );

beforeAll(async () => {
  await created(api.ours, 'clients/create', { name: 'Lovelace', currency: 'EUR' });
  await created(api.ours, 'clients/create', { name: 'Dollar', currency: 'USD' });
});

/** What a banking app reads. */
function readCode(code: boolean[][]): string | undefined {
  const scale = 4;
  const size = code.length * scale;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const isDark = code[Math.floor(y / scale)]?.[Math.floor(x / scale)];
      if (isDark) pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
  }
  return jsQR.default(pixels, size, size)?.data;
}

async function documentOf(clientName: string, status: 'DRAFT' | 'SENT' | 'VOIDED' | 'PARTIAL') {
  const { id } = await created(api.ours, 'invoices/create', {
    clientName,
    items: [{ description: 'Design', rate: 1190 }],
  });
  const displayed = await viewInvoice(api.ours, id);
  const invoice = { ...displayed.invoice, status };
  if (status === 'PARTIAL') invoice.amountDue = new Decimal('90.5');
  return buildInvoiceDocument({ ...displayed, invoice });
}

describe('the account that customers pay to', () => {
  test.each([
    [{ iban: 'DE03 1203 0000 0000 2020 51' }, 'iban'],
    [{ iban: 'DE02' }, 'iban'],
    [{ bic: 'NOTABIC' }, 'bic'],
  ])('is rejected if it is %o', async (input, path) => {
    const { body } = await change(input);
    expect(body.data.updateWorkspace).toEqual({
      __typename: 'InvalidInputError',
      errors: [{ path, code: 'invalid_format' }],
    });
  });

  test('is on the invoice with a code for banking apps', async () => {
    const { body } = await change({
      iban: 'de02 1203 0000 0000 2020 51',
      bic: 'byladem1001',
      accountHolder: 'Studio Müller & Söhne',
    });
    expect(body.data.updateWorkspace.workspace).toEqual({ iban, bic: 'BYLADEM1001' });
    const document = await documentOf('Lovelace', 'PARTIAL');
    expect(readCode(document.transfer?.code ?? [])?.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'BYLADEM1001',
      'Studio Müller & Söhne',
      iban,
      'EUR90.50',
      '',
      '',
      document.number,
    ]);
    const text = (await textOfPdf(await renderInvoicePdf(document))).join(' ');
    expect(text.replaceAll(/\s/g, ' ')).toContain('IBAN: DE02 1203 0000 0000 2020 51');
  });

  test('has no code on drafts and in other currencies, and is left out if nothing is due', async () => {
    expect((await documentOf('Lovelace', 'SENT')).transfer?.code).not.toBeNull();
    expect((await documentOf('Lovelace', 'DRAFT')).transfer).toMatchObject({ code: null });
    expect((await documentOf('Dollar', 'SENT')).transfer).toMatchObject({ code: null });
    expect((await documentOf('Lovelace', 'VOIDED')).transfer).toBeNull();
  });

  test('fits the largest transfer into a code', () => {
    const code = encodeTransferQrCode({
      holder: '漢'.repeat(100),
      iban: `MT84MALT011000012345MTLCAST001S`,
      bic: 'MALTMTMTXXX',
      amount: new Decimal('999999999.99'),
      reference: 'Ü'.repeat(200),
    });
    expect(readCode(code)).toContain('EUR999999999.99');
  });
});
