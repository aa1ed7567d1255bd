import type { Prisma, PrismaClient } from '../../src/generated/prisma/client.ts';
import type { Context } from '../../src/platform/context/context.ts';
import type { IdPrefix } from './sql.ts';
import { idOf } from './sql.ts';

/** Small workspaces beside it, whose contacts have the same addresses. Only their conditions on `accountId` tell them apart. */
const neighbours = { workspaces: 400, clients: 10 };

/** Records for each client. */
const perClient = { contacts: 2, projects: 2, deliverables: 2, entries: 10 };

/**
 * A workspace of so many clients, in which every kind of record grows with them: what a year of work leaves, spread over the
 * year, made by statements so that three million time entries take minutes.
 */
export async function makeGrowthData(
  prisma: PrismaClient,
  { accountId, workspace }: Context,
  clients: number,
): Promise<void> {
  const [setUp] = await prisma.$queryRaw<Record<string, string>[]>`
    SELECT (SELECT id FROM "ProjectType" WHERE "accountId" = ${accountId} LIMIT 1) AS type,
      (SELECT id FROM "TaskStage" WHERE "accountId" = ${accountId} ORDER BY position LIMIT 1) AS status,
      (SELECT id FROM "PipelineStage" WHERE "accountId" = ${accountId} ORDER BY position LIMIT 1) AS stage`;
  const known = { ...setUp, accountId: String(accountId), owner: String(workspace.ownerId) };
  await prisma.$transaction(
    async (db) => {
      // The rows fit together; checking that one by one would take most of the time.
      await db.$executeRawUnsafe(`SET LOCAL session_replication_role = 'replica'`);
      const indexes = await dropIndexes(db);
      for (const statement of statementsFor(known, clients)) await db.$executeRawUnsafe(statement);
      for (const { definition } of indexes) await db.$executeRawUnsafe(definition);
    },
    { timeout: 3_600_000 },
  );
  await prisma.$executeRawUnsafe('VACUUM ANALYZE');
}

interface Index {
  name: string;
  definition: string;
}

/** Drops the indexes that no constraint needs: made anew over all rows at once they take a fraction of the time. */
async function dropIndexes(db: Prisma.TransactionClient): Promise<Index[]> {
  const indexes = await db.$queryRaw<Index[]>`
    SELECT quote_ident(c.relname) AS name, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND NOT i.indisunique
      AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)`;
  for (const { name } of indexes) await db.$executeRawUnsafe(`DROP INDEX ${name}`);
  return indexes;
}

type Known = Record<string, string>;

/** A moment of the year, another for each row: neighbours are months apart, as no import would have them. */
const moment = (n: string) =>
  `timestamptz '2026-01-01' + ((${n})::bigint * 7919003 % 31536000) * interval '1 s'`;
const day = (n: string) => `(${moment(n)})::date`;
const words = (n: string) =>
  `(ARRAY['North', 'Amber', 'Delta', 'Cedar', 'Harbor', 'Summit', 'Violet'])[1 + (${n}) % 7] || ' ' || (ARRAY['Works', 'Studio', 'Group', 'Foods', 'Labs'])[1 + (${n}) % 5]`;

function neighbourStatements(accountId: string): string[] {
  const { workspaces, clients } = neighbours;
  const own = `${accountId} + w`;
  const rows = `generate_series(1, ${workspaces}) w, generate_series(1, ${clients}) n`;
  return [
    `INSERT INTO "Workspace" ("accountId", name) SELECT ${own}, 'Neighbour ' || w FROM generate_series(1, ${workspaces}) w`,
    `INSERT INTO "Client" ("accountId", id, name) SELECT ${own}, ${idOf('cli', 'n')}, 'Client ' || n FROM ${rows}`,
    `INSERT INTO "Contact" ("accountId", id, "clientId", email) SELECT ${own}, ${idOf('con', 'n')}, ${idOf('cli', 'n')},
      'person' || n * 2 - 1 || '@example.com' FROM ${rows}`,
  ];
}

