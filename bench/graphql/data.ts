import type { PrismaClient } from '../../src/generated/prisma/client.ts';
import type { Context } from '../../src/platform/context/context.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { SeededRandom } from '../../src/seed/random.ts';
import { SeedRows } from '../../src/seed/rows.ts';
import type { Named } from './invoice-data.ts';
import { addInvoice, day } from './invoice-data.ts';

/** What the GraphQL workloads ask for, known to all servers. */
export interface GraphQLBenchData {
  accountId: number;
  invoiceIds: string[];
  /** Client, project and deliverable, by name. */
  work: { clientName: string; projectName: string; deliverableName: string }[];
  /** The same by their ids. */
  workIds: { clientId: string; projectId: string; deliverableId: string }[];
  clients: Named[];
  userId: number;
}

export const sizes = {
  clients: 5_000,
  contactsPerClient: 3,
  projectsPerClient: 2,
  deliverablesPerProject: 5,
  invoicesPerClient: 4,
  entriesPerProject: 20,
} as const;

/** What somebody who uses PostGraphile would add: the minutes worked on a project, as a computed column. */
const trackedMinutes = `
  CREATE FUNCTION "Project_trackedMinutes"(p "Project") RETURNS int STABLE PARALLEL SAFE LANGUAGE sql AS $$
    SELECT coalesce(floor(sum(extract(epoch FROM "timerEnd" - "timerStart")) / 60), 0)::int
    FROM "TimeEntry" WHERE "accountId" = p."accountId" AND "projectId" = p.id $$`;

const clientsPerInsert = 200;

interface Surroundings {
  accountId: number;
  userId: number;
  projectTypeId: string;
  statusId: string;
  chance: SeededRandom;
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
    chance: new SeededRandom(11),
  };
  const data: GraphQLBenchData = {
    accountId,
    userId: workspace.ownerId,
    invoiceIds: [],
    work: [],
    workIds: [],
    clients: [],
  };
  for (let start = 0; start < sizes.clients; start += clientsPerInsert) {
    const rows = new SeedRows();
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

function addClient(rows: SeedRows, around: Surroundings, n: number, data: GraphQLBenchData): void {
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
  data.clients.push({ id, name });
  const projects = times(sizes.projectsPerClient).map((index) => {
    const projectName = `${faker.commerce.productName()} ${n}.${index}`;
    const project = addProject(rows, around, id, projectName);
    const { id: projectId, deliverableId } = project;
    data.work.push({ clientName: name, projectName, deliverableName: 'Deliverable 0' });
    data.workIds.push({ clientId: id, projectId, deliverableId });
    return project;
  });
  for (const index of times(sizes.invoicesPerClient)) {
    const number = n * sizes.invoicesPerClient + index + 1;
    const project = projects[index % projects.length] as Named;
    data.invoiceIds.push(addInvoice(rows, around, { id, name }, project, number));
  }
}

function addProject(
  rows: SeedRows,
  around: Surroundings,
  clientId: string,
  name: string,
): Named & { deliverableId: string } {
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
  return { id, name, deliverableId: String(deliverables[0]?.id) };
}
