import { describe, expect, test } from 'vitest';
import {
  createEmailTemplate,
  updateEmailTemplate,
} from '../../../src/domain/invoices/email-templates.ts';
import {
  createInvoiceTemplate,
  updateInvoiceTemplate,
} from '../../../src/domain/invoices/invoice-templates.ts';
import { checkTemplates } from '../../../src/domain/invoices/liquid.ts';
import { useTestApi } from '../../support/api.ts';

const api = useTestApi();

function faultOf(template: string): string | undefined {
  try {
    checkTemplates('mail', { body: template });
    return undefined;
  } catch (error) {
    const { errors } = (error as { details: { errors: { path: string; message: string }[] } })
      .details;
    expect(errors).toMatchObject([{ path: 'body', code: 'invalid_template' }]);
    return errors[0]?.message;
  }
}

describe('a template', () => {
  test.each([
    ['Hello {{ contact.firstName }},\n{{ invoice.total | upcase }}'],
    ['{% for c in contacts %}{{ c.email }}{% unless forloop.last %}, {% endunless %}{% endfor %}'],
    ['{% assign n = invoice.number %}{{ n }}{% if invoice.description %}x{% endif %}'],
    ['Plain text with { braces } and 100 %'],
  ])('that can be rendered is taken: %s', (template) => {
    expect(faultOf(template)).toBeUndefined();
  });

  test.each([
    ['is not well formed', 'a\n{% if invoice.number %}', 'line 2: '],
    [
      'has a placeholder that does not exist',
      'a\n\n{{ invoice.totl }}',
      'line 3: there is no placeholder invoice.totl',
    ],
    [
      'has one in a branch that is seldom taken',
      '{% if invoice.number == "x" %}\n{{ typo }}{% endif %}',
      'line 2: there is no placeholder typo',
    ],
    [
      'has one in a loop',
      '{% for c in contacts %}\n{{ c.phone }}{% endfor %}',
      'line 2: undefined variable: c.phone',
    ],
    [
      'has a filter that does not exist',
      '{{ invoice.number | shout }}',
      'line 1: undefined filter: shout',
    ],
    ['has a tag that does not exist', '{% shout %}', 'line 1: tag "shout" not found'],
    ['reads files', "{% include '/etc/passwd' %}", 'line 1: '],
    ['does not end in good time', '{% for i in (1..100000000) %}{{ i }}{% endfor %}', 'line 1: '],
  ])('that %s is refused, with line and reason', (_, template, told) => {
    expect(faultOf(template)).toContain(`cannot be rendered, ${told}`);
  });

  test('that comes to more than a mail may hold is refused at its field', () => {
    const loop = (times: number) => `{% for i in (1..${times}) %}0123456789{% endfor %}`;
    expect(() => checkTemplates('mail', { subject: loop(50), body: loop(10_000) })).not.toThrow();
    const fault = (path: string, most: number) =>
      expect.objectContaining({ path, message: expect.stringContaining(`at most ${most} can be`) });
    expect(() => checkTemplates('mail', { subject: loop(51), body: loop(10_001) })).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        details: { errors: [fault('subject', 500), fault('body', 100_000)] },
      }),
    );
  });

  test('of an invoice is checked too, and says nothing of contacts', async () => {
    const { context } = api.ours;
    const make = (footer: string) => createInvoiceTemplate(context, { name: 'Footed', footer });
    await expect(make('{{ contact.firstName }}')).rejects.toMatchObject({ code: 'invalid_input' });
    const { id } = await make('Please quote {{ invoice.number }}.');
    await expect(
      updateInvoiceTemplate(context, { id, footer: '{% if %}' }, 'patch'),
    ).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('footer') });
  });

  test('is checked when it is made and when it is changed, each text at its field', async () => {
    const { context } = api.ours;
    const subject = '{{ invoice.nr }}';
    const body = '{% if %}';
    const faults = (...paths: string[]) =>
      expect.objectContaining({
        code: 'invalid_input',
        details: { errors: paths.map((path) => expect.objectContaining({ path })) },
      });
    await expect(createEmailTemplate(context, { name: 'New', subject, body })).rejects.toEqual(
      faults('subject', 'body'),
    );
    const words = { name: 'New', subject: 'Bill', body: '{{ invoice.number }}' };
    const { id } = await createEmailTemplate(context, words);
    await expect(updateEmailTemplate(context, { id, body }, 'patch')).rejects.toEqual(
      faults('body'),
    );
    const changed = await updateEmailTemplate(context, { id, subject: 'Invoice' }, 'patch');
    expect(changed).toMatchObject({ ...words, subject: 'Invoice' });
  });
});
