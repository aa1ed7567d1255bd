import { formatInvoiceNumber } from '../../src/domain/invoices/numbers.ts';
import { computeTotals } from '../../src/domain/invoices/totals.ts';
import type { Context } from '../../src/domain/kernel/context.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import { Decimal } from '../../src/domain/kernel/money.ts';
import type { PrismaClient } from '../../src/generated/prisma/client.ts';
import { Chance } from '../../src/seed/chance.ts';
import { Rows } from '../../src/seed/rows.ts';

/** What the GraphQL workloads ask for, known to all servers. */
export interface GraphQLBenchData {
  accountId: number;
  invoiceIds: string[];
  /** Client, project and deliverable, by name. */
  work: { clientName: string; projectName: string; deliverableName: string }[];
}

export const sizes = {
  clients: 5_000,
  contactsPerClient: 3,
  projectsPerClient: 2,
  deliverablesPerProject: 5,
  invoicesPerClient: 4,
  linesPerInvoice: 3,
  entriesPerProject: 20,
} as const;

/** What somebody who uses PostGraphile would add: the minutes worked on a project, as a computed column. */
const trackedMinutes = `
  CREATE FUNCTION "Project_trackedMinutes"(p "Project") RETURNS int STABLE PARALLEL SAFE LANGUAGE sql AS $$
    SELECT coalesce(floor(sum(extract(epoch FROM "timerEnd" - "timerStart")) / 60), 0)::int
    FROM "TimeEntry" WHERE "accountId" = p."accountId" AND "projectId" = p.id $$`;

const clientsPerInsert = 200;

const components = [
  { name: 'GST', rate: new Decimal(5), order: 1, compound: false, compoundOnOrder: null },
  { name: 'PST', rate: new Decimal(7), order: 2, compound: false, compoundOnOrder: null },
];

interface Surroundings {
  accountId: number;
  userId: number;
  projectTypeId: string;
  statusId: string;
  chance: Chance;
}

/**
 * 5,000 clients, 15,000 contacts, 10,000 projects, 50,000 deliverables, 200,000 time entries, 20,000 invoices with 60,000
 * lines and a payment or two each.
 */
