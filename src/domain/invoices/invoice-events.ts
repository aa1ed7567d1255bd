import type { Db } from '../../database/client/db.ts';
import type { Invoice, InvoiceEvent, PrismaClient } from '../../generated/prisma/client.ts';
import { auditColumnsSql, auditValuesSql } from '../../platform/audit-log/audited-columns.ts';
import { systemAuditEntrySql } from '../../platform/audit-log/system-entries.ts';
import type { AuditEntryExpressions } from '../../platform/audit-log/write-entries.ts';
import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';

/** What is to be told of an invoice; what is left out is null. */
export interface NewInvoiceEvent {
  invoiceId: string;
  kind: InvoiceEvent['kind'];
  /** What a person should know besides: the addresses, the amount, the reason. */
  note?: string | null;
  /** The statuses before and after, where the event changed it. */
  fromStatus?: InvoiceEvent['fromStatus'];
  toStatus?: InvoiceEvent['toStatus'];
  /** How much more of the invoice was given up by it (decision 85). */
  givenUp?: InvoiceEvent['givenUp'];
  /** The day of the books of what was voided or given up, or was owed again. */
  bookedOn?: InvoiceEvent['bookedOn'];
}

type EventActor = Pick<InvoiceEvent, 'actor' | 'keyName' | 'personName'>;

/** Who did what an event tells: who signed in or the request's key, by name, or the service where there is neither. */
function invoiceEventActor({
  actor: { keyId, keyName, person },
}: Pick<Context, 'actor'>): EventActor {
  if (person) return { actor: 'PERSON', keyName: null, personName: person.name };
  return keyId === null
    ? { actor: 'SERVICE', keyName: null, personName: null }
    : { actor: 'KEY', keyName, personName: null };
}

/** Adds an entry to the history of an invoice. */
export const insertInvoiceEvents = (tx: WriteContext, events: readonly NewInvoiceEvent[]) =>
  tx.insertAll(
    'InvoiceEvent',
    events.map((event) => ({ id: newId('InvoiceEvent'), ...invoiceEventActor(tx), ...event })),
  );

/** What the log says of a line of an invoice's history that a part of a statement wrote: it is called `told`, and answers the whole row. */
export const createdInvoiceEventSql: AuditEntryExpressions = {
  ...{ kind: 'CREATED', model: 'InvoiceEvent', id: 'told.id', version: 'told.version' },
  ...{ after: auditValuesSql('InvoiceEvent', 'told'), from: 'told' },
};

/**
 * Notes that an invoice's link was opened: when it was for the first time, and that in its history, once however many
 * open it at the same moment. One statement, which does nothing where it was opened before, nor for a draft: whoever
 * looks at that before it is sent is its maker.
 */
export async function recordFirstView(
  db: PrismaClient,
  accountId: number,
  invoiceId: string,
): Promise<void> {
  const row = { id: 'viewed.id', version: 'viewed.version' };
  const after = auditColumnsSql('Invoice', 'viewed', ['firstViewedAt']);
  const before = `'{"firstViewedAt": null}'`;
  const changed: AuditEntryExpressions = {
    ...{ kind: 'UPDATED', model: 'Invoice', ...row, before, after, from: 'viewed' },
  };
  const author = { accountId, kind: 'CUSTOMER', operation: 'invoice/view' } as const;
  await db.$executeRaw`
    WITH viewed AS (
      UPDATE "Invoice" SET "firstViewedAt" = transaction_timestamp()
      WHERE "accountId" = ${accountId} AND id = ${invoiceId} AND "firstViewedAt" IS NULL
        AND status <> 'DRAFT'
      RETURNING id, version, "firstViewedAt"
    ), told AS (
      INSERT INTO "InvoiceEvent" ("accountId", id, "invoiceId", kind, actor)
      SELECT ${accountId}, ${newId('InvoiceEvent')}, viewed.id, 'VIEWED', 'CUSTOMER' FROM viewed
      RETURNING *
    )
    ${systemAuditEntrySql(author, [changed, createdInvoiceEventSql])}`;
}

/**
 * Notes that a text of an invoice's template could not be rendered, so that its customer is shown the invoice without it:
 * once for each reason, however often the invoice is shown. One statement.
 */
export async function recordOmittedText(
  db: Db,
  { accountId, id }: Pick<Invoice, 'accountId' | 'id'>,
  note: string,
): Promise<void> {
  await db.$executeRaw`
    WITH told AS (
      INSERT INTO "InvoiceEvent" ("accountId", id, "invoiceId", kind, actor, note)
      SELECT ${accountId}, ${newId('InvoiceEvent')}, ${id}, 'TEXT_LEFT_OUT', 'SERVICE', ${note}
      WHERE NOT EXISTS (SELECT FROM "InvoiceEvent" WHERE "accountId" = ${accountId} AND "invoiceId" = ${id}
        AND kind = 'TEXT_LEFT_OUT' AND note = ${note})
      RETURNING *
    )
    ${systemAuditEntrySql({ accountId, kind: 'SERVICE', operation: 'invoice/show' }, [createdInvoiceEventSql])}`;
}
