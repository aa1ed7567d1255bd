import { describe, expect, test } from 'vitest';
import { releaseHeldMailsAsAdministrator } from '../../src/domain/outbox-mails/held-mails.ts';
import { resendMail } from '../../src/domain/outbox-mails/resend-mail.ts';
import { MailKind } from '../../src/generated/prisma/enums.ts';
import { pickDocumentLocale } from '../../src/locales/document-locale.ts';
import { defaultMailText } from '../../src/locales/mail-texts.ts';
import { renderInvoiceMail } from '../../src/mail/invoice-mail.ts';
import { validateTemplate } from '../../src/templates/template-check.ts';
import { templateUseByMailKind } from '../../src/templates/template-values.ts';
import { useTestApi } from '../support/api.ts';
import { viewInvoice } from '../support/documents.ts';
import { addContact, created } from '../support/invoices.ts';
import { mutate, mutated } from '../support/mutations.ts';

const api = useTestApi();
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
const kinds = Object.values(MailKind);

async function clientIn(language: string | null) {
  const name = `Client ${Math.random()}`;
  const { id } = await created(api.ours, 'clients/create', { name, currency: 'EUR', language });
  const email = `ada-${Math.random()}@a.example`;
  await addContact(api, api.ours, id, { firstName: 'Ada', email, defaultContact: true });
  return { clientName: name, email };
}

const invoiceFor = (clientName: string, more: object = {}) =>
  created(api.ours, 'invoices/create', {
    clientName,
    taxRate: 20,
    items: [{ description: 'Design', quantity: 2, rate: 50 }],
    ...more,
  });

const mailsOf = (invoiceId: string) =>
  api.database.prisma.outboxMail.findMany({
    where: { accountId: api.ours.accountId, invoiceId },
    orderBy: { id: 'asc' },
  });

async function paid(clientName: string, amount: number) {
  const { id, invoiceNumberFormatted: invoiceNumber } = await invoiceFor(clientName);
  const { payments } = await created(api.ours, 'payment/create', { invoiceNumber, amount });
  return { id, invoiceNumber, paymentId: payments[0].id };
}

describe('the default texts', () => {
  test.each(kinds)('of a mail of kind %s can be rendered in every language', (kind) => {
    const texts = languages.map((language) => defaultMailText(kind, language));
    expect(new Set(texts.map(({ body }) => body)).size).toBe(languages.length);
    for (const { body, subject } of texts) {
      expect(validateTemplate(subject, templateUseByMailKind[kind], 'subject')).toEqual([]);
      expect(validateTemplate(body, templateUseByMailKind[kind], 'body')).toEqual([]);
    }
  });

  test.each([
    ['de-AT', 'Guten Tag Ada,'],
    ['nl', 'Beste Ada,'],
    ['fi', 'Hello Ada,'],
  ])('are in the language of a client in %s', async (language, greeting) => {
    const { clientName, email } = await clientIn(language);
    const { id } = await invoiceFor(clientName, { sendTo: { send: true } });
    const [mail] = await mailsOf(id);
    expect(mail).toMatchObject({ kind: 'INVOICE', recipients: [email] });
    expect(mail?.body).toContain(greeting);
  });

  test('give way to those of a template that was changed', async () => {
    const { clientName } = await clientIn('de');
    const displayed = await viewInvoice(api.ours, (await invoiceFor(clientName)).id);
    const emailTemplate = { accountId: 1, name: 'Own', subject: 'Own', body: 'Own words' };
    const { body } = await renderInvoiceMail(displayed.workspace, {
      invoice: displayed.invoice,
      recipients: [],
      emailTemplate,
    });
    expect(body).toBe('Own words');
  });
});

