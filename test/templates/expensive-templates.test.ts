import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';
import { createEmailTemplate } from '../../src/domain/invoices/email-templates.ts';
import { createTemplates, templateThreadSettings } from '../../src/templates/liquid.ts';
import { templateSampleValues } from '../../src/templates/template-samples.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();
const templates = createTemplates();
afterAll(() => templates.close());

/** Text that doubles so often, without a filter. */
const doubled = (times: number) =>
  `{% capture a %}xxxxxxxxxx{% endcapture %}${'{% capture a %}{{a}}{{a}}{% endcapture %}'.repeat(times)}`;
const looked = (terms: number) =>
  `{% if ${Array.from({ length: terms }, () => 'a contains "z"').join(' or ')} %}1{% endif %}`;
const expensive = doubled(24) + looked(40);

const saved = (body: string) =>
  createEmailTemplate(api.ours.context, { name: 'Dear', subject: 'Invoice', body });
const rejection = (message: string) => ({
  code: 'invalid_input',
  details: { errors: [{ path: 'body', message: expect.stringContaining(message) }] },
});

describe('a template that takes too much', () => {
  test.each([
    ['captures more and more', doubled(24) + looked(60), 'makes more than 2,000,000 characters'],
    ['looks through it again and again', doubled(13) + looked(300), 'makes more than 2,000,000'],
    ['appends', `{% assign a = "x" %}${'{% assign a = a | append: a %}'.repeat(25)}`, 'makes more'],
    [
      'replaces',
      `{% assign a = "xxxxxxxxxx" %}${'{% assign a = a | replace: "x", "xxxxxxxxxx" %}'.repeat(8)}`,
      'makes more',
    ],
    [
      'joins',
      `{% assign a = (1..9000) | join: "xxxxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(6)}`,
      'makes more',
    ],
    [
      'puts lists into lists',
      `{% assign a = "1" | split: "," %}${'{% assign a = a | push: a %}'.repeat(40)}{{ a }}`,
      'takes more than 40,000 steps',
    ],
    [
      'loops in loops',
      '{% for i in (1..400) %}{% for j in (1..400) %}{% assign x = i | append: "a" %}{% endfor %}{% endfor %}',
      'takes more than 40,000 steps',
    ],
    [
      'asks long conditions in a loop',
      `{% for i in (1..5000) %}{% if ${'1 and '.repeat(1_000)} 1 %}{% endif %}{% endfor %}`,
      'takes more than 40,000 steps',
    ],
    [
      'compares with many values in a loop',
      `{% for i in (1..5000) %}{% case 0 %}{% when ${'1, '.repeat(3_000)}1 %}{% endcase %}{% endfor %}`,
      'takes more than 40,000 steps',
    ],
    [
      'writes dates in a loop',
      '{% for i in (1..5000) %}{{ "now" | date: "%c %x %X" }}{% endfor %}',
      'takes more than 40,000 steps',
    ],
    [
      'has tags in tags',
      `${'{% if true %}'.repeat(200)}${'{% endif %}'.repeat(200)}`,
      'more than 100 deep in each other',
    ],
  ])('is rejected if it %s', async (_, body, reported) => {
    await expect(saved(body)).rejects.toMatchObject(rejection(reported));
  });

  test.each([
    ['else', `{% if client.name == "Lovelace Analytics" %}ok{% else %}${expensive}{% endif %}`],
    ['elsif', `{% if invoice.number %}ok{% elsif invoice.description %}${expensive}{% endif %}`],
    ['unless', `{% unless client.name == "Lovelace Analytics" %}${expensive}{% endunless %}`],
    ['when', `{% case client.name %}{% when "Acme" %}${expensive}{% else %}ok{% endcase %}`],
    [
      'else of case',
      `{% case invoice.currency %}{% when "EUR" %}ok{% else %}${expensive}{% endcase %}`,
    ],
    ['else of for', `{% for c in contacts %}ok{% else %}${expensive}{% endfor %}`],
    ['branch of a branch', `{% if false %}{% unless true %}${expensive}{% endunless %}{% endif %}`],
    [
      'branch whose condition is at fault',
      `{% unless contact.firstName | base64_decode %}${expensive}{% endunless %}`,
    ],
    [
      'branch that a former one makes dear',
      `{% assign n = 1 %}{% if false %}{% assign n = 900000 %}{% endif %}{% for i in (1..n) %}xxxxx{% endfor %}`,
    ],
    [
      'loop over all contacts',
      '{% for c in contacts %}{% for d in contacts %}{{ c.email }}{% endfor %}{% endfor %}',
    ],
    [
      'loop over a number of them',
      '{% for c in contacts %}{% for i in (1..500) %}x{% endfor %}{% endfor %}',
    ],
    [
      'loop over chosen ones',
      '{% assign few = contacts | where: "email", "x" %}{% for a in few %}{% for i in (1..500) %}x{% endfor %}{% endfor %}',
    ],
    [
      'loop as often as a text says',
      '{% assign n = invoice.number | remove: "INV-" | plus: 0 %}{% for i in (1..n) %}x{% endfor %}',
    ],
    [
      'loop over the parts of a text',
      '{% assign parts = invoice.description | split: "," %}{% for p in parts %}{% for i in (1..50) %}x{% endfor %}{% endfor %}',
    ],
    ['text that grows', `{{ invoice.description | replace: "a", "${'b'.repeat(500)}" }}`],
  ])('for a sample no more than any other is rejected for its worst: %s', async (_, body) => {
    await expect(saved(body)).rejects.toMatchObject(rejection('may cost too much to be rendered'));
  });

  test.each([
    [
      '{% for c in contacts %}{{ c.firstName | default: c.email }}{% unless forloop.last %}, {% endunless %}{% endfor %}',
    ],
    ['{{ invoice.description | newline_to_br | strip_html | escape | truncate: 500 }}'],
    [
      '{% assign lines = invoice.description | split: "\\n" %}{% for line in lines %}- {{ line }}\n{% endfor %}',
    ],
    ['{% for i in (1..10000) %}0123456789{% endfor %}'],
    [
      '{% case invoice.currency %}{% when "EUR" %}IBAN{% when "USD", "CAD" %}ABA{% else %}SWIFT{% endcase %}{{ invoice.dueDate | date: "%d/%m/%Y" }}',
    ],
  ])('has a limit beyond any reasonable template: %s', async (body) => {
    expect(await templates.check(1, body, 'mail', 'body')).toEqual([]);
  });
});

