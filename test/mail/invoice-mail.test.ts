import { describe, expect, test } from 'vitest';
import type { InvoiceDelivery } from '../../src/domain/invoices/invoice-delivery.ts';
import { buildDefaultSetup } from '../../src/domain/workspaces/default-setup.ts';
import { renderInvoiceMail } from '../../src/mail/invoice-mail.ts';
import { templateToHtml } from '../../src/mail/mail-html.ts';
import { Decimal } from '../../src/platform/money/money.ts';

const ada = { email: 'ada@a.example', firstName: 'Ada', lastName: 'Lovelace' };

function render(template: { subject?: string; body?: string }, invoice: object = {}) {
  const delivery = {
    invoice: {
      invoiceNumberFormatted: 'INV-00042',
      status: 'SENT',
      dateCreated: new Date('2026-03-01'),
      dateIssued: null,
      supplyDate: null,
      servicePeriodStart: null,
      servicePeriodEnd: null,
      tax: new Decimal('190'),
      total: new Decimal('1190'),
      withholdingAmount: new Decimal(0),
      prepaidAmount: new Decimal(0),
      roundingAmount: new Decimal(0),
      creditedTotal: new Decimal(0),
      amountDue: new Decimal('190.5'),
      currency: 'EUR',
      dueDate: new Date('2026-03-31'),
      description: null,
      paymentInstructions: null,
      viewOnlineUrl: 'https://x.example/invoices/view/1-abc',
      clientInfo: { name: 'Acme & Sons' },
      ...invoice,
    },
    recipients: [ada, { email: 'b@a.example', firstName: null, lastName: null }],
    emailTemplate: { name: 'Kind', subject: '', body: '', ...template },
  };
  return renderInvoiceMail({ name: 'Ours' }, delivery as unknown as InvoiceDelivery);
}

