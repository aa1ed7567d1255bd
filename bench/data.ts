import { createSimpleInvoice } from '../src/domain/invoices/create.ts';
import type { PrismaClient } from '../src/generated/prisma/client.ts';
import type { Context } from '../src/platform/context/context.ts';
import { newId } from '../src/platform/ids/record-ids.ts';
import { SeededRandom } from '../src/seed/random.ts';
import { SeedRows } from '../src/seed/rows.ts';

/** What the workloads ask for, known to both servers. */
export interface BenchData {
  /** Terms as a person types them: starts of names, parts of contacts' names, starts of e-mails. */
  searchTerms: string[];
  /** Client, project and deliverable, by name. */
  work: { clientName: string; projectName: string; deliverableName: string }[];
  /** Clients that can be changed. */
  clientIds: string[];
  /** Formatted numbers of open invoices that can take any number of payments of one cent. */
  invoiceNumbers: string[];
}

const clientCount = 50_000;
const contactsPerClient = 3;
const clientsWithWork = 300;
const invoiceCount = 500;

/** 50,000 clients, 150,000 contacts, 300 of the clients with a project and a deliverable, 500 open invoices. */
export async function makeData(prisma: PrismaClient, context: Context): Promise<BenchData> {
  const chance = new SeededRandom(7);
  const names: { id: string; name: string }[] = [];
  const terms = new Set<string>();
  for (let start = 0; start < clientCount; start += 2_500) {
    const rows = new SeedRows();
    for (let index = start; index < start + 2_500; index += 1) {
      names.push(addClient(rows, context.accountId, chance, index, terms));
    }
    await rows.insert(prisma);
  }
  const work = await addWork(prisma, context, names.slice(0, clientsWithWork));
  const invoiceNumbers: string[] = [];
  for (const { id } of names.slice(0, invoiceCount)) {
    const invoice = await createSimpleInvoice(context, { clientId: id, amount: 1_000_000 });
    invoiceNumbers.push(invoice.invoiceNumberFormatted);
  }
  await prisma.$executeRawUnsafe('VACUUM ANALYZE');
  const clientIds = names.slice(-500).map(({ id }) => id);
  return { searchTerms: [...terms], work, clientIds, invoiceNumbers };
}

function addClient(
  rows: SeedRows,
  accountId: number,
  chance: SeededRandom,
  index: number,
  terms: Set<string>,
): { id: string; name: string } {
  const { faker } = chance;
  const name = `${faker.company.name()} ${index}`;
  const { id } = rows.add('Client', {
    accountId,
    id: newId('Client'),
    name,
    city: faker.location.city(),
    country: 'Canada',
    phone: `+1 ${chance.int(200, 999)} ${chance.int(200, 999)} ${chance.int(1000, 9999)}`,
    currency: 'CAD',
  });
  for (let n = 0; n < contactsPerClient; n += 1) {
    const firstName = faker.person.firstName();
    const lastName = faker.person.lastName();
    const email = `${firstName}.${lastName}.${index}@example.com`.toLowerCase();
    rows.add('Contact', {
      accountId,
      id: newId('Contact'),
      clientId: id,
      firstName,
      lastName,
      email,
      phone: `+1 ${chance.int(200, 999)} ${chance.int(200, 999)} ${chance.int(1000, 9999)}`,
      defaultContact: n === 0,
    });
    if (index % 250 === 0) {
      terms.add([name.slice(0, 12), `${firstName} ${lastName}`, email.slice(0, 14)][n] ?? name);
    }
  }
  return { id, name };
}

async function addWork(
  prisma: PrismaClient,
  { accountId }: Context,
  clients: { id: string; name: string }[],
): Promise<BenchData['work']> {
  const type = await prisma.projectType.findFirstOrThrow({
    where: { accountId, isDefaultProjectType: true },
    include: { statusList: true },
  });
  const statusId = type.statusList[0]?.id ?? '';
  const rows = new SeedRows();
  const work = clients.map(({ id: clientId, name: clientName }, index) => {
    const projectName = `Project ${index}`;
    const deliverableName = `Deliverable ${index}`;
    const project = rows.add('Project', {
      accountId,
      id: newId('Project'),
      clientId,
      projectTypeId: type.id,
      name: projectName,
    });
    rows.add('Deliverable', {
      accountId,
      id: newId('Deliverable'),
      projectId: project.id,
      name: deliverableName,
      statusId,
    });
    return { clientName, projectName, deliverableName };
  });
  await rows.insert(prisma);
  return work;
}
