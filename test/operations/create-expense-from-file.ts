import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { TestApi, TestWorkspace } from '../support/api.ts';
import type { OperationCase } from '../support/operation-cases.ts';
import { ciiFile, pdfFile, smallUblFile, ublFile } from '../support/received-files.ts';

const base64 = (file: string | Buffer) => Buffer.from(file).toString('base64');

const path = '/public/action/expenses/createFromFile';

/** Sends a file as the body. */
const upload = (
  api: TestApi,
  { key }: Pick<TestWorkspace, 'key'>,
  file: string | Buffer,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
) =>
  api.request(`${path}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/xml', ...headers },
    body: new Uint8Array(Buffer.from(file)),
  });

async function counts(api: TestApi, { accountId }: TestWorkspace) {
  const { attachment, expense, expenseLine, vendor } = api.database.prisma;
  const where = { accountId };
  return {
    expenses: await expense.count({ where }),
    lines: await expenseLine.count({ where }),
    vendors: await vendor.count({ where }),
    attachments: await attachment.count({ where }),
  };
}

const none = { expenses: 0, lines: 0, vendors: 0, attachments: 0 };
const one = { expenses: 1, lines: 3, vendors: 1, attachments: 1 };

const creation = `mutation ($input: CreateExpenseFromFileInput!) {
  createExpenseFromFile(input: $input) {
    __typename
    ... on ExpectedError { message errors { path code message } }
    ... on CreateExpenseFromFileSuccess {
      warnings { path code message }
      expense { kind amount billNo vendor { name } lines { description net taxRate tax } }
    }
  }
}`;

export const operationCase: OperationCase = {
  inputs: async () =>
    Array.from({ length: 100 }, (_, index) => ({
      file: base64(ublFile({ number: `RE ${index}` })),
    })),
  tests: (api) => {
    let workspace: TestWorkspace;
    let stored: () => ReturnType<typeof counts>;
    const send = (file: string | Buffer, query?: Record<string, string>, headers = {}) =>
      upload(api, workspace, file, query, headers);
    const addVendor = (input: object) =>
      api.database.prisma.vendor.create({
        data: {
          accountId: workspace.accountId,
          id: `ven_${createHash('md5').update(JSON.stringify(input)).digest('hex')}`,
          name: 'Other',
          ...input,
        },
      });

    beforeAll(async () => {
      workspace = await api.addWorkspace();
    });

    async function empty() {
      workspace = await api.addWorkspace();
      stored = () => counts(api, workspace);
    }

    test('a file becomes an expense with its lines and its vendor', async () => {
      await empty();
      const { body, status } = await send(ublFile());
      expect({ status, body }).toMatchObject({
        status: 200,
        body: {
          ...{ kind: 'EXPENSE', amount: 101.74, currency: 'EUR', billNo: 'RE 2026-17' },
          ...{ documentDate: '2026-11-02', dueDate: '2026-12-02', paid: false },
          description: 'Hosting & backups (2 lines)',
          vendor: { name: 'Hosting GmbH' },
          lines: [
            { description: 'Hosting & backups', net: 90, taxRate: 19, tax: 17.1 },
            { description: 'Loyalty', net: -9, taxRate: 19, tax: -1.71 },
            { description: 'Handbook', net: 5, taxRate: 7, tax: 0.35 },
          ],
          warnings: [],
        },
      });
      expect(await stored()).toEqual(one);
      const where = { accountId: workspace.accountId };
      expect(await api.database.prisma.vendor.findFirst({ where })).toMatchObject({
        ...{ taxId: 'DE123456789', legalId: 'HRB4711', countryCode: 'DE' },
        ...{ iban: 'DE02120300000000202051', email: 'billing@hosting.example' },
      });
    });

    test('the attachment is the file, byte for byte, and browsers do not render it', async () => {
      await empty();
      const file = pdfFile({ 'factur-x.xml': Buffer.from(ciiFile()) });
      const { body } = await send(file, { fileName: 'Bill.pdf' });
      const query = { id: body.id, type: 'EXPENSE' };
      const [attachment] = (await workspace.get('attachments/list', query)).body;
      expect(attachment).toMatchObject({ fileName: 'Bill.pdf', contentType: 'application/pdf' });
      const response = await api.app.request(new URL(attachment.url).pathname);
      expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
      expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
    });

    test('the second upload is rejected, also with other blanks and letters in the number', async () => {
      await empty();
      const { body } = await send(ublFile());
      const again = await send(ciiFile({ number: 're2026-17' }));
      expect([again.status, again.body]).toMatchObject([
        409,
        {
          code: 'duplicate_bill',
          errors: [{ path: 'file', code: 'duplicate_bill', message: `is the expense ${body.id}` }],
        },
      ]);
      expect(await stored()).toEqual(one);
      expect((await send(ublFile({ typeCode: '381' }))).status).toBe(200);
      expect((await send(ublFile(), { allowDuplicate: 'true' })).status).toBe(200);
      expect(await stored()).toEqual({ expenses: 3, lines: 9, vendors: 1, attachments: 3 });
    });

    test('one of several concurrent uploads is accepted', async () => {
      await empty();
      const responses = await Promise.all(Array.from({ length: 6 }, () => send(ublFile())));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
      expect(await stored()).toEqual(one);
    });

    test('another workspace may have the same bill, and its vendors do not match', async () => {
      await empty();
      await send(ublFile());
      const first = workspace;
      await empty();
      expect((await send(ublFile())).status).toBe(200);
      expect([await counts(api, first), await stored()]).toEqual([one, one]);
    });

    const unlike = { name: 'Other', vatId: null, iban: null, legalId: null };

    test.each([
      ['VAT id', { taxId: 'DE 123.456.789' }, { ...unlike, vatId: 'DE123456789' }],
      [
        'IBAN',
        { iban: 'DE02120300000000202051' },
        { ...unlike, iban: 'DE02 1203 0000 0000 2020 51' },
      ],
      ['legal id', { legalId: 'hrb-4711' }, { ...unlike, legalId: 'HRB 4711' }],
      ['name', { name: 'Exactly' }, { ...unlike, name: 'Exactly' }],
    ])('the vendor is found by its %s', async (_criterion, vendor, document) => {
      await empty();
      const { id } = await addVendor({ name: 'Known', ...vendor });
      expect((await send(ublFile(document))).body).toMatchObject({ vendorId: id });
      expect(await stored()).toMatchObject({ vendors: 1 });
    });

    test('a vendor with another VAT id is not found by its IBAN', async () => {
      await empty();
      await addVendor({ taxId: 'DE999999999', iban: 'DE02120300000000202051' });
      expect((await send(ublFile())).status).toBe(200);
      expect(await stored()).toMatchObject({ vendors: 2 });
    });

    test('two vendors that match are a conflict that names both, until one is chosen', async () => {
      await empty();
      const both = await Promise.all(
        ['A', 'B'].map((name) => addVendor({ name, taxId: 'DE123456789' })),
      );
      const { body, status } = await send(ublFile());
      expect(status).toBe(409);
      expect(body.errors.map(({ message }: { message: string }) => message).sort()).toEqual(
        both.map(({ id, name }) => `can be ${id}, ${name}`).sort(),
      );
      expect(await stored()).toEqual({ ...none, vendors: 2 });
      const chosen = await send(ublFile(), { vendorId: both[1]?.id ?? '' });
      expect(chosen.body).toMatchObject({ vendorId: both[1]?.id });
    });

    test('a namesake with another VAT id is a conflict', async () => {
      await empty();
      const { id } = await addVendor({ name: 'Hosting GmbH', taxId: 'DE999999999' });
      const { body, status } = await send(ublFile());
      expect([status, body.errors]).toEqual([
        409,
        [{ path: 'vendorId', code: 'disagrees', message: `is not ${id}: its tax id differs` }],
      ]);
    });

    test('a file never changes the account of a vendor: another one is a warning', async () => {
      await empty();
      await send(ublFile());
      const iban = 'DE75512108001245126199';
      const { body } = await send(ublFile({ number: '2', iban }));
      expect(body.warnings).toEqual([
        expect.objectContaining({ path: 'payment.iban', code: 'iban_differs' }),
      ]);
      const where = { accountId: workspace.accountId };
      expect(await api.database.prisma.vendor.findFirst({ where })).toMatchObject({
        iban: 'DE02120300000000202051',
      });
    });

    test.each([
      ['its name only', {}, ', found by its name only,'],
      ['its VAT id', { taxId: 'DE123456789' }, ''],
    ])(
      'the account of a vendor without IBAN is new, for a vendor found by %s',
      async (_criterion, vendor, match) => {
        await empty();
        const { id } = await addVendor({ name: 'Hosting GmbH', ...vendor });
        const { body } = await send(ublFile());
        expect(body).toMatchObject({ vendorId: id });
        expect(body.warnings).toEqual([
          {
            ...{ path: 'payment.iban', code: 'iban_unknown' },
            message: `is DE02120300000000202051, but the vendor Hosting GmbH${match} has no IBAN to compare with: ask the vendor before you pay`,
          },
        ]);
        expect((await send(ublFile({ number: '2', iban: null }))).body.warnings).toEqual([]);
      },
    );

    test('an account without IBAN is in the notes, and is another one than the IBAN of the vendor', async () => {
      await empty();
      const { body } = await send(ublFile({ iban: '12-3456 789' }));
      expect(body).toMatchObject({
        notes: 'Account: 12-3456 789\nPayment reference: RE 2026-17',
        warnings: [],
      });
      await api.database.prisma.vendor.updateMany({
        where: { accountId: workspace.accountId },
        data: { iban: 'DE02120300000000202051' },
      });
      const next = await send(ublFile({ number: '2', iban: '12-3456 789' }));
      expect(next.body.warnings).toMatchObject([
        { code: 'iban_differs', message: expect.stringMatching(/^is 12-3456 789, but/) },
      ]);
    });

    test('a tax that contradicts its rate is no input tax', async () => {
      await empty();
      const { body } = await send(smallUblFile({ tax: '50', total: '150', due: '150' }));
      expect(body).toMatchObject({
        ...{ amount: 150, lines: [{ net: 100, tax: 50, deductiblePercent: 0 }] },
        warnings: [{ path: 'taxes.0.tax', code: 'tax_differs' }],
      });
      const period = 'from: "2026-11-01", to: "2026-11-30", directions: [INPUT]';
      const query = `{ figures { taxByPeriod(${period}) { tax deductibleTax } } }`;
      const { body: report } = await workspace.gql(query);
      expect(report.data.figures.taxByPeriod).toEqual([{ tax: '50', deductibleTax: '0' }]);
    });

    test.each([
      ['JPY', { net: '1005', tax: '101', total: '1106' }],
      ['KWD', { net: '12.345', tax: '2.346', total: '14.691' }],
    ])('amounts in %s are stored with their decimals', async (currency, { net, tax, total }) => {
      await empty();
      const rates = currency === 'JPY' ? { rate: '10', lineRate: '10' } : {};
      const amounts = { net, price: net, taxable: net, tax, total, due: total };
      const { body } = await send(smallUblFile({ currency, ...rates, ...amounts }));
      expect(body).toMatchObject({
        ...{ amount: Number(total), currency, warnings: [] },
        lines: [{ net: Number(net), tax: Number(tax), deductiblePercent: 100 }],
      });
      const { body: next } = await send(smallUblFile({ currency, ...rates, ...amounts }));
      expect(next.code).toBe('duplicate_bill');
    });

    test('an invoice without an amount due is paid on its day', async () => {
      await empty();
      const { body } = await send(ublFile({ due: '0' }));
      expect(body).toMatchObject({ paid: true, paidDate: '2026-11-02' });
    });

    test('a preview stores nothing and shows the expense with its warnings', async () => {
      await empty();
      const file = ublFile({ total: '101.75' });
      const { body, headers } = await send(file, { preview: 'true' });
      expect(headers.get('dry-run')).toBe('true');
      expect(body).toMatchObject({ amount: 101.75, lines: expect.any(Array) });
      expect(body.warnings).toHaveLength(2);
      const input = { file: base64(file), preview: true };
      const { data } = (await workspace.gql(creation, { input })).body;
      expect(data.createExpenseFromFile).toMatchObject({
        expense: { vendor: { name: 'Hosting GmbH' }, lines: { length: 4 } },
        warnings: body.warnings,
      });
      expect(await stored()).toEqual(none);
    });

    test('a preview is no part of a transaction with other changes', async () => {
      await empty();
      const input = { file: base64(ublFile()), preview: true };
      const { data } = (await workspace.gql(creation.replace('{\n', '@atomic {\n'), { input }))
        .body;
      expect(data.createExpenseFromFile.errors).toEqual([
        expect.objectContaining({ path: 'preview', code: 'not_supported' }),
      ]);
    });

    test('an idempotency key returns the first response with its warnings, and creates one expense', async () => {
      await empty();
      const headers = { 'idempotency-key': 'bill-17' };
      const file = ublFile({ total: '101.75' });
      const [first, second] = [await send(file, {}, headers), await send(file, {}, headers)];
      expect(second.body).toEqual(first.body);
      expect(second.body.warnings).toHaveLength(2);
      expect(await stored()).toMatchObject({ expenses: 1, attachments: 1 });
      expect((await send(ublFile(), {}, headers)).status).toBe(422);
    });

    test.each([
      ['application/xml', '<a/>', 400, 'unsupported_format'],
      ['application/xml', '<!DOCTYPE a><a/>', 400, 'invalid_xml'],
      ['application/pdf', pdfFile({}), 400, 'no_e_invoice'],
      ['application/pdf', Buffer.alloc(10_485_761), 413, 'too_large'],
      ['image/png', '\x89PNG', 400, 'unsupported_file'],
    ])(
      'a file that is no e-invoice is rejected and not stored: %s %#',
      async (type, file, status, code) => {
        await empty();
        const response = await send(file, {}, { 'content-type': type });
        expect(response.status).toBe(status);
        expect(response.body.errors).toEqual([expect.objectContaining({ path: 'file', code })]);
        expect(await stored()).toEqual(none);
      },
    );

    test('long texts of the vendor are shortened', async () => {
      await empty();
      const file = ublFile({ legalId: `x${'💥'.repeat(80)}` });
      const long = file.replace('Berlin', 'B'.repeat(10_000));
      expect((await send(long)).status).toBe(200);
      const where = { accountId: workspace.accountId };
      const vendor = await api.database.prisma.vendor.findFirstOrThrow({ where });
      expect([vendor.legalId?.at(-1), vendor.notes?.length]).toEqual(['…', 2_000]);
    });

    test('all errors of an invoice are in one response', async () => {
      const { body } = await send(ublFile({ number: '', name: '' }));
      expect(body.errors).toHaveLength(2);
    });
  },
};
