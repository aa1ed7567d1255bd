import { beforeAll, describe, expect, test } from 'vitest';
import { auditLogStagingTable } from '../../src/database/statements/audit-log-tables.ts';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createClient } from '../../src/domain/contacts/create-client.ts';
import { createExpense } from '../../src/domain/expenses/create.ts';
import { createSimpleInvoice } from '../../src/domain/invoices/create.ts';
import { recordPayment } from '../../src/domain/payments/record-payment.ts';
import { createTimeEntry } from '../../src/domain/time-entries/create.ts';
import { createVendor } from '../../src/domain/vendors/create.ts';
import { updateVendor } from '../../src/domain/vendors/update.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import type { Context } from '../../src/platform/context/context.ts';
import { runIdempotent } from '../../src/write/idempotency/run-idempotent.ts';
import { createContext } from '../../src/write/request-context.ts';
import type { WriteContext } from '../../src/write/unit-of-work.ts';
import { write } from '../../src/write/write.ts';
import { writeAndRead } from '../../src/write/write-and-read.ts';
import { useTestApi } from '../support/api.ts';
import { byNature } from '../support/citus.ts';
import { addContact, invoiceOf } from '../support/invoices.ts';
import { snapshot } from '../support/snapshot.ts';

const api = useTestApi();
let vendorId: string;
let invoice: { id: string; invoiceNumberFormatted: string };

/** A context as the next request would have it. */
const newContext = (): Context => createContext({ ...api.ours.context, root: api.database.prisma });
const dryContext = (): Context => ({ ...newContext(), isDryRun: true });

const dryRun = <T>(command: (tx: WriteContext) => Promise<T> | T) =>
  write(newContext(), command, { dryRun: true });

const queues = async () => {
  const { rows } = await api.owner.query(
    `SELECT (SELECT count(*) FROM ${auditLogStagingTable}) AS entries, (SELECT count(*) FROM graphile_worker.jobs) AS jobs`,
  );
  return rows[0];
};

/** Runs work, and checks that it has stored nothing. */
async function withoutChange<T>(work: () => Promise<T>): Promise<T> {
  const stored = async () => ({ ...(await snapshot(api.database.pool)), ...(await queues()) });
  const before = await stored();
  try {
    return await work();
  } finally {
    expect(await stored()).toEqual(before);
  }
}

beforeAll(async () => {
  const client = await createClient(newContext(), { name: 'Lovelace' });
  const contact = { firstName: 'Ada', email: 'ada@lovelace.example', invoiceContact: true };
  await addContact(api, api.ours, client.id, contact);
  vendorId = (await createVendor(newContext(), { name: 'Shop' })).id;
  invoice = await invoiceOf(api.ours, 'Lovelace', 100);
});