export async function makeGraphQLData(
  prisma: PrismaClient,
  { accountId, workspace }: Context,
): Promise<GraphQLBenchData> {
  const type = await prisma.projectType.findFirstOrThrow({
    where: { accountId, isDefaultProjectType: true },
    include: { statusList: true },
  });
  const around: Surroundings = {
    accountId,
    userId: workspace.ownerId,
    projectTypeId: type.id,
    statusId: type.statusList[0]?.id ?? '',
    chance: new Chance(11),
  };
  const data: GraphQLBenchData = { accountId, invoiceIds: [], work: [] };
  for (let start = 0; start < sizes.clients; start += clientsPerInsert) {
    const rows = new Rows();
    for (let n = start; n < start + clientsPerInsert; n += 1) addClient(rows, around, n, data);
    await prisma.$transaction((db) => rows.insert(db), { timeout: 120_000 });
    // Without it the checks of foreign keys keep the plans that suit empty tables.
    await prisma.$executeRawUnsafe('ANALYZE');
  }
  await prisma.$executeRawUnsafe(trackedMinutes);
  await prisma.$executeRawUnsafe('VACUUM ANALYZE');
  return data;
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

function addClient(rows: Rows, around: Surroundings, n: number, data: GraphQLBenchData): void {
  const { accountId, chance } = around;
  const { faker } = chance;
  const id = newId('Client');
  const name = `${faker.company.name()} ${n}`;
  rows.add('Client', {
    accountId,
    id,
    name,
    city: faker.location.city(),
    country: 'Canada',
    phone: `+1 ${chance.int(200, 999)} ${chance.int(200, 999)} ${chance.int(1000, 9999)}`,
    currency: 'CAD',
  });
  for (const index of times(sizes.contactsPerClient)) {
    const firstName = faker.person.firstName();
    const lastName = faker.person.lastName();
    rows.add('Contact', {
      accountId,
      id: newId('Contact'),
      clientId: id,
      firstName,
      lastName,
      email: `${firstName}.${lastName}.${n}@example.com`.toLowerCase(),
      defaultContact: index === 0,
    });
  }
  const projects = times(sizes.projectsPerClient).map((index) => {
    const projectName = `${faker.commerce.productName()} ${n}.${index}`;
    const project = addProject(rows, around, id, projectName);
    data.work.push({ clientName: name, projectName, deliverableName: 'Deliverable 0' });
    return project;
  });
  for (const index of times(sizes.invoicesPerClient)) {
    const number = n * sizes.invoicesPerClient + index + 1;
    const project = projects[index % projects.length] as Named;
    data.invoiceIds.push(addInvoice(rows, around, { id, name }, project, number));
  }
}

interface Named {
  id: string;
  name: string;
}

const day = (chance: Chance) =>
  `2026-${String(chance.int(1, 12)).padStart(2, '0')}-${String(chance.int(1, 28)).padStart(2, '0')}`;

function addProject(rows: Rows, around: Surroundings, clientId: string, name: string): Named {
  const { accountId, userId, projectTypeId, statusId, chance } = around;
  const id = newId('Project');
  rows.add('Project', { accountId, id, clientId, projectTypeId, name, startDate: day(chance) });
  const deliverables = times(sizes.deliverablesPerProject).map((position) => {
    const deliverable = { accountId, id: newId('Deliverable'), projectId: id, statusId, position };
    return rows.add('Deliverable', {
      ...deliverable,
      name: `Deliverable ${position}`,
      dueDate: day(chance),
    });
  });
  for (const index of times(sizes.entriesPerProject)) {
    const started = Date.parse(`${day(chance)}T09:00:00Z`);
    rows.add('TimeEntry', {
      accountId,
      id: newId('TimeEntry'),
      clientId,
      projectId: id,
      deliverableId: deliverables[index % deliverables.length]?.id,
      userId,
      timerStart: new Date(started).toISOString(),
      timerEnd: new Date(started + chance.int(10, 300) * 60_000).toISOString(),
      notes: 'Work',
    });
  }
  return { id, name };
}

function addInvoice(
  rows: Rows,
  { accountId, chance }: Surroundings,
  client: Named,
  project: Named,
  number: number,
): string {
  const lines = times(sizes.linesPerInvoice).map((index) => ({
    quantity: new Decimal(chance.int(1, 40)),
    unitPrice: new Decimal(chance.int(5_000, 20_000)).dividedBy(100),
    taxable: index > 0,
  }));
  const totals = computeTotals({ currency: 'CAD', lines, discountPercent: '0', components });
  const paid = totals.total.dividedBy(2).toDecimalPlaces(2);
  const id = newId('Invoice');
  const date = day(chance);
  rows.add('Invoice', {
    accountId,
    id,
    invoiceNumber: number,
    invoiceNumberFormatted: formatInvoiceNumber('INV-######', number),
    clientId: client.id,
    status: 'PARTIAL',
    currency: 'CAD',
    subTotal: totals.subTotal,
    tax: totals.tax,
    total: totals.total,
    paymentTotal: paid,
    amountDue: totals.total.minus(paid),
    dateCreated: date,
    dateDue: date,
    clientInfo: { id: client.id, name: client.name },
    viewToken: id,
  });
  lines.forEach((line, index) => {
    rows.add('InvoiceLine', {
      accountId,
      id: newId('InvoiceLine'),
      invoiceId: id,
      position: index + 1,
      description: `${project.name}: hours`,
      ...line,
      lineTotal: totals.lineTotals[index],
      type: 'PROJECT',
      projectId: project.id,
      projectName: project.name,
    });
  });
  for (const line of totals.taxLines) {
    rows.add('InvoiceTaxLine', {
      accountId,
      id: newId('InvoiceTaxLine'),
      invoiceId: id,
      name: line.name,
      rate: line.rate,
      order: line.order,
      compound: line.compound,
      taxableAmount: line.taxableAmount,
      amount: line.amount,
    });
  }
  const first = paid.dividedBy(2).toDecimalPlaces(2);
  for (const amount of [first, paid.minus(first)]) {
    rows.add('Payment', {
      accountId,
      id: newId('Payment'),
      invoiceId: id,
      amount,
      date: day(chance),
      paymentType: 'BANK_TRANSFER',
      referenceNumber: `R-${number}`,
    });
  }
  return id;
}
