import { beforeAll, expect, test } from 'vitest';
import { updateInvoiceTemplate } from '../../src/domain/invoices/invoice-templates.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { useTestApi } from '../support/api.ts';
import { textOfPdf } from '../support/documents.ts';
import { created } from '../support/invoices.ts';

const api = useTestApi();

/** As an older release let them be saved. */
const footers = {
  Broken: 'Sincerely {% if secret-of-ours %}',
  Dear: `{% if client.name == "Somebody else" %}ok{% else %}${'{% capture a %}xxxxxxxx{{a}}{{a}}{% endcapture %}'.repeat(24)}${Array.from({ length: 40 }, () => '{% if a contains "z" %}1{% endif %}').join('')}{% endif %}`,
};

beforeAll(async () => {
  const { accountId } = api.ours;
  await created(api.ours, 'clients/create', { name: 'Lovelace' });
  for (const [name, footer] of Object.entries(footers)) {
    await api.database.prisma.invoiceTemplate.create({
      data: { accountId, id: newId('InvoiceTemplate'), name, footer },
    });
  }
});

const leftOut = (invoiceId: string) =>
  api.database.prisma.invoiceEvent.findMany({ where: { invoiceId, kind: 'TEXT_LEFT_OUT' } });

test.each([
  ['Broken', 'line 1: '],
  ['Dear', 'line 1: makes more than 2,000,000 characters'],
])(
  'a footer that cannot be rendered is left out of page and PDF, and its owner is notified once: %s',
  async (templateName, reason) => {
    const body = { clientName: 'Lovelace', amount: 5, templateName };
    const { id, viewOnlineUrl } = await created(api.ours, 'invoices/create', body);
    const { pathname } = new URL(viewOnlineUrl);
    for (const _ of ['one view', 'another']) {
      const page = await api.request(pathname);
      expect(page.status).toBe(200);
      expect(page.body).toContain('Lovelace');
      expect(page.body).not.toMatch(/\{%|\{\{|capture|Sincerely/);
    }
    const pdf = await api.app.request(`${pathname}/invoice.pdf`);
    const text = (await textOfPdf(new Uint8Array(await pdf.arrayBuffer()))).join();
    expect(text).toContain('Lovelace');
    expect(text).not.toMatch(/\{%|\{\{|capture|Sincerely/);
    const reported = await leftOut(id);
    expect(reported).toMatchObject([{ actor: 'SERVICE', fromStatus: null, toStatus: null }]);
    expect(reported[0]?.note).toContain('The footer of its template was omitted');
    expect(reported[0]?.note).toContain(reason);
  },
);

test('a footer that was mended is shown again', async () => {
  const body = { clientName: 'Lovelace', amount: 5, templateName: 'Broken' };
  const { viewOnlineUrl } = await created(api.ours, 'invoices/create', body);
  const { pathname } = new URL(viewOnlineUrl);
  await api.request(pathname);
  const template = await api.database.prisma.invoiceTemplate.findFirstOrThrow({
    where: { accountId: api.ours.accountId, name: 'Broken' },
  });
  const footer = 'Sincerely, {{ workspace.name }}';
  await updateInvoiceTemplate(api.ours.context, { id: template.id, footer }, 'patch');
  expect((await api.request(pathname)).body).toContain('Sincerely, Ours');
});