function statementsFor(known: Known, clients: number): string[] {
  const { accountId, owner, type, status, stage } = known;
  /** INSERT … SELECT for n from 1; each row was made and changed at a moment of its own. */
  const fill = (
    table: string,
    count: number,
    columns: Record<string, string>,
    idPrefix?: IdPrefix,
  ) => {
    const all: Record<string, string> = {
      '"accountId"': accountId ?? '',
      ...(idPrefix && { id: idOf(idPrefix, 'n') }),
      ...columns,
      '"createdAt"': moment('n + 13'),
      '"updatedAt"': moment('n + 29'),
    };
    return `INSERT INTO "${table}" (${Object.keys(all).join(', ')}) SELECT ${Object.values(all).join(', ')} FROM generate_series(1, ${count}) n`;
  };
  const clientOf = (n: string, each: number) => idOf('cli', `(${n} - 1) / ${each} + 1`);
  const projects = clients * perClient.projects;
  const projectOf = (n: string, each: number) => idOf('prj', `(${n} - 1) / ${each} + 1`);
  const entriesPerProject = perClient.entries / perClient.projects;
  const clientId = '"clientId"';
  return [
    ...neighbourStatements(accountId ?? ''),
    fill(
      'Client',
      clients,
      {
        name: `${words('n')} || ' ' || n`,
        city: `'City ' || n % 500`,
        country: `'Country ' || n % 20`,
        phone: `'+1 ' || 200 + n % 800 || ' ' || n`,
        currency: `'CAD'`,
      },
      'cli',
    ),
    fill(
      'Contact',
      clients * perClient.contacts,
      {
        [clientId]: clientOf('n', perClient.contacts),
        '"firstName"': `(ARRAY['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara'])[1 + n % 5] || n % 300`,
        '"lastName"': `(ARRAY['Hopper', 'Turing', 'Liskov', 'Lovelace'])[1 + n % 4] || n % 700`,
        email: `'person' || n || '@example.com'`,
        '"defaultContact"': `n % ${perClient.contacts} = 1`,
      },
      'con',
    ),
    fill(
      'Project',
      projects,
      {
        [clientId]: clientOf('n', perClient.projects),
        '"projectTypeId"': `'${type}'`,
        name: `${words('n * 3')} || ' project ' || n`,
        '"startDate"': day('n'),
        '"dueDate"': `CASE WHEN n % 3 > 0 THEN ${day('n + 5')} END`,
        '"dateCreated"': moment('n + 7'),
      },
      'prj',
    ),
    fill(
      'Deliverable',
      projects * perClient.deliverables,
      {
        '"projectId"': projectOf('n', perClient.deliverables),
        name: `'Deliverable ' || n`,
        '"statusId"': `'${status}'`,
        priority: 'n % 5',
        position: `n % ${perClient.deliverables}`,
        '"startDate"': `CASE WHEN n % 2 > 0 THEN ${day('n')} END`,
        '"dueDate"': `CASE WHEN n % 3 > 0 THEN ${day('n + 3')} END`,
        '"completedAt"': `CASE WHEN n % 4 > 0 THEN ${moment('n + 5')} END`,
      },
      'dlv',
    ),
    fill(
      'TimeEntry',
      clients * perClient.entries,
      {
        [clientId]: clientOf('n', perClient.entries),
        '"projectId"': projectOf('n', entriesPerProject),
        '"userId"': owner ?? '',
        '"timerStart"': moment('n'),
        '"timerEnd"': `${moment('n')} + (1 + n % 240) * interval '1 min'`,
        notes: `'Work'`,
      },
      'tim',
    ),
    ...moneyFor(clients, fill, owner ?? ''),
    fill(
      'Opportunity',
      clients,
      {
        [clientId]: clientOf('n', 1),
        name: `${words('n * 5')} || ' deal ' || n`,
        '"statusId"': `'${stage}'`,
        value: 'n % 90000',
        '"estCloseDate"': day('n + 2'),
        '"actualCloseDate"': `CASE WHEN n % 3 > 0 THEN ${day('n + 4')} END`,
        sentiment: 'n % 5 + 1',
      },
      'opp',
    ),
    fill('Form', 1, { name: `'Contact form'` }, 'frm'),
    fill(
      'FormSubmission',
      clients,
      {
        '"formId"': idOf('frm', '1'),
        [clientId]: clientOf('n', 1),
        '"submittedAt"': moment('n'),
        '"formData"': `'{"message": "Hello"}'`,
      },
      'sub',
    ),
    fill(
      'CalendarEvent',
      clients,
      {
        '"userId"': owner ?? '',
        '"startDate"': day('n'),
        '"endDate"': day('n'),
        '"timeZone"': `'UTC'`,
        '"fullDay"': 'true',
        '"startsAt"': `date_trunc('day', ${moment('n')}, 'UTC')`,
        '"endsAt"': `date_trunc('day', ${moment('n')}, 'UTC') + interval '1 day'`,
        summary: `'Meeting ' || n`,
      },
      'evt',
    ),
  ];
}

