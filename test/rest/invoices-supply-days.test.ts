import { beforeAll, describe, expect, test } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { renderInvoicePdf } from '../../src/documents/request-pdf.ts';
import { useTestApi } from '../support/api.ts';
import { textOfPdf, viewInvoice } from '../support/documents.ts';
import { created, errorsOf, invoiceOf } from '../support/invoices.ts';
import { mutate } from '../support/mutations.ts';

const api = useTestApi();

const period = { servicePeriodStart: '2026-09-01', servicePeriodEnd: '2026-09-30' };
const supply = { supplyDate: '2026-09-17', ...period };

beforeAll(() => created(api.ours, 'clients/create', { name: 'Acme', currency: 'EUR' }));

const draft = (more: object) => invoiceOf(api.ours, 'Acme', 10, more);

const printed = async (id: string) =>
  (await textOfPdf(await renderInvoicePdf(buildInvoiceDocument(await viewInvoice(api.ours, id)))))
    .join(' ')
    .replaceAll(/\s+/g, ' ');

describe('when it was supplied', () => {
  test('is returned in both APIs, printed, copied and immutable after issue', async () => {
    const made = await draft(supply);
    expect(made).toMatchObject(supply);
    const input = { clientName: 'Acme', lineItems: [{ unitPrice: '1' }], ...supply };
    const { body } = await api.ours.gql(
      `mutation ($input: CreateInvoiceInput!) { createInvoice(input: $input) { ... on CreateInvoiceSuccess {
        invoice { supplyDate servicePeriodStart servicePeriodEnd } } } }`,
      { input },
    );
    expect(body.data.createInvoice.invoice).toEqual(supply);
    const text = await printed(made.id);
    expect(text).toMatch(/DATE OF SUPPLY.*17 September 2026/);
    expect(text).toMatch(/PERIOD OF SUPPLY.*1 – 30 September 2026/);
    const copy = await mutate(api.ours, 'duplicateInvoice', { id: made.id });
    expect(await viewInvoice(api.ours, copy.id)).toMatchObject({
      invoice: {
        supplyDate: new Date('2026-09-17'),
        servicePeriodStart: new Date('2026-09-01'),
        servicePeriodEnd: new Date('2026-09-30'),
      },
    });
    await mutate(api.ours, 'markInvoiceSent', { id: made.id });
    const late = await mutate(api.ours, 'updateInvoice', { id: made.id, supplyDate: '2026-09-18' });
    expect(late.__typename).toBe('ConflictError');
  });

  test('of a draft is changed, and taken away', async () => {
    const { id } = await draft(period);
    const change = (fields: object) => mutate(api.ours, 'updateInvoice', { id, ...fields });
    await change({ servicePeriodEnd: '2026-10-31' });
    expect(await printed(id)).toContain('1 September – 31 October 2026');
    const rejection = await change({ servicePeriodEnd: '2026-08-31' });
    expect(rejection.errors).toEqual([
      expect.objectContaining({ path: 'servicePeriodEnd', code: 'out_of_range' }),
    ]);
    const begun = await change({ servicePeriodStart: '2026-11-01' });
    expect(begun.errors).toEqual([
      expect.objectContaining({ path: 'servicePeriodStart', code: 'out_of_range' }),
    ]);
    await change({ servicePeriodStart: null });
    expect(await printed(id)).toContain('– 31 October 2026');
    await change({ servicePeriodEnd: null });
    expect(await printed(id)).not.toMatch(/supply/i);
  });

  test.each([
    [{ ...period, servicePeriodEnd: '2026-08-31' }, ['servicePeriodEnd: out_of_range']],
    [{ supplyDate: '1999-01-01' }, ['supplyDate: out_of_range']],
    [{ servicePeriodStart: '2199-01-01' }, ['servicePeriodStart: out_of_range']],
    [{ supplyDate: '2026-02-30' }, ['supplyDate: invalid_date']],
  ])('is rejected out of all reason: %j', async (days, errors) => {
    const body = { clientName: 'Acme', items: [{ rate: 1 }], ...days };
    const answer = await api.ours.post('invoices/create', body);
    expect([answer.status, errorsOf(answer)]).toEqual([400, errors]);
  });
});

describe('the day of a new invoice', () => {
  test('can be given, and determines the due date', async () => {
    const made = await draft({ dateCreated: '2026-03-02' });
    expect(made).toMatchObject({ dateCreated: '2026-03-02', dateDue: '2026-04-01' });
  });

  test.each([
    [{ items: [{ rate: 1 }], dateCreated: '2026-03-02', dueDate: '2026-03-01' }, 'dueDate'],
    [{ amount: 1, dateCreated: '2026-03-02', dateDue: '2026-03-01' }, 'dateDue'],
    [{ items: [{ rate: 1 }], dateCreated: '1999-01-01' }, 'dateCreated'],
  ])('is not after the day by which it is to be paid: %j', async (body, path) => {
    const answer = await api.ours.post('invoices/create', { clientName: 'Acme', ...body });
    expect([answer.status, errorsOf(answer)]).toEqual([400, [`${path}: out_of_range`]]);
  });
});