describe('a receipt of a payment of several invoices', () => {
  async function sharedBy(clientName: string) {
    const invoices = [await invoiceFor(clientName), await invoiceFor(clientName)];
    const allocations = invoices.map(({ invoiceNumberFormatted: invoiceNumber }, index) => {
      return { invoiceNumber, amount: index === 0 ? 120 : 30.5 };
    });
    await created(api.ours, 'payment/create', { amount: 150.5, allocations });
    const { invoice } = await viewInvoice(api.ours, invoices[1].id);
    return { invoice, paymentId: invoice.payments[0]?.id as string };
  }

  const receiptOf = async (clientName: string) => {
    const { invoice, paymentId } = await sharedBy(clientName);
    await mutated(api.ours, 'sendPaymentReceipt', { id: paymentId });
    const [mail] = await mailsOf(invoice.id);
    return { ...mail, number: invoice.invoiceNumberFormatted, paymentId };
  };

  test('contains the whole amount and the part for the invoice, in the long and the short text', async () => {
    const { clientName } = await clientIn(null);
    const { body, html, number } = await receiptOf(clientName);
    expect(body).toMatch(
      /your payment of €150\.50, which we received on [^.]*\. Of it, €30\.50 is for/,
    );
    expect(body).toContain(`invoice ${number}. €89.50 is still due`);
    expect(html).toMatch(/Payment received<[\s\S]*€150\.50[\s\S]*For this invoice<[\s\S]*€30\.50/);
    const german = await receiptOf((await clientIn('de')).clientName);
    expect(german.body?.replaceAll(/\s/g, ' ')).toContain(
      `Davon entfallen 30,50 € auf die Rechnung`,
    );
    expect(german.html).toContain('Davon für diese Rechnung');
  });

  test('does not contain the whole amount if its other parts were reversed', async () => {
    const { clientName } = await clientIn(null);
    const { invoice, paymentId } = await sharedBy(clientName);
    const [other] = await api.database.prisma.payment.findMany({
      where: { accountId: api.ours.accountId, groupId: { not: null }, id: { not: paymentId } },
      orderBy: { id: 'desc' },
      take: 1,
    });
    const reversal = { id: other?.id, reason: 'WRONG_AMOUNT', onlyThisPart: true };
    await created(api.ours, 'payment/reverse', reversal);
    await mutated(api.ours, 'sendPaymentReceipt', { id: paymentId });
    const [mail] = await mailsOf(invoice.id);
    expect(mail?.body).toContain('your payment of €30.50, which');
    expect(mail?.html).not.toContain('For this invoice');
  });
});

describe('a receipt', () => {
  test('contains the paid amount and the amount due, once a minute, and has no attachment', async () => {
    const { clientName, email } = await clientIn(null);
    const { id, invoiceNumber, paymentId } = await paid(clientName, 70);
    await mutated(api.ours, 'sendPaymentReceipt', { id: paymentId });
    await mutated(api.ours, 'sendPaymentReceipt', { id: paymentId });
    const mails = await mailsOf(id);
    expect(mails).toMatchObject([{ kind: 'RECEIPT', recipients: [email], status: 'KEPT' }]);
    const [{ body = '', html = '', subject = '' } = {}] = mails;
    expect(subject).toBe(`Payment received for invoice ${invoiceNumber}`);
    expect(body).toContain('your payment of €70.00');
    expect(body).toContain('€50.00 is still due by');
    expect(html).toContain('Payment received');
    expect(html).not.toContain('attached');
    const history = await api.ours.gql(`{ invoice(id: "${id}") { history { kind note } } }`);
    const reported = history.body.data.invoice.history.filter(
      ({ kind }: { kind: string }) => kind === 'NOTICE_SENT',
    );
    expect(reported).toHaveLength(1);
    expect(reported[0].note).toContain(`Receipt of 70 EUR, to ${email}`);
  });

  test.each(languages)('contains the amount that became credit: %s', async (language) => {
    const { clientName } = await clientIn(language);
    const { id, invoiceNumberFormatted: invoiceNumber } = await invoiceFor(clientName);
    const more = { invoiceNumber, amount: 150, overpayment: 'CREDIT' };
    const { payments } = await created(api.ours, 'payment/create', more);
    await mutated(api.ours, 'sendPaymentReceipt', { id: payments[0].id });
    const [mail] = await mailsOf(id);
    for (const printed of [mail?.body, mail?.html]) expect(printed).toMatch(/30[.,]00/);
    expect(mail?.html).toContain(pickDocumentLocale(language).words.keptAsCredit);
    const none = await paid(clientName, 70);
    await mutated(api.ours, 'sendPaymentReceipt', { id: none.paymentId });
    const [other] = await mailsOf(none.id);
    expect(other?.html).not.toContain(pickDocumentLocale(language).words.keptAsCredit);
  });

  test('is not sent of a payment that counts no more', async () => {
    const { clientName } = await clientIn(null);
    const { paymentId } = await paid(clientName, 70);
    await mutated(api.ours, 'reversePayment', { id: paymentId, reason: 'BOUNCED' });
    const rejection = await mutate(api.ours, 'sendPaymentReceipt', { id: paymentId });
    expect(rejection).toMatchObject({ __typename: 'ConflictError' });
  });

  test('has the text of the workspace’s own template, and a template of another kind is rejected', async () => {
    const { clientName } = await clientIn('de');
    const { id, paymentId } = await paid(clientName, 120);
    const template = await mutated(api.ours, 'createEmailTemplate', {
      input: {
        name: 'Thanks',
        kind: 'RECEIPT',
        isDefault: true,
        subject: 'Danke für {{ payment.amount }}',
        body: '{{ invoice.status }}: {% for line in invoice.lines %}{{ line.quantity }} {{ line.description }}{% endfor %}, {% for tax in invoice.taxes %}{{ tax.label }}{% endfor %}',
      },
    });
    await mutated(api.ours, 'sendPaymentReceipt', { id: paymentId });
    const [mail] = await mailsOf(id);
    expect(mail?.subject.replaceAll(/\s/g, ' ')).toBe('Danke für 120,00 €');
    expect(mail?.body.replaceAll(/\s/g, ' ')).toBe('Bezahlt: 2 Design, MwSt. 20 % auf 100,00 €');
    const denied = await mutate(api.ours, 'sendInvoice', { id, emailTemplateId: template.id });
    expect(denied.errors).toEqual([
      expect.objectContaining({ path: 'emailTemplateId', code: 'disagrees' }),
    ]);
    const create = { clientName, items: [{ rate: 1 }] };
    const sendTo = { send: true, emailTemplateName: 'Thanks' };
    const made = await api.ours.post('invoices/create', { ...create, sendTo });
    expect(made.body.errors).toMatchObject([{ path: 'sendTo.emailTemplateName' }]);
    // Invoices keep their own default template, and receipts have words without one.
    expect((await invoiceFor(clientName, { sendTo: { send: true } })).status).toBe('SENT');
    await api.database.prisma.outboxMail.deleteMany({ where: { emailTemplateId: template.id } });
    await mutated(api.ours, 'deleteEmailTemplate', { id: template.id });
  });
});

