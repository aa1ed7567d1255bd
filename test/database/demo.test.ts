import { beforeAll, expect, test } from 'vitest';
import { findBudgetUsedByProject } from '../../src/domain/record-totals/project-budgets.ts';
import { createAdministrationContext } from '../../src/domain/workspaces/administration-context.ts';
import { createDemo } from '../../src/seed/demo.ts';
import { cities } from '../../src/seed/sample-cities.ts';
import { testPublicUrl, useTestApi } from '../support/api.ts';
import { brokenRules, readTerms } from '../support/en16931/check-document.ts';

const api = useTestApi();
let accountId: number;

beforeAll(async () => {
  const options = { log: () => undefined, publicUrl: testPublicUrl };
  ({ accountId } = await createDemo(api.database.prisma, new Date(), options));
});

test('the projects of the demo are within their budgets or somewhat over them', async () => {
  const { prisma } = api.database;
  const projects = await prisma.project.findMany({ where: { accountId }, select: { id: true } });
  const context = await createAdministrationContext(prisma, accountId, new Date());
  const used = await findBudgetUsedByProject(
    context,
    projects.map(({ id }) => id),
  );
  const shares = [...used.values()].flatMap((share) => (share ? [Number(share)] : []));
  expect(shares.length).toBeGreaterThan(20);
  expect(Math.max(...shares)).toBeLessThan(1.6);
  expect(shares.filter((share) => share <= 1).length).toBeGreaterThan(shares.length / 2);
});

test('its clients are in cities of their regions and countries', async () => {
  const clients = await api.database.prisma.client.findMany({ where: { accountId } });
  const known = cities.map(({ city, country, locality, postal }) =>
    [city, locality, postal, country].join(),
  );
  expect(clients).toHaveLength(21);
  known.push('Bremen,,28195,Germany');
  for (const { city, country, locality, postal } of clients) {
    expect(known).toContain([city, locality, postal, country].join());
  }
});

test('its German client has an XRechnung with 19 % tax', async () => {
  const stored = await api.database.prisma.eInvoiceDocument.findMany({ where: { accountId } });
  expect(stored).toEqual([expect.objectContaining({ format: 'XRECHNUNG_UBL' })]);
  const xml = Buffer.from(stored[0]?.bytes ?? []).toString();
  const { lines, taxes } = readTerms(xml);
  expect(lines.map(({ taxCode, taxRate }) => [taxCode, taxRate])).toEqual([
    ['S', '19'],
    ['S', '19'],
  ]);
  expect(taxes).toEqual([expect.objectContaining({ code: 'S', rate: '19', amount: '399.00' })]);
  expect(brokenRules(readTerms(xml))).toEqual([]);
});

test('its outbox has an invoice, a reminder and a receipt, with links of the service', async () => {
  const mails = await api.database.prisma.outboxMail.findMany({ where: { accountId } });
  expect(new Set(mails.map(({ kind }) => kind))).toEqual(
    new Set(['INVOICE', 'REMINDER', 'RECEIPT']),
  );
  for (const { body, status } of mails) {
    expect([status, body]).toEqual(['KEPT', expect.stringContaining(`${testPublicUrl}/invoices/`)]);
  }
});