describe('a dry run', () => {
  test('of a command with one flush returns its result in one round trip', async () => {
    const { result, roundTrips, statements } = await withoutChange(() =>
      recordStatements(() => createVendor(dryContext(), { name: 'New' })),
    );
    expect(result).toMatchObject({ name: 'New', version: 1 });
    expect(roundTrips).toBe(byNature.statements(1));
    expect([statements[0], statements.at(-1)]).toEqual(['BEGIN', 'ROLLBACK']);
    expect(statements).toContain('SET CONSTRAINTS ALL IMMEDIATE');
  });

  test('of a command with several flushes, which issues a draft', async () => {
    const paid = await withoutChange(() =>
      recordPayment(dryContext(), {
        invoiceNumber: invoice.invoiceNumberFormatted,
        amount: 100,
        date: '2026-03-02',
      } as never),
    );
    expect(paid).toMatchObject({ id: invoice.id, status: 'PAID' });
  });

  test('sends no mail', async () => {
    const input = {
      clientName: 'Lovelace',
      amount: 100,
      sendTo: { send: true },
    };
    const invoice = await withoutChange(() =>
      createSimpleInvoice({ ...dryContext(), sendsMail: true }, input as never),
    );
    expect(invoice.status).toBe('SENT');
    const sent = await queues();
    await createSimpleInvoice({ ...newContext(), sendsMail: true }, input as never);
    expect(await queues()).not.toEqual(sent);
  });

  test('of a command that writes with one statement', async () => {
    const entry = await withoutChange(() =>
      createTimeEntry(dryContext(), {
        timerStart: '2026-03-02T09:00:00Z',
        timerEnd: '2026-03-02T10:00:00Z',
        clientName: 'Lovelace',
        projectName: 'New',
        createProject: true,
      }),
    );
    expect(entry).toMatchObject({ version: 1 });
  });

  test('of nested commands sees the changes of the earlier ones', async () => {
    const [vendor, expense, listed] = await withoutChange(() =>
      dryRun(async (tx) => {
        const vendor = await createVendor(tx, { name: 'Nested' });
        const expense = await write(tx, (joined) =>
          createExpense(joined, { amount: 5, vendor: 'Nested' }),
        );
        await updateVendor(tx, { id: vendor.id, name: 'Renamed' }, 'patch');
        const rows = await tx.db.$queryRaw<{ name: string }[]>`
          SELECT name FROM "Vendor" WHERE "accountId" = ${tx.accountId} AND id = ${vendor.id}`;
        return [vendor, expense, rows] as const;
      }),
    );
    expect(expense.vendorId).toBe(vendor.id);
    expect(listed).toEqual([{ name: 'Renamed' }]);
  });

  test('reads the record before it rolls back', async () => {
    const { written, read } = await withoutChange(() =>
      writeAndRead<{ id: string; name: string }>(
        dryContext(),
        ({ accountId }, { id }) => ({
          text: 'SELECT name AS body, version FROM "Vendor" WHERE "accountId" = $1 AND id = $2',
          values: [accountId, id],
        }),
        (context) => createVendor(context, { name: 'Read' }),
      ),
    );
    expect(written.name).toBe('Read');
    expect(read?.record).toEqual({ body: 'Read', version: 1 });
  });

  test('keeps no response of an idempotency key', async () => {
    const request = { key: 'dry', input: {}, requiredPermissions: 0 };
    const work = async (context: Context) => {
      const { id } = await createVendor(context, { name: 'Keyed' });
      return { id, answer: '{}', written: null };
    };
    const outcome = await withoutChange(() => runIdempotent(dryContext(), request, work));
    expect(outcome).toMatchObject({ result: { answer: '{}' } });
  });

  test('joins no transaction that commits', async () => {
    const nested = write(newContext(), (tx) => write(tx, () => 'done', { dryRun: true }));
    await expect(nested).rejects.toThrow('A dry run joins no other transaction.');
  });

  test('of nothing sends nothing', async () => {
    const { result, statements } = await recordStatements(() => dryRun(() => 'nothing'));
    expect([result, statements]).toEqual(['nothing', []]);
  });
});

describe('a dry run has the errors of the run', () => {
  const commands: Record<string, (context: Context) => Promise<unknown>> = {
    'of a unique constraint': (context) => createVendor(context, { name: 'Shop' }),
    'of a row that does not exist': (context) =>
      updateVendor(context, { id: vendorId.replace(/.{4}$/, 'ffff'), name: 'None' }, 'patch'),
    'of an input': (context) => createVendor(context, { name: '' }),
    'of a constraint that is checked at the end': (context) =>
      write(context, (tx) =>
        tx.queue(
          Prisma.sql`UPDATE "Invoice" SET "paymentTotal" = "paymentTotal" + 1, "amountDue" = "amountDue" - 1
            WHERE "accountId" = ${tx.accountId} AND id = ${invoice.id}`,
        ),
      ),
  };

  test.each(Object.keys(commands))('%s', async (name) => {
    const command = commands[name] as (typeof commands)[string];
    const errorOf = (context: Context) =>
      withoutChange(() =>
        command(context).then(
          () => undefined,
          (error: unknown) => error as { code: string; message: string },
        ),
      );
    const error = await errorOf(newContext());
    expect(error?.code).toBeDefined();
    const { code, message } = (await errorOf(dryContext())) ?? {};
    expect({ code, message }).toEqual({ code: error?.code, message: error?.message });
  });
});