test('a cancellation requires a void invoice, and can be sent again if no mail was delivered', async () => {
  const { clientName } = await clientIn('fr');
  const { id, invoiceNumberFormatted: number } = await invoiceFor(clientName, {
    sendTo: { send: true },
  });
  const early = await mutate(api.ours, 'sendInvoiceCancellation', { id });
  expect(early).toMatchObject({ __typename: 'ConflictError' });
  await mutated(api.ours, 'voidInvoice', { id, reason: 'Montant erroné' });
  await mutated(api.ours, 'sendInvoiceCancellation', { id });
  const [, mail] = await mailsOf(id);
  expect(mail).toMatchObject({
    kind: 'CANCELLATION',
    subject: `Annulation de la facture ${number}`,
  });
  expect(mail?.body).toContain('Vous n’avez rien à régler');
});

describe('a reminder', () => {
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);

  test.each([
    ['en', 'was due by'],
    ['de', 'war am'],
    ['fr', 'était à régler'],
    ['es', 'venció el'],
    ['it', 'è scaduta il'],
    ['pt', 'venceu em'],
    ['nl', 'betaald moeten zijn'],
  ])('contains the amount due and the due date, once a minute: %s', async (language, late) => {
    const { clientName, email } = await clientIn(language);
    const { id, invoiceNumberFormatted } = await invoiceFor(clientName, {
      dateCreated: day(-20),
      dueDate: day(-10),
    });
    await mutated(api.ours, 'markInvoiceSent', { id });
    await mutated(api.ours, 'sendInvoiceReminder', { id });
    await mutated(api.ours, 'sendInvoiceReminder', { id });
    const mails = await mailsOf(id);
    expect(mails).toMatchObject([{ kind: 'REMINDER', recipients: [email] }]);
    expect(mails[0]?.subject).toContain(invoiceNumberFormatted);
    for (const output of [mails[0]?.body, mails[0]?.html]) expect(output).toMatch(/120[.,]00/);
    expect(mails[0]?.body).toContain(late);
  });

  test('before the due date contains it, and there is none for a draft, a paid or a void invoice', async () => {
    const { clientName } = await clientIn(null);
    const { id } = await invoiceFor(clientName, { dueDate: day(10) });
    const remind = () => mutate(api.ours, 'sendInvoiceReminder', { id });
    expect(await remind()).toMatchObject({ code: 'conflicting_state' });
    await mutated(api.ours, 'markInvoiceSent', { id });
    await mutated(api.ours, 'sendInvoiceReminder', { id });
    const [mail] = await mailsOf(id);
    expect(mail?.body).toMatch(/is due by [^;]+; €120\.00 of it is still open\. If you/);
    expect(mail?.body).not.toContain('pay it now');
    await mutated(api.ours, 'voidInvoice', { id });
    expect(await remind()).toMatchObject({ code: 'conflicting_state' });
    const other = await paid(clientName, 120);
    const failed = await mutate(api.ours, 'sendInvoiceReminder', { id: other.id });
    expect(failed).toMatchObject({ code: 'conflicting_state' });
  });

  test('has the text of the workspace’s own template', async () => {
    const { clientName } = await clientIn(null);
    const { id } = await invoiceFor(clientName, { dateCreated: day(-20), dueDate: day(-10) });
    await mutated(api.ours, 'markInvoiceSent', { id });
    const input = {
      ...{ name: 'Dunning', kind: 'REMINDER', subject: 'Late\nBcc: eve@evil.example' },
      body: '{{ reminder.daysOverdue }} days: {{ invoice.status }} <b>{{ invoice.number }}</b>',
    };
    const template = await mutated(api.ours, 'createEmailTemplate', { input });
    await mutated(api.ours, 'sendInvoiceReminder', { id, emailTemplateName: 'Dunning' });
    const [mail] = await mailsOf(id);
    // A day passes somewhere while this runs.
    expect(mail?.body).toMatch(/^(9|10|11) days: Overdue <b>/);
    expect(mail?.subject).toBe('Late Bcc: eve@evil.example');
    expect(mail?.html).toContain('Overdue &lt;b&gt;');
    await api.database.prisma.outboxMail.deleteMany({ where: { emailTemplateId: template.id } });
    await mutated(api.ours, 'deleteEmailTemplate', { id: template.id });
  });
});

