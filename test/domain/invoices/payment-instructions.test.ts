import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../../src/database/statements/statement-recorder.ts';
import {
  createInvoiceTemplate,
  updateInvoiceTemplate,
} from '../../../src/domain/invoices/invoice-templates.ts';
import { useTestApi } from '../../support/api.ts';
import { addContact, created } from '../../support/invoices.ts';
import { mutate, mutated } from '../../support/mutations.ts';
import { inputFor } from '../../support/parity.ts';

const api = useTestApi();
const clientName = 'Ada {{ invoice.number }} & Co';
const items = [{ rate: 1000 }];
const fields = 'id invoiceNumberFormatted paymentInstructions history { kind }';
const printed =
  'Pay {{ invoice.total }} ({{ invoice.currency }}) by {{ invoice.dueDate }},\nquoting {{ invoice.number }}. {{ client.name }} owes {{ workspace.name }}.';

const template = (name: string, more: object) =>
  createInvoiceTemplate(api.ours.context, { name, ...more });
const make = (more: object = {}) =>
  mutated(
    api.ours,
    'createInvoice',
    {
      input: inputFor('CreateInvoiceInput', {
        clientName,
        items,
        templateName: 'Filled',
        dateCreated: '2026-04-01',
        dueDate: '2026-04-30',
        ...more,
      }),
    },
    fields,
  );
const update = (input: object, verb = 'updateInvoice') =>
  mutated(
    api.ours,
    verb,
    {
      input: inputFor(
        verb
          .replace('updateInvoice', 'UpdateInvoiceInput')
          .replace('replaceInvoice', 'ReplaceInvoiceInput'),
        input,
      ),
    },
    fields,
  );
const filled = (number: string, due: string) =>
  `Pay ${due} (USD) by 30 April 2026,\nquoting ${number}. ${clientName} owes Ours.`;

beforeAll(async () => {
  const { id } = await created(api.ours, 'clients/create', { name: clientName });
  await addContact(api, api.ours, id, { email: 'a@a.example', defaultContact: true });
  await template('Filled', { paymentInstructions: printed });
});

describe('payment instructions of a template', () => {
  test('contain the values of the invoice, as text', async () => {
    const { invoiceNumberFormatted: number, paymentInstructions } = await make({ taxRate: 19 });
    expect(paymentInstructions).toBe(filled(number, '$1,190.00'));
  });

  test('are the same in all documents for the customer', async () => {
    const { id, paymentInstructions } = await make({ sendTo: { send: true } });
    const where = { accountId_id: { accountId: api.ours.accountId, id } };
    const stored = await api.database.prisma.invoice.findUniqueOrThrow({ where });
    expect(stored).toMatchObject({ paymentInstructions, instructionsTemplate: printed });
    const token = `${api.ours.accountId}-${stored.viewToken}`;
    const { body } = await api.request(`/invoices/view/${token}`);
    expect(body).toContain(`quoting ${stored.invoiceNumberFormatted}.`);
    expect(body).toContain('Ada {{ invoice.number }} &amp; Co owes Ours.');
  });

  test('that render to nothing are null', async () => {
    await template('Silent', { paymentInstructions: ' {% if false %}Pay{% endif %}' });
    const { paymentInstructions } = await make({ templateName: 'Silent' });
    expect(paymentInstructions).toBeNull();
  });

  test('are rejected when they are saved, with line and reason, together with all other errors', async () => {
    const { context } = api.ours;
    const error = (path: string, reported: string) =>
      expect.objectContaining({ path, message: expect.stringContaining(reported) });
    const problems = [
      error('paymentInstructions', 'line 2: there is no placeholder invoice.viewOnlineUrl'),
      error('paymentInstructions', 'line 3: there is no placeholder invoice.paymentInstructions'),
      error('paymentInstructions', 'line 4: there is no placeholder invoice.amountDue'),
      error('footer', 'line 1: there is no placeholder typo'),
    ];
    const texts = {
      paymentInstructions:
        '\n{{ invoice.viewOnlineUrl }}\n{{ invoice.paymentInstructions }}{{ invoice.currency }}\n{{ invoice.amountDue }}',
      footer: '{{ typo }}',
    };
    await expect(createInvoiceTemplate(context, texts)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [error('name', 'required'), ...problems] },
    });
    const { id } = await template('Changed', {});
    await expect(
      updateInvoiceTemplate(context, { id, name: '', ...texts }, 'patch'),
    ).rejects.toMatchObject({ details: { errors: [error('name', 'required'), ...problems] } });
    const long = '{% for i in (1..2001) %}0123456789{% endfor %}';
    await expect(
      updateInvoiceTemplate(context, { id, paymentInstructions: long }, 'patch'),
    ).rejects.toMatchObject({ details: { errors: [error('paymentInstructions', '20010')] } });
  });

  test('that cannot be rendered all the same leave no invoice behind, and no number used', async () => {
    const { id } = await template('Broken', { paymentInstructions: 'fine' });
    await api.database.prisma.invoiceTemplate.updateMany({
      where: { id },
      data: { paymentInstructions: 'a\n{{ invoice.total | plus: 1 }}' },
    });
    const { invoiceNumberFormatted: before } = await make();
    const input = inputFor('CreateInvoiceInput', { clientName, items, templateName: 'Broken' });
    expect(await mutate(api.ours, 'createInvoice', { input })).toMatchObject({
      code: 'conflicting_state',
      message: expect.stringContaining('payment instructions cannot be rendered, line 2: plus'),
    });
    const { invoiceNumberFormatted: after } = await make();
    expect(Number(after.slice(4))).toBe(Number(before.slice(4)) + 1);
  });

  test('cost no statement', async () => {
    const create = (more: object) =>
      recordStatements(() => created(api.ours, 'invoices/create', { clientName, items, ...more }));
    const plain = await create({ templateName: 'Standard invoice' });
    const written = await create({ templateName: 'Filled' });
    expect(written.statements.length).toBe(plain.statements.length);
  });
});

