import { Prisma } from '../../generated/prisma/client.ts';
import type { PaymentProviderType, TaxCategory } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { Decimal, roundToCurrency } from '../../platform/money/money.ts';
import type { LedgerEntry } from './ledger-entries.ts';
import { ledgerEntriesSql, ledgerEntryKindOrderSql } from './ledger-entries.ts';

interface StoredTax {
  rate: string;
  category: TaxCategory | null;
  taxable: string;
  amount: string;
  compound: boolean;
  /** The group of lines in the base. */
  group: number;
}

export interface LedgerEntryWithTaxes extends LedgerEntry {
  clientName: string;
  paymentType: PaymentProviderType | null;
  /** Of a write-off: the taxes after credit notes. */
  taxes: readonly StoredTax[] | null;
  /** After credit notes. */
  chargedTotal: Decimal;
  /** The invoice has withheld tax, earlier payments or rounding. */
  isSettled: boolean;
}

const { raw, sql } = Prisma;

/** Aggregates the tax lines `l` of an invoice. */
const taxesSql = (amountOf: (column: Prisma.Sql) => Prisma.Sql): Prisma.Sql =>
  sql`coalesce(jsonb_agg(jsonb_build_object('rate', trim_scale(l.rate)::text, 'category', l.category,
    'taxable', (${amountOf(raw('"taxableAmount"'))})::text, 'amount', (${amountOf(raw('amount'))})::text,
    'compound', l.compound, 'group', l."taxGroup") ORDER BY l."order"), '[]')`;

export function listLedgerEntriesWithTaxes(
  { accountId, db, workspace: { timeZone } }: Context,
  days: { from: string; to: string },
): Promise<LedgerEntryWithTaxes[]> {
  // A written-off invoice cannot be credited, so its credit notes are older.
  const writtenOffSql = sql`SELECT max(e."createdAt") FROM "InvoiceEvent" e WHERE e."accountId" = ${accountId}
    AND e."invoiceId" = b."invoiceId" AND e.kind = 'WRITTEN_OFF' AND e."bookedOn" <= b.date`;
  const creditedSql = sql`n."accountId" = ${accountId} AND n."invoiceId" = b."invoiceId"
    AND n."createdAt" <= coalesce((${writtenOffSql}), 'infinity')`;
  return db.$queryRaw<LedgerEntryWithTaxes[]>`
    SELECT b.*, c.name AS "clientName", coalesce(p."paymentType", r."paymentType") AS "paymentType",
      CASE WHEN b.kind IN ('INVOICE', 'VOIDED') THEN (
        SELECT ${taxesSql((column) => sql`CASE b.kind WHEN 'VOIDED' THEN - l.${column} ELSE l.${column} END`)}
        FROM "InvoiceTaxLine" l WHERE l."accountId" = ${accountId} AND l."invoiceId" = b."invoiceId"
      ) WHEN b.kind IN ('WRITE_OFF', 'REOPENED') THEN (
        SELECT ${taxesSql((column) => sql`l.${column} - coalesce(t.${column}, 0)`)}
        FROM "InvoiceTaxLine" l LEFT JOIN (
          SELECT t."order", sum(t."taxableAmount") AS "taxableAmount", sum(t.amount) AS amount
          FROM "CreditNoteTaxLine" t JOIN "CreditNote" n ON n."accountId" = t."accountId" AND n.id = t."creditNoteId"
          WHERE ${creditedSql} GROUP BY 1
        ) t ON t."order" = l."order"
        WHERE l."accountId" = ${accountId} AND l."invoiceId" = b."invoiceId"
      ) WHEN b.kind = 'CREDIT_NOTE' THEN (
        SELECT ${taxesSql((column) => sql`- t.${column}`)}
        FROM "CreditNoteTaxLine" t
        JOIN "InvoiceTaxLine" l ON l."accountId" = ${accountId} AND l."invoiceId" = b."invoiceId" AND l."order" = t."order"
        WHERE t."accountId" = ${accountId} AND t."creditNoteId" = b.id
      ) END AS taxes,
      i.total - (SELECT coalesce(sum(n.total), 0) FROM "CreditNote" n WHERE ${creditedSql}) AS "chargedTotal",
      (i."roundingAmount" <> 0 OR i."withholdingAmount" <> 0 OR i."prepaidAmount" <> 0) AS "isSettled"
    FROM (${ledgerEntriesSql({ accountId, timeZone, ...days })}) b
    JOIN "Invoice" i ON i."accountId" = ${accountId} AND i.id = b."invoiceId"
    JOIN "Client" c ON c."accountId" = ${accountId} AND c.id = b."clientId"
    LEFT JOIN "Payment" p ON p."accountId" = ${accountId} AND p.id = b.id
    LEFT JOIN "Refund" r ON r."accountId" = ${accountId} AND r.id = b.id
    ORDER BY b.date, ${ledgerEntryKindOrderSql}, b.number, b.id`;
}

/** The gross amount of one rate and category. */
export interface LedgerTaxGroup {
  rate: Decimal;
  /** Null for untaxed amounts, and for invoices of releases without categories. */
  category: TaxCategory | null;
  gross: Decimal;
}

/** Untaxed amounts have rate 0. Undefined for compound taxes, several taxes on the same lines, and settlements. */
export function splitByTaxRate({
  amount,
  isSettled,
  taxes: stored,
}: Pick<LedgerEntryWithTaxes, 'amount' | 'isSettled' | 'taxes'>): LedgerTaxGroup[] | undefined {
  const taxes = stored ?? [];
  const groups = new Set(taxes.map(({ group }) => group));
  const isByRates = taxes.every(({ compound }) => !compound) && groups.size === taxes.length;
  if (isSettled || !isByRates) return undefined;
  const found = new Map<string, LedgerTaxGroup>();
  let rest = amount;
  const add = ({ category, rate }: Pick<StoredTax, 'category' | 'rate'>, gross: Decimal) => {
    const key = `${rate} ${category}`;
    const group = found.get(key) ?? { rate: new Decimal(rate), category, gross: new Decimal(0) };
    found.set(key, { ...group, gross: group.gross.plus(gross) });
  };
  for (const tax of taxes) {
    const gross = new Decimal(tax.taxable).plus(tax.amount);
    add(tax, gross);
    rest = rest.minus(gross);
  }
  add({ rate: '0', category: null }, rest);
  return [...found.values()].filter(({ gross }) => !gross.isZero());
}

/** In proportion to the remaining amount at each rate. Undefined in the cases of {@link splitByTaxRate}. */
export function splitWriteOffByTaxRate(entry: LedgerEntryWithTaxes): LedgerTaxGroup[] | undefined {
  const { amount, chargedTotal, currency } = entry;
  if (chargedTotal.isZero()) return undefined;
  const groups = splitByTaxRate({ ...entry, amount: chargedTotal });
  let [sum, shared] = [new Decimal(0), new Decimal(0)];
  return groups?.map((group) => {
    sum = sum.plus(group.gross);
    const upTo = roundToCurrency(amount.times(sum).dividedBy(chargedTotal), currency);
    const gross = upTo.minus(shared);
    shared = upTo;
    return { ...group, gross };
  });
}