describe('a mail with a credit note', () => {
  test.each([
    ['en', 'There is nothing left to pay', 'refunding'],
    ['de', 'nichts mehr zu zahlen', 'erstatten'],
    ['fr', 'ne reste rien à régler', 'remboursons'],
    ['es', 'No queda nada pendiente', 'reembolsamos'],
    ['it', 'non resta nulla da pagare', 'rimborsiamo'],
    ['pt', 'Não falta pagar nada', 'reembolsamos'],
    ['nl', 'staat niets meer open', 'aan u terug'],
  ])(
    'contains the credited and the refunded amount, once a minute: %s',
    async (language, done, back) => {
      const { clientName, email } = await clientIn(language);
      const { id, invoiceNumber } = await paid(clientName, 120);
      const note = await created(api.ours, 'creditNotes/create', {
        invoiceId: id,
        excess: 'REFUND',
      });
      await mutated(api.ours, 'sendCreditNote', { id: note.id });
      await mutated(api.ours, 'sendCreditNote', { id: note.id });
      const mails = await mailsOf(id);
      expect(mails).toMatchObject([
        { kind: 'CREDIT_NOTE', recipients: [email], creditNoteId: note.id },
      ]);
      const { body = '', html = '', subject = '' } = mails[0] ?? {};
      expect(subject).toContain(note.numberFormatted);
      expect(subject).toContain(invoiceNumber);
      for (const content of [body, html]) expect(content).toMatch(/120[.,]00/);
      expect(body).toContain(done);
      expect(body).toContain(back);
      expect(html).toContain('PDF');
      const { body: answer } = await api.ours.gql(`{ invoice(id: "${id}") { history { note } } }`);
      const published = `Credit note ${note.numberFormatted} of 120 EUR, to ${email}`;
      expect(JSON.stringify(answer)).toContain(published);
    },
  );

  test('of a part contains the remaining amount due, and two of one invoice are two mails', async () => {
    const { clientName } = await clientIn(null);
    const { id, lineItems } = await invoiceFor(clientName);
    await mutated(api.ours, 'markInvoiceSent', { id });
    const lines = [{ lineId: lineItems[0].id, quantity: 0.5 }];
    const template = { name: 'Note', kind: 'CREDIT_NOTE', subject: 'Note', body: 'As agreed.' };
    await mutated(api.ours, 'createEmailTemplate', { input: template });
    for (const named of [{}, { emailTemplateName: 'Note' }, { emailTemplateName: 'Note' }]) {
      const note = await created(api.ours, 'creditNotes/create', { invoiceId: id, lines });
      await mutated(api.ours, 'sendCreditNote', { id: note.id, ...named });
    }
    const [first, ...others] = await mailsOf(id);
    expect(first?.body).toMatch(
      /€30\.00, which corrects [\s\S]*€90\.00 of the invoice is still due/,
    );
    // The same words, and another file.
    expect(others.map(({ body }) => body)).toEqual(['As agreed.', 'As agreed.']);
  });
});

