import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { Decimal } from '../../platform/money/money.ts';
import type { CreditsByLine } from './remaining-items.ts';

export interface CreditedTax {
  order: number;
  taxableAmount: Decimal;
  amount: Decimal;
}

interface CreditedSums {
  subTotal: Decimal;
  discountAmount: Decimal;
  tax: Decimal;
}

export interface EarlierCredit extends CreditedSums {
  credits: CreditsByLine;
  lineTotals: ReadonlyMap<string, Decimal>;
  taxes: readonly CreditedTax[];
}

interface LineSums {
  id: string;
  quantity: Decimal;
  amount: Decimal;
  quantityWithAdjustments: Decimal;
  amountWithAdjustments: Decimal;
  lineTotal: Decimal;
}

/** The invoice is locked. */
export async function sumEarlierCreditNotes(
  { accountId, db }: Context,
  invoiceId: string,
): Promise<EarlierCredit> {
  const invoiceCondition = Prisma.sql`c."accountId" = ${accountId} AND c."invoiceId" = ${invoiceId}`;
  const joinSql = Prisma.sql`JOIN "CreditNote" c ON c."accountId" = t."accountId" AND c.id = t."creditNoteId" WHERE ${invoiceCondition}`;
  const [sums] = await db.$queryRaw<[CreditedSums]>`
    SELECT coalesce(sum(c."subTotal"), 0) AS "subTotal", coalesce(sum(c."discountAmount"), 0) AS "discountAmount",
      coalesce(sum(c.tax), 0) AS tax FROM "CreditNote" c WHERE ${invoiceCondition}`;
  const sumSql = (value: Prisma.Sql, condition: Prisma.Sql) =>
    Prisma.sql`coalesce(sum(${value}) FILTER (WHERE ${condition}), 0)`;
  const [quantity, isQuantity] = [Prisma.sql`t.quantity`, Prisma.sql`t.amount IS NULL`];
  const [amount, isAmount] = [Prisma.sql`t.amount`, Prisma.sql`t.amount IS NOT NULL`];
  const withAdjustments = Prisma.sql`AND c."includeDocumentAdjustments"`;
  const lines = await db.$queryRaw<LineSums[]>`
    SELECT t."invoiceLineId" AS id, sum(t."lineTotal") AS "lineTotal",
      ${sumSql(quantity, isQuantity)} AS quantity, ${sumSql(amount, isAmount)} AS amount,
      ${sumSql(quantity, Prisma.sql`${isQuantity} ${withAdjustments}`)} AS "quantityWithAdjustments",
      ${sumSql(amount, Prisma.sql`${isAmount} ${withAdjustments}`)} AS "amountWithAdjustments"
    FROM "CreditNoteLine" t ${joinSql} GROUP BY 1`;
  const taxes = await db.$queryRaw<CreditedTax[]>`
    SELECT t."order", sum(t."taxableAmount") AS "taxableAmount", sum(t.amount) AS amount
    FROM "CreditNoteTaxLine" t ${joinSql} GROUP BY 1`;
  const credits = lines.map((line) => {
    const withAdjustments = {
      quantity: line.quantityWithAdjustments,
      amount: line.amountWithAdjustments,
    };
    return [
      line.id,
      { all: { quantity: line.quantity, amount: line.amount }, withAdjustments },
    ] as const;
  });
  return {
    ...{ ...sums, taxes, credits: new Map(credits) },
    lineTotals: new Map(lines.map(({ id, lineTotal }) => [id, lineTotal])),
  };
}
