import { expect, test } from 'vitest';
import { createEmailTemplate } from '../../src/domain/invoices/email-templates.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

const make = (workspace = api.ours, body = 'Hello') =>
  createEmailTemplate(workspace.context, {
    name: 'Kind',
    subject: 'Invoice {{ invoice.number }} & thanks',
    body,
  });

test('templates are listed with their ids, by name, and each can be looked up', async () => {
  const { id } = await make(
    api.ours,
    'Dear {{ contact.firstName | default: "<you>" }},\r\n<b>5 < 6 & "so"</b>\r\n\r\n\r\nBye{% if invoice.number %}\nA{% endif %}\n',
  );
  const list = await api.ours.get('emailTemplates');
  expect(list.body).toEqual([
    { id: expect.stringMatching(/^eml_/), name: 'Invoice' },
    { id, name: 'Kind' },
  ]);
  const { status, body } = await api.ours.get(`emailTemplates/${id}`);
  expect([status, body]).toEqual([
    200,
    {
      id,
      name: 'Kind',
      subject: 'Invoice {{ invoice.number }} & thanks',
      htmlContent:
        '<p>Dear {{ contact.firstName | default: "<you>" }},<br>\n' +
        '&lt;b&gt;5 &lt; 6 &amp; &#34;so&#34;&lt;/b&gt;</p>\n<p>Bye{% if invoice.number %}<br>\nA{% endif %}</p>',
    },
  ]);
});

test('an unknown template is a 404', async () => {
  const theirs = await make(api.theirs);
  for (const id of [theirs.id, 'eml_unknown', 'Kind']) {
    const { status, body } = await api.ours.get(`emailTemplates/${id}`);
    expect([status, body.code]).toEqual([404, 'record_not_found']);
  }
  expect((await api.ours.get('emailTemplates')).body).not.toContainEqual(
    expect.objectContaining({ id: theirs.id }),
  );
});

test('a template’s path is read-only, and its name is unchanged', async () => {
  const answer = await api.ours.delete('emailTemplates/eml_1');
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect((await api.ours.get('emailTemplates/list')).body).toContain('Invoice');
});
