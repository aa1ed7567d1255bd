import { sendInvoice } from '../domain/invoices/send-invoice.ts';
import { sendInvoiceReminder, sendPaymentReceipt } from '../domain/outbox-mails/invoice-notices.ts';
import { createWorkspace } from '../domain/workspaces/create.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { domainServices } from '../mail/index.ts';
import type { Context } from '../platform/context/context.ts';
import { newId } from '../platform/ids/record-ids.ts';
import { saveIssuedSnapshot } from '../write/issued-snapshot.ts';
import { addEInvoiceClient } from './e-invoice-client.ts';
import { seedWorkspace } from './index.ts';
import { isVoidOrWrittenOff } from './invoices.ts';

const colleagues = [
  { email: 'noor@meridian.example', firstName: 'Noor', lastName: 'Haddad' },
  { email: 'tomas@meridian.example', firstName: 'Tomás', lastName: 'Okafor' },
];

/**
 * The demo workspace: a studio in Montréal with about twenty clients and six months of data,
 * invoices in every status, compound taxes and two currencies. Only this result contains the key.
 */
export async function createDemo(
  root: PrismaClient,
  now: Date,
  { log, publicUrl }: { log: (line: string) => void; publicUrl: string },
): Promise<{ accountId: number; key: string }> {
  log('Creating the demo workspace "Studio Meridian" …');
  const { workspace, context, key } = await createWorkspace(
    root,
    {
      name: 'Studio Meridian',
      ownerEmail: 'ada@meridian.example',
      ownerFirstName: 'Ada',
      ownerLastName: 'Tremblay',
      currency: 'CAD',
      timeZone: 'America/Toronto',
      country: 'Canada',
      taxLabel: 'GST/QST',
    },
    now,
  );
  const { accountId } = workspace;
  await root.workspace.update({ where: { accountId }, data: identity });
  await root.user.createMany({ data: colleagues.map((person) => ({ ...person, accountId })) });
  await addTemplate(root, accountId);
  const rows = await seedWorkspace(root, context, { clients: 20, months: 6, seed: 11 });
  await ensureEveryStatus(root, accountId);
  const demoContext = { ...context, publicUrl, services: domainServices };
  await sendMails(demoContext);
  await addEInvoiceClient(demoContext);
  log(`Created ${rows} records.`);
  return { accountId, key };
}

async function sendMails(context: Context): Promise<void> {
  const { accountId, db, now } = context;
  const newest = { orderBy: { id: 'desc' }, select: { id: true } } as const;
  const drafts = await db.invoice.findMany({
    ...{ ...newest, take: 2 },
    where: { accountId, status: 'DRAFT', total: { gt: 0 } },
  });
  for (const { id } of drafts) await sendInvoice(context, { id });
  const overdue = await db.invoice.findMany({
    ...{ ...newest, take: 3 },
    where: { accountId, status: { in: ['SENT', 'PARTIAL'] }, dueDate: { lt: now } },
  });
  for (const { id } of overdue) await sendInvoiceReminder(context, { id });
  const payments = await db.payment.findMany({ ...newest, where: { accountId }, take: 2 });
  for (const { id } of payments) await sendPaymentReceipt(context, { id });
}

/** For `templateName` of projects/create. */
async function addTemplate(root: PrismaClient, accountId: number): Promise<void> {
  const deliverables = ['Discovery', 'Wireframes', 'Visual design', 'Build', 'Launch'];
  const templateId = newId('ProjectTemplate');
  await root.projectTemplate.create({
    data: {
      accountId,
      id: templateId,
      name: 'Website',
      description: 'From discovery to launch.',
      portalAccess: 'OVERVIEW',
      feeSchedule: { feeType: 'HOURLY', amount: '110', taxable: true },
    },
  });
  await root.projectTemplateDeliverable.createMany({
    data: deliverables.map((name, index) => ({
      accountId,
      id: newId('ProjectTemplateDeliverable'),
      templateId,
      name,
      priority: index + 1,
      approvalRequired: name === 'Visual design',
      position: index + 1,
    })),
  });
}

const identity = {
  address1: '4200 boulevard Saint-Laurent',
  city: 'Montréal',
  locality: 'QC',
  postal: 'H2W 2R2',
  taxId: '123456789 RT0001',
  legalId: '1234567-8',
  website: 'https://meridian.example',
  electronicAddress: 'accounts@meridian.example',
  electronicAddressScheme: 'EM',
  contactName: 'Ada Tremblay',
  contactEmail: 'accounts@meridian.example',
  phone: '+1 514 555 0142',
  payInstructions: 'Please pay within 30 days by bank transfer, quoting the invoice number.',
};

/** Random data may miss a status. */
async function ensureEveryStatus(root: PrismaClient, accountId: number): Promise<void> {
  for (const status of ['PENDING', 'VOIDED', 'WRITE_OFF', 'SENT', 'DRAFT'] as const) {
    if ((await root.invoice.count({ where: { accountId, status } })) > 0) continue;
    const candidate = await root.invoice.findFirst({
      where: { accountId, status: { in: ['SENT', 'DRAFT'] } },
      orderBy: { id: 'asc' },
    });
    if (!candidate) continue;
    await root.invoice.update({
      where: { accountId_id: { accountId, id: candidate.id } },
      data: { status, ...(isVoidOrWrittenOff(status) && { amountDue: 0 }) },
    });
    await saveIssuedSnapshot(root, { accountId, db: root }, [candidate.id]);
  }
}
