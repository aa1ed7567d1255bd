import { afterAll, describe, expect, test } from 'vitest';
import {
  createEmailTemplate,
  updateEmailTemplate,
} from '../../src/domain/invoices/email-templates.ts';
import {
  createInvoiceTemplate,
  updateInvoiceTemplate,
} from '../../src/domain/invoices/invoice-templates.ts';
import { createTemplates } from '../../src/templates/liquid.ts';
import type { TemplateUse } from '../../src/templates/template-values.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

const templates = createTemplates();
afterAll(() => templates.close());

const check = (template: string, use: TemplateUse = 'mail', path = 'body') =>
  templates.check(1, template, use, path);

describe('a template', () => {
  test.each([
    ['Hello {{ contact.firstName }},\n{{ invoice.total | upcase }}'],
    ['{% for c in contacts %}{{ c.email }}{% unless forloop.last %}, {% endunless %}{% endfor %}'],
    ['{% assign n = invoice.number %}{{ n }}{% if invoice.description %}x{% endif %}'],
    ['Plain text with { braces } and 100 %'],
    ['{% if contacts.size > 1 %}{{ contacts.size | minus: 1 | times: 2 }}{% endif %}'],
    ['{% if invoice.amountDue == invoice.total %}{{ "1.5" | round }}{% endif %}'],
    ['{{ invoice.total | remove: "€" | size | plus: 1 }}{{ invoice.total | split: "," | last }}'],
    ['{{ invoice.dueDate | date: "%s" | plus: 604800 | date: "%Y-%m-%d" }}'],
  ])('that can be rendered is taken: %s', async (template) => {
    expect(await check(template)).toEqual([]);
  });

  test('can print the currency in any way', async () => {
    const uses = { body: 'mail', footer: 'document', paymentInstructions: 'instructions' } as const;
    const text = '{{ invoice.total }} {{ invoice.currency }}';
    for (const [path, use] of Object.entries(uses))
      expect(await check(text, use, path)).toEqual([]);
  });

  test.each([
    ['is not well formed', 'a\n{% if invoice.number %}', 'line 2: '],
    [
      'has a placeholder that does not exist',
      'a\n\n{{ invoice.totl }}',
      'line 3: there is no placeholder invoice.totl',
    ],
    [
      'has one with one brace on each side',
      'Hi\n{invoice.number} and {other.name}',
      'line 2: {invoice.number} would be sent as it stands; it is written {{ invoice.number }}',
    ],
    [
      'leaves one open',
      'a\n{{ invoice.number',
      'line 2: output "{{ invoice.number" not closed; it ends with }}',
    ],
    [
      'leaves a branch open',
      '{% if client.name %}a',
      'line 1: tag {% if client.name %} not closed; it ends with {% endif %}',
    ],
    [
      'has one in a branch that is seldom taken',
      '{% if invoice.number == "x" %}\n{{ typo }}{% endif %}',
      'line 2: there is no placeholder typo',
    ],
    [
      'has one in a loop',
      '{% for c in contacts %}\n{{ c.phone }}{% endfor %}',
      'line 2: undefined variable: c.phone; an item of invoice.taxes has label, amount',
    ],
    [
      'has a filter that does not exist',
      '{{ invoice.number | shout }}',
      'line 1: undefined filter: shout; there are abs, append, ',
    ],
    ['has a tag that does not exist', '{% shout %}', 'line 1: tag "shout" not found; there are '],
    [
      'reads files',
      "{% include '/etc/passwd' %}",
      'line 1: a template cannot take in others, each stands by itself',
    ],
    [
      'takes in another template',
      "\n{% if invoice.number == 'x' %}{% render 'Kind' %}{% endif %}",
      'line 2: a template cannot take in others',
    ],
    ['has a layout', "{% layout 'Kind' %}", 'line 1: a template cannot take in others'],
    [
      'computes with an amount',
      'a\n{{ invoice.total | divided_by: 2 }}',
      'line 2: divided_by computes with numbers only, and "€1,190.00" is text; amounts are written out as text',
    ],
    ['adds up an amount', '{{ invoice.total | sum }}', 'line 1: sum computes with numbers only'],
    [
      'computes with an amount in a branch that is seldom taken',
      "{% if invoice.number == 'x' %}\n{{ 2 | times: invoice.amountDue }}{% endif %}",
      'line 2: times computes with numbers only',
    ],
    [
      'computes with an amount by another name',
      '{% assign total = invoice.total %}\n{{ total | minus: 1 }}',
      'line 2: minus computes with numbers only',
    ],
    [
      'computes with what it cuts from an amount',
      "{{ invoice.total | remove: '€' | remove: ',' | times: 2 }}",
      'line 1: times computes with numbers only, and "1190.00" is text',
    ],
    [
      'computes with a part of an amount by another name',
      "{% assign whole = invoice.total | split: '.' | first | slice: 1 %}\n{{ whole | plus: 1 }}",
      'line 2: plus computes with numbers only, and "1" is text',
    ],
    [
      'asks whether what it cuts from an amount is more than a number',
      "{% assign due = invoice.amountDue | remove: '€' | remove: ',' %}{% if due > 1000 %}a{% endif %}",
      'line 1: > compares numbers only',
    ],
    [
      'asks whether an amount is more than a number',
      '{% if invoice.number == "x" %}{% elsif\ninvoice.total > 1000 %}a{% endif %}',
      'line 2: > compares numbers only',
    ],
    [
      'asks whether an amount is a number',
      '{% if invoice.amountDue == 0 %}Paid{% endif %}',
      'line 1: a number is compared with numbers only',
    ],
    [
      'orders amounts',
      '{% unless invoice.amountDue < invoice.total %}a{% endunless %}',
      'line 1: < compares numbers only',
    ],
    ['does not end in good time', '{% for i in (1..100000000) %}{{ i }}{% endfor %}', 'line 1: '],
  ])('that %s is rejected, with line and reason', async (_, template, reported) => {
    expect(await check(template)).toEqual([
      expect.stringContaining(`cannot be rendered, ${reported}`),
    ]);
  });

  test.each([
    'All: {{ invoice.lines }}',
    '{{ client }}',
    '{% for c in contacts %}{{ c }}{% endfor %}',
  ])('that prints whole values is rejected with the available fields: %s', async (template) => {
    expect(await check(template)).toEqual([
      expect.stringMatching(
        /^prints a list or a group .* invoice\.lines has description, date, quantity, price, total/,
      ),
    ]);
  });

  test('with several errors gets all of them, in the order of its lines', async () => {
    const template =
      "{{ typo }}\n{{ invoice.total | plus: 1 }}\n{% render 'x' %}\n{{ invoice.totl }}";
    expect(await check(template)).toEqual(
      [
        'line 1: there is no placeholder typo',
        'line 2: plus computes',
        'line 3: a template cannot',
        'line 4: there is no placeholder invoice.totl',
      ].map((received) => expect.stringContaining(received)),
    );
    expect(await check('{{ typo }}'.repeat(1_000))).toHaveLength(20);
  });

  test.each(['{{ "" }}', ' {% comment %}x{% endcomment %} '])(
    'with an empty subject is rejected: %s',
    async (subject) => {
      expect(await check(subject, 'mail', 'subject')).toEqual([
        'comes to nothing when it is rendered',
      ]);
      expect(await check(subject)).toEqual([]);
    },
  );

  test('that is longer than a mail may be is rejected at its field', async () => {
    const loop = (times: number) => `{% for i in (1..${times}) %}0123456789{% endfor %}`;
    expect(await check(loop(50), 'mail', 'subject')).toEqual([]);
    expect(await check(loop(10_000))).toEqual([]);
    const error = (max: number) => [expect.stringContaining(`at most ${max} can be`)];
    expect(await check(loop(51), 'mail', 'subject')).toEqual(error(500));
    expect(await check(loop(10_001))).toEqual(error(100_000));
  });

  test('of an invoice is checked too, and does not mention contacts', async () => {
    const { context } = api.ours;
    const make = (footer: string) => createInvoiceTemplate(context, { name: 'Footed', footer });
    await expect(make('{{ contact.firstName }}')).rejects.toMatchObject({ code: 'invalid_input' });
    const { id } = await make('Please quote {{ invoice.number }}.');
    await expect(
      updateInvoiceTemplate(context, { id, footer: '{% if %}' }, 'patch'),
    ).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('footer') });
  });

  test('is checked on create and update, each text at its field', async () => {
    const { context } = api.ours;
    const subject = '{{ invoice.nr }}';
    const body = '{% if %}';
    const problems = (...paths: string[]) =>
      expect.objectContaining({
        code: 'invalid_input',
        details: { errors: paths.map((path) => expect.objectContaining({ path })) },
      });
    await expect(createEmailTemplate(context, { name: 'New', subject, body })).rejects.toEqual(
      problems('subject', 'body'),
    );
    await expect(createEmailTemplate(context, { subject: ' ', body })).rejects.toEqual(
      problems('name', 'subject', 'body'),
    );
    const words = { name: 'New', subject: 'Bill', body: '{{ invoice.number }}' };
    const { id } = await createEmailTemplate(context, words);
    await expect(updateEmailTemplate(context, { id, body }, 'patch')).rejects.toEqual(
      problems('body'),
    );
    await expect(updateEmailTemplate(context, { id, subject: '', body }, 'patch')).rejects.toEqual(
      problems('subject', 'body'),
    );
    await updateEmailTemplate(context, { id, subject: 'Invoice' }, 'patch');
    const where = { accountId_id: { accountId: context.accountId, id } };
    const changed = await api.database.prisma.emailTemplate.findUniqueOrThrow({ where });
    expect(changed).toMatchObject({ ...words, subject: 'Invoice' });
  });
});