type Fill = (
  table: string,
  count: number,
  columns: Record<string, string>,
  idPrefix?: IdPrefix,
) => string;

function moneyFor(clients: number, fill: Fill, _owner: string): string[] {
  const clientId = '"clientId"';
  const total = '(100 + n % 9000)';
  // A third is paid, a third in part, a third not at all.
  const paid = `CASE n % 3 WHEN 0 THEN ${total} WHEN 1 THEN 50 ELSE 0 END`;
  return [
    fill('Vendor', Math.ceil(clients / 10), { name: `'Vendor ' || n` }, 'ven'),
    fill(
      'Expense',
      clients,
      {
        [clientId]: idOf('cli', 'n'),
        '"projectId"': idOf('prj', 'n * 2'),
        '"vendorId"': idOf('ven', '(n - 1) / 10 + 1'),
        amount: '1 + n % 7000',
        currency: `'CAD'`,
        category: `'Category ' || n % 12`,
        '"dateCreated"': day('n'),
        '"dueDate"': `CASE WHEN n % 3 > 0 THEN ${day('n + 1')} END`,
        '"datePaid"': `CASE WHEN n % 2 > 0 THEN ${day('n + 2')} END`,
      },
      'exp',
    ),
    fill(
      'Invoice',
      clients,
      {
        '"invoiceNumber"': 'n',
        '"invoiceNumberFormatted"': `'INV-' || n`,
        [clientId]: idOf('cli', 'n'),
        status: `(ARRAY['PAID', 'PARTIAL', 'SENT'])[1 + n % 3]::"InvoiceStatus"`,
        currency: `'CAD'`,
        '"subTotal"': total,
        total,
        '"paymentTotal"': paid,
        '"amountDue"': `${total} - (${paid})`,
        '"dateCreated"': day('n'),
        '"dueDate"': `${day('n')} + 30`,
        '"datePaid"': `CASE WHEN n % 3 = 0 THEN ${day('n')} + 20 END`,
        '"clientInfo"': `'{"name": "Client"}'`,
        '"viewToken"': `'token-' || n`,
      },
      'inv',
    ),
    fill(
      'InvoiceLine',
      clients,
      {
        '"invoiceId"': idOf('inv', 'n'),
        position: '1',
        description: `'Work'`,
        quantity: '1',
        '"unitPrice"': total,
        '"lineTotal"': total,
        type: `'PROJECT'`,
        '"projectId"': idOf('prj', 'n * 2'),
        '"projectName"': `'Project'`,
      },
      'lin',
    ),
    fill(
      'Payment',
      clients,
      {
        '"invoiceId"': idOf('inv', 'n'),
        amount: `CASE n % 3 WHEN 0 THEN ${total} ELSE 50 END`,
        date: day('n'),
        '"paymentType"': `'BANK_TRANSFER'`,
        '"referenceNumber"': `'R-' || n`,
      },
      'pay',
    ),
    fill(
      'OutboxMail',
      clients,
      {
        '"invoiceId"': idOf('inv', 'n'),
        recipients: `ARRAY['person' || n || '@example.com']`,
        subject: `'Invoice ' || n`,
        body: `'Please pay.'`,
        status: `'SENT'`,
        '"sentAt"': moment('n'),
      },
      'mai',
    ),
  ];
}