describe('payment instructions that are no template’s', () => {
  test.each(['{{ invoice.number }} {% if %}', '{{ 1 | plus: 1 }}'])(
    'are stored as given by the caller, the client or the workspace: %s',
    async (payInstructions) => {
      const own = await make({ paymentInstructions: payInstructions });
      expect(own.paymentInstructions).toBe(payInstructions);
      const input = { id: own.id, items: [{ rate: 2 }] };
      expect((await update(input)).paymentInstructions).toBe(payInstructions);

      const { accountId } = api.ours;
      await created(api.ours, 'clients/create', { name: payInstructions, payInstructions });
      const ofClient = { clientName: payInstructions, templateName: 'Standard invoice' };
      expect((await make(ofClient)).paymentInstructions).toBe(payInstructions);
      const data = { payInstructions };
      await api.database.prisma.workspace.update({ where: { accountId }, data });
      const ofWorkspace = await make({ templateName: 'Standard invoice' });
      expect(ofWorkspace.paymentInstructions).toBe(payInstructions);
    },
  );
});

describe('the payment instructions of a draft that is changed', () => {
  test('are rendered again, from the template’s text at its creation', async () => {
    const { id: templateId } = await template('Moving', { paymentInstructions: printed });
    const { id, invoiceNumberFormatted: number } = await make({
      templateName: 'Moving',
      dateCreated: '2026-04-01',
    });
    const movement = { id: templateId, paymentInstructions: 'New' };
    await updateInvoiceTemplate(api.ours.context, movement, 'patch');
    const edited = await update({ id, items: [{ rate: 5 }] });
    expect(edited.paymentInstructions).toBe(filled(number, '$5.00'));
    const days = { dateCreated: '2026-05-01', dueDate: '2026-05-31' };
    const postponed = await update({ id, ...days });
    expect(postponed.paymentInstructions).toContain('by 31 May 2026');
  });

  test('are kept after others were given, or none', async () => {
    for (const value of ['{{ invoice.number }} by hand', null]) {
      const { id } = await make();
      const changed = await update({ id, paymentInstructions: value, items: [{ rate: 5 }] });
      expect(changed.paymentInstructions).toBe(value);
      const again = await update({ id, items: [{ rate: 6 }] });
      expect(again.paymentInstructions).toBe(value);
    }
  });

  test('are rendered again if they are sent back unchanged', async () => {
    const { id, invoiceNumberFormatted: number, paymentInstructions } = await make();
    const edited = await update({ id, paymentInstructions, items: [{ rate: 7 }] });
    expect(edited.paymentInstructions).toBe(filled(number, '$7.00'));
  });

  test('are those of a new template, unless they were given', async () => {
    await template('Short', { paymentInstructions: '{{ invoice.total }}!' });
    const { id } = await make();
    const renamed = await update({ id, templateName: 'Short', items: [{ rate: 8 }] });
    expect(renamed.paymentInstructions).toBe('$8.00!');
    await update({ id, paymentInstructions: 'By hand' });
    const back = await update({ id, templateName: 'Filled' });
    expect(back.paymentInstructions).toBe('By hand');
  });
});

test('a duplicate’s payment instructions are written for the duplicate', async () => {
  const { id } = await make();
  const copy = await mutated(api.ours, 'duplicateInvoice', { id }, `${fields} dueDate`);
  expect(copy.paymentInstructions).toContain(`quoting ${copy.invoiceNumberFormatted}.`);
  const { id: own } = await make({ paymentInstructions: '{{ own }}' });
  const ownCopy = await mutated(api.ours, 'duplicateInvoice', { id: own }, fields);
  expect(ownCopy.paymentInstructions).toBe('{{ own }}');
});