describe('a template that was saved all the same', () => {
  test('is rejected at rendering, each time with the same error, and no part of it is returned', async () => {
    const render = () => templates.render(1, expensive, templateSampleValues.document);
    const problem = { fault: expect.stringContaining('makes more than 2,000,000 characters') };
    expect(await Promise.all([render(), render(), render()])).toEqual([problem, problem, problem]);
    expect(JSON.stringify(await render())).not.toContain('capture');
  });

  test.each([
    ['for (;;);', 'it takes too long', 500],
    [
      'const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length + 0.5));',
      'it takes too much memory',
      30_000,
    ],
  ])(
    'is ended by the timeout if the count does not end it, and others are rendered: %s',
    async (work, reason, timeoutMs) => {
      const source = `
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ template }) => {
        if (template === '{{ dear }}') { ${work} }
        parentPort.postMessage({ made: { text: template } });
      });
      parentPort.postMessage({ ready: null });`;
      const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
      const own = createTemplates({
        ...templateThreadSettings,
        timeoutMs: timeoutMs,
        program: { url, execArgv: [] },
      });
      const expensiveOne = own.render(1, '{{ dear }}', templateSampleValues.document);
      const next = own.render(2, '{{ next }}', templateSampleValues.document);
      let order = 0;
      let isDone = false;
      const turn = () => {
        order += 1;
        if (!isDone) setImmediate(turn);
      };
      turn();
      const health = await api.request('/health');
      expect([health.status, isDone]).toEqual([200, false]);
      expect(await expensiveOne).toEqual({ fault: reason });
      isDone = true;
      expect(await next).toEqual({ text: '{{ next }}' });
      expect(order).toBeGreaterThan(20);
      expect(await own.check(1, '{{ dear }}', 'mail', 'body')).toEqual([
        `cannot be rendered, ${reason}`,
      ]);
      await own.close();
    },
  );

  test('of one workspace does not take the places of all others', async () => {
    const own = createTemplates();
    const renders = Array.from({ length: 30 }, () =>
      own.render(1, expensive, templateSampleValues.document),
    );
    const other = own.render(2, '{{ client.name }}', templateSampleValues.document);
    const settled = await Promise.allSettled(renders);
    const denied = settled.filter(({ status }) => status === 'rejected');
    expect(denied).toHaveLength(30 - 1 - templateThreadSettings.capacityOfOwner);
    expect(denied[0]).toMatchObject({ reason: { code: 'too_many_requests' } });
    expect(await other).toEqual({ text: 'Lovelace Analytics' });
    await own.close();
  });
});

test('a built service renders templates too, and its process ends despite the thread', async () => {
  const script = `
    import { renderTemplate } from ${JSON.stringify(join(packageRoot, 'dist/liquid.js'))};
    const { text } = await renderTemplate(1, 'From {{ workspace.name }}', { workspace: { name: 'Ours' } });
    process.stdout.write(text);`;
  const run = promisify(execFile);
  const { stderr, stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
  expect([stdout, stderr]).toEqual(['From Ours', '']);
});
