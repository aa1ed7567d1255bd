import type pg from 'pg';

/** Rows of each table, by a share of the total. */
const shares = {
  Client: 0.2,
  Contact: 0.3,
  Project: 0.13,
  Deliverable: 0.2,
  Invoice: 0.07,
  Expense: 0.03,
  Opportunity: 0.03,
  Ticket: 0.02,
  FormSubmission: 0.02,
} as const;

/** Words that many records have, and one that few have. */
const pick = (words: string, n: string) =>
  `(ARRAY['${words.replaceAll(' ', "','")}'])[1 + (${n}) % ${words.split(' ').length}]`;
const common = (n: string) =>
  `${pick('North Amber Delta Cedar Harbor Summit Violet', n)} || ' ' || ${pick('Works Studio Group Foods Labs', n)}`;
const rare = (n: string) =>
  `initcap(translate(left(md5((${n})::text), 7), '0123456789', 'klmnoprstu'))`;
const digits = (n: string) => `lpad(((${n})::bigint * 7919 % 10000000)::text, 7, '0')`;

const id = (prefix: string, n: string) => `'${prefix}_' || lpad(to_hex(${n}), 32, '0')`;

/**
 * Fills a workspace with records as a search finds them, without their triggers.
 * @returns the number of rows
 */
export async function addManyRecords(
  owner: pg.Pool,
  accountId: number,
  records: number,
): Promise<number> {
  const client = await owner.connect();
  const count = (table: keyof typeof shares) => Math.round(records * shares[table]);
  const fill = async (table: keyof typeof shares, columns: Record<string, string>) => {
    const names = ['"accountId"', ...Object.keys(columns).map((name) => `"${name}"`)];
    const values = [String(accountId), ...Object.values(columns)];
    const { rowCount } = await client.query(
      `INSERT INTO "${table}" (${names.join(', ')}) SELECT ${values.join(', ')} FROM generate_series(1, ${count(table)}) n`,
    );
    return rowCount ?? 0;
  };
  const parent = (prefix: string, table: keyof typeof shares) =>
    id(prefix, `1 + n % ${count(table)}`);
  try {
    await client.query(`SET session_replication_role = 'replica'`);
    const { rows } = await client.query<Record<string, string>>(
      `SELECT (SELECT id FROM "ProjectType" WHERE "accountId" = $1 LIMIT 1) AS type,
        (SELECT id FROM "TaskStage" WHERE "accountId" = $1 LIMIT 1) AS status,
        (SELECT id FROM "PipelineStage" WHERE "accountId" = $1 LIMIT 1) AS stage`,
      [accountId],
    );
    const known = rows[0] as Record<string, string>;
    const clientId = parent('cli', 'Client');
    let total = 0;
    total += await fill('Client', {
      ...{ id: id('cli', 'n'), name: `${rare('n')} || ' ' || ${common('n')} || ' ' || n` },
      phone: `'+1 613 ' || ${digits('n')}`,
    });
    total += await fill('Contact', {
      ...{ id: id('con', 'n'), clientId, firstName: pick('Ada Grace Alan Edsger Barbara', 'n') },
      lastName: `${rare('n + 1000000')}`,
      email: `lower(${rare('n + 1000000')}) || n || '@' || lower(${rare('n')}) || '.example'`,
      phone: `'+44 20 ' || ${digits('n + 5')}`,
    });
    total += await fill('Project', {
      ...{ id: id('prj', 'n'), clientId, projectTypeId: `'${known.type}'` },
      name: `${rare('n + 2000000')} || ' project ' || n`,
    });
    total += await fill('Deliverable', {
      ...{ id: id('dlv', 'n'), projectId: parent('prj', 'Project'), statusId: `'${known.status}'` },
      ...{
        name: `'Deliverable ' || n`,
        description: `${common('n * 3')} || ' for ' || ${rare('n')}`,
      },
    });
    total += await fill('Invoice', {
      ...{
        id: id('inv', 'n'),
        clientId,
        invoiceNumber: 'n',
        currency: `'CAD'`,
        clientInfo: `'{}'`,
      },
      invoiceNumberFormatted: `'INV-2026-' || lpad(n::text, 6, '0')`,
      ...{ subTotal: '1', total: '1', amountDue: '1', dateCreated: `'2026-01-01'` },
      dueDate: `'2026-02-01'`,
    });
    total += await fill('Expense', {
      ...{ id: id('exp', 'n'), amount: '1', currency: `'CAD'`, billNo: `'R-' || n` },
      description: `'Travel to ' || ${rare('n')}`,
    });
    total += await fill('Opportunity', {
      ...{
        id: id('opp', 'n'),
        statusId: `'${known.stage}'`,
        name: `${rare('n')} || ' deal ' || n`,
      },
    });
    total += await fill('Ticket', {
      ...{ id: id('tic', 'n'), ticketNumber: 'n', subject: `'Question about ' || ${rare('n')}` },
    });
    total += await fill('FormSubmission', {
      ...{ id: id('sub', 'n'), formId: `'frm_none'`, submittedAt: 'now()' },
      formData: `jsonb_build_object('firstName', 'Ada', 'lastName', ${rare('n')}, 'email', 'lead' || n || '@example.com')`,
    });
    await client.query(`SET session_replication_role = 'origin'`);
    await client.query('VACUUM ANALYZE');
    return total;
  } finally {
    client.release(true);
  }
}
