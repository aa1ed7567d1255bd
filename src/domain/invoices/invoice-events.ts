import type { Db } from '../../database/client/db.ts';
import type { Invoice, InvoiceEvent, PrismaClient } from '../../generated/prisma/client.ts';
import { auditColumnsSql, auditValuesSql } from '../../platform/audit-log/audited-columns.ts';
import { systemAuditEntrySql } from '../../platform/audit-log/system-entries.ts';
import type { AuditEntryExpressions } from '../../platform/audit-log/write-entries.ts';
import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';

export interface NewInvoiceEvent {
  invoiceId: string;
  kind: InvoiceEvent['kind'];
  /** For example addresses, an amount or a reason. */
  note?: string | null;
  /** Set if the event changed the status. */
  fromStatus?: InvoiceEvent['fromStatus'];
  toStatus?: InvoiceEvent['toStatus'];
  /** The amount that the event wrote off; negative if a payment reopened the invoice. */
  givenUp?: InvoiceEvent['givenUp'];
  /** The booking date of a void, a write-off or a reopening. */
  bookedOn?: InvoiceEvent['bookedOn'];
}

type EventActor = Pick<InvoiceEvent, 'actor' | 'keyName' | 'personName'>;

function invoiceEventActor({
  actor: { keyId, keyName, person },
}: Pick<Context, 'actor'>): EventActor {
  if (person) return { actor: 'PERSON', keyName: null, personName: person.name };
  return keyId === null
    ? { actor: 'SERVICE', keyName: null, personName: null }
    : { actor: 'KEY', keyName, personName: null };
}

export const insertInvoiceEvents = (tx: WriteContext, events: readonly NewInvoiceEvent[]) =>
  tx.insertAll(
    'InvoiceEvent',
    events.map((event) => ({ id: newId('InvoiceEvent'), ...invoiceEventActor(tx), ...event })),
  );

/** The CTE of the invoice event is named `invoice_event` and returns all columns. */
export const createdInvoiceEventSql: AuditEntryExpressions = {
  ...{
    kind: 'CREATED',
    model: 'InvoiceEvent',
    id: 'invoice_event.id',
    version: 'invoice_event.version',
  },
  ...{ after: auditValuesSql('InvoiceEvent', 'invoice_event'), from: 'invoice_event' },
};

/** Concurrent first views are recorded once. A draft is ignored: only its author looks at it. */
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
    ), invoice_event AS (
      INSERT INTO "InvoiceEvent" ("accountId", id, "invoiceId", kind, actor)
      SELECT ${accountId}, ${newId('InvoiceEvent')}, viewed.id, 'VIEWED', 'CUSTOMER' FROM viewed
      RETURNING *
    )
    ${systemAuditEntrySql(author, [changed, createdInvoiceEventSql])}`;
}

/** The client sees the invoice without the text. Each reason is recorded once. */
export async function recordOmittedText(
  db: Db,
  { accountId, id }: Pick<Invoice, 'accountId' | 'id'>,
  note: string,
): Promise<void> {
  await db.$executeRaw`
    WITH invoice_event AS (
      INSERT INTO "InvoiceEvent" ("accountId", id, "invoiceId", kind, actor, note)
      SELECT ${accountId}, ${newId('InvoiceEvent')}, ${id}, 'TEXT_LEFT_OUT', 'SERVICE', ${note}
      WHERE NOT EXISTS (SELECT FROM "InvoiceEvent" WHERE "accountId" = ${accountId} AND "invoiceId" = ${id}
        AND kind = 'TEXT_LEFT_OUT' AND note = ${note})
      RETURNING *
    )
    ${systemAuditEntrySql({ accountId, kind: 'SERVICE', operation: 'invoice/show' }, [createdInvoiceEventSql])}`;
}