test('a receipt that did not go out is sent again after that of another payment, and one that is held let go', async () => {
  const { clientName } = await clientIn(null);
  const { id, invoiceNumber, paymentId } = await paid(clientName, 30);
  const { payments } = await created(api.ours, 'payment/create', { invoiceNumber, amount: 40 });
  const other = payments.find((one: { id: string }) => one.id !== paymentId);
  for (const one of [paymentId, other.id]) {
    await mutated(api.ours, 'sendPaymentReceipt', { id: one });
  }
  const [first, second] = await mailsOf(id);
  const context = { ...api.ours.context, sendsMail: true };
  const { prisma } = api.database;
  const become = (mail: { id: string } | undefined, status: 'HELD' | 'SENT' | 'FAILED') =>
    prisma.outboxMail.update({
      where: { accountId_id: { accountId: api.ours.accountId, id: String(mail?.id) } },
      data: { status, createdAt: new Date(Date.now() - (mail === first ? 60_000 : 0)) },
    });
  await become(second, 'SENT');
  await become(first, 'HELD');
  expect(await resendMail(context, { id: first?.id })).toMatchObject({ status: 'QUEUED' });
  await become(first, 'HELD');
  const held = await releaseHeldMailsAsAdministrator(
    (statement) => prisma.$queryRaw(statement),
    api.ours.accountId,
  );
  expect(held).toMatchObject({ released: 1, superseded: 0 });
  await become(first, 'FAILED');
  expect(await resendMail(context, { id: first?.id })).toMatchObject({ body: first?.body });
});

describe('a preview', () => {
  const preview = async (input: object) => {
    const source =
      'query ($input: PreviewMailInput!) { previewMail(input: $input) { subject body html } }';
    return (await api.ours.gql(source, { input })).body;
  };

  test('has a sample invoice, in the default texts', async () => {
    for (const kind of kinds) {
      const { data } = await preview({ kind });
      expect(data.previewMail.subject).toContain('INV-00042');
      expect(data.previewMail.html).toContain('Hello Ada,');
    }
  });

  test('is of an invoice, and of texts that are tried', async () => {
    const { clientName } = await clientIn('it');
    const { id, paymentId } = await paid(clientName, 30);
    const mails = await mailsOf(id);
    const { data } = await preview({ kind: 'RECEIPT', invoiceId: id });
    expect(data.previewMail.body).toContain('grazie per il pagamento di 30,00');
    const tried = await preview({ invoiceId: id, subject: 'X', body: '{{ invoice.dateIssued }}' });
    expect(tried.data.previewMail.subject).toBe('X');
    expect(tried.data.previewMail.body).toMatch(/20\d\d/);
    expect(await mailsOf(id)).toEqual(mails);
    expect(paymentId).toMatch(/^pay_/);
  });

  test('of a receipt for an unpaid or completely refunded invoice is in the language of its client', async () => {
    const { clientName } = await clientIn('de');
    const { id } = await invoiceFor(clientName);
    const unpaid = (await preview({ kind: 'RECEIPT', invoiceId: id })).data.previewMail.body;
    expect(unpaid).not.toContain('March');
    expect(unpaid).toMatch(/Zahlung von [\d.]+,\d\d\s/);
    const other = await paid(clientName, 30);
    await api.ours.post('payment/refund', { id: other.paymentId });
    const { data } = await preview({ kind: 'RECEIPT', invoiceId: other.id });
    expect(data.previewMail.body).not.toMatch(/Zahlung von 0,00/);
  });

  test('lists all placeholders if one is unknown', async () => {
    const { errors } = await preview({ body: '{{ invoice.nothing }}' });
    expect(JSON.stringify(errors)).toContain('there is no placeholder invoice.nothing; there are');
    expect(JSON.stringify(errors)).toContain('invoice.status');
    const other = await preview({ kind: 'INVOICE', body: '{{ payment.amount }}' });
    expect(JSON.stringify(other.errors)).toContain('there is no placeholder payment.amount');
  });
});

test('a test mail goes to its caller, and is no mail of the invoice', async () => {
  const { clientName } = await clientIn('es');
  const { id } = await invoiceFor(clientName);
  const { id: mailId } = await mutated(api.ours, 'sendTestMail', { input: { invoiceId: id } });
  const where = { accountId_id: { accountId: api.ours.accountId, id: mailId } };
  const mail = await api.database.prisma.outboxMail.findUniqueOrThrow({ where });
  const { email } = await api.database.prisma.user.findFirstOrThrow({
    where: { accountId: api.ours.accountId },
  });
  expect(mail).toMatchObject({ invoiceId: null, kind: 'INVOICE', recipients: [email] });
  expect(mail.subject).toMatch(/^Test: Factura/);
  expect(await mailsOf(id)).toEqual([]);
});