describe('an invoice’s mail', async () => {
  test('has its template’s placeholders filled in, as plain text', async () => {
    const { subject, body } = await render({
      subject: '{{ invoice.number }} from {{ workspace.name }}',
      body: '{{ contact.firstName }} of {{ client.name }}: {{ invoice.total }}, {{ invoice.amountDue }} due on {{ invoice.dueDate }}, {{ invoice.viewOnlineUrl }}',
    });
    expect(subject).toBe('INV-00042 from Ours');
    expect(body).toBe(
      'Ada of Acme & Sons: €1,190.00, €190.50 due on 31 March 2026, https://x.example/invoices/view/1-abc',
    );
  });

  test('contains the total with tax and the amount due after earlier payments', async () => {
    const settled = { total: new Decimal('1190.5'), prepaidAmount: new Decimal('99.5') };
    const { body, html } = await render(
      { body: '{{ invoice.total }}, {{ invoice.amountDue }}' },
      { ...settled, roundingAmount: new Decimal('0.5') },
    );
    expect(body).toBe('€1,289.50, €190.50');
    expect(html).toMatch(/Total<\/td><td[^>]*>€1,289\.50/);
    expect(html).toMatch(/Amount due<\/td><td[^>]*>€190\.50/);
  });

  test('has links with text as HTML, and their address if the text differs', async () => {
    const url = 'https://x.example/invoices/view/1-abc?a=1&b=2';
    const written = 'https://x.example/invoices/view/1-abc?a=1&amp;b=2';
    const htmlOf = async (body: string) => {
      const { html } = await render({ subject: '', body }, { viewOnlineUrl: url });
      return html.slice(html.indexOf('<p '), html.indexOf('</p>'));
    };
    const link = (words: string) => `<a href="${written}" style="color:#0f766e">${words}</a>`;
    const at = '{{ invoice.viewOnlineUrl }}';
    expect(await htmlOf(`Hello,\nLook <here> : ${at}`)).toContain(
      `<br>${link('Look &lt;here&gt;')}`,
    );
    expect(await htmlOf(`${at} is where it is`)).toContain(`${link(written)} is where`);
    expect(await htmlOf(`Look at it: ${at} today`)).toContain(`Look at it: ${link(written)} today`);
    expect(await htmlOf('Look: https://elsewhere.example')).not.toContain('<a');
  });

  test('contains the amount due or the date of payment in the texts of a new workspace', async () => {
    const { emailTemplate } = buildDefaultSetup(1);
    const open = await render(emailTemplate);
    expect(open.body).toBe(
      [
        'Hello Ada,',
        '',
        'Here is invoice INV-00042 for €1,190.00. Amount due: €190.50 by 31 March 2026.',
        'You can view it online: https://x.example/invoices/view/1-abc',
        '',
        'Thank you,',
        'Ours',
      ].join('\n'),
    );
    expect(open.html).toContain('Reply to this e-mail to reach Ours.');
    // Outlook for Windows: a table of a fixed width around the card, and a button that is a cell.
    expect(open.html).toContain('<!--[if mso]><table role="presentation" width="560"');
    expect(open.html).toMatch(
      /<td align="center" bgcolor="#0f766e"[^>]*padding:12px 28px[^>]*><a href=/,
    );
    const paid = await render(emailTemplate, {
      datePaid: new Date('2026-03-20'),
      viewOnlineUrl: null,
    });
    expect(paid.body).toContain(
      'for €1,190.00. It was paid in full on 20 March 2026.\n\nThank you',
    );
    expect(paid.html).not.toContain('Due date');
  });

  test('shows amounts with the digits of their currency', async () => {
    const body = '{{ invoice.total }}';
    expect((await render({ body }, { currency: 'JPY' })).body).toBe('¥1,190');
    expect((await render({ body }, { currency: 'KWD' })).body).toBe('KWD 1,190.000');
  });

  test('can depend on the currency', async () => {
    const body =
      '{% if invoice.currency == "EUR" %}IBAN{% else %}{{ invoice.currency }}{% endif %}';
    expect((await render({ body })).body).toBe('IBAN');
    expect((await render({ body }, { currency: 'JPY' })).body).toBe('JPY');
  });

  test('addresses a contact without a name by the name of the client', async () => {
    const body = '{% for c in contacts %}{{ c.firstName }};{% endfor %}{{ nobody.knows }}';
    expect((await render({ body })).body).toBe('Ada;Acme & Sons;');
  });

  test('takes the content of a field as text, never as a template', async () => {
    const description = '{{ workspace.name }}{% for i in (1..9) %}x{% endfor %}';
    expect((await render({ body: '{{ invoice.description }}' }, { description })).body).toBe(
      description,
    );
  });

  test('has a subject of one line for all values', async () => {
    const description = 'Work\r\nBcc: everybody@a.example';
    const { subject } = await render(
      { subject: 'Bill: {{ invoice.description }} ' },
      { description },
    );
    expect(subject).toBe('Bill: Work Bcc: everybody@a.example');
  });

  test('is rejected if its text is longer than a mail may be', async () => {
    const body = '{% for i in (1..200) %}{{ invoice.description }}{% endfor %}';
    const rejection = (message: string) =>
      expect.objectContaining({
        code: 'conflicting_state',
        message: expect.stringContaining(message),
      });
    expect((await render({ body }, { description: 'x'.repeat(500) })).body).toHaveLength(100_000);
    await expect(render({ body }, { description: 'x'.repeat(501) })).rejects.toEqual(
      rejection('The body of the e-mail template "Kind" comes to 100200 characters'),
    );
    await expect(render({ subject: 'x'.repeat(501) })).rejects.toEqual(
      rejection('The subject of the e-mail template "Kind" comes to 501 characters'),
    );
  });

  test.each([
    ['is not well formed', '{% if %}'],
    ['reads files', "{% include '/etc/passwd' %}"],
    ['does not end in good time', '{% for i in (1..100000000) %}{{ i }}{% endfor %}'],
  ])('is rejected with the name of the template if the template %s', async (_, body) => {
    await expect(render({ body })).rejects.toEqual(
      expect.objectContaining({
        code: 'conflicting_state',
        message: expect.stringContaining('The body of the e-mail template "Kind"'),
      }),
    );
  });
});

describe('a template’s text as HTML', () => {
  test('keeps placeholders, also an unterminated one, and escapes the rest', () => {
    expect(templateToHtml('A & {{ b }}\n{% if c > 1 %}<d>{{ e\n\n{% f }}')).toBe(
      '<p>A &amp; {{ b }}<br>\n{% if c > 1 %}&lt;d&gt;{{ e\n\n{% f }}</p>',
    );
  });

  test('is found in one go, however many beginnings have no end', () => {
    const body = `{% raw %}${'{{'.repeat(9_900)}{% endraw %}`;
    const before = process.cpuUsage();
    for (let times = 0; times < 50; times += 1) templateToHtml(body);
    const { system, user } = process.cpuUsage(before);
    // Looking for each end again took 7 s.
    expect((system + user) / 1_000).toBeLessThan(1_500);
  });
});
