import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { recordIdType, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { hasMerged } from '../../platform/names/merged-records.ts';
import { requireScopes } from '../../platform/permissions/permissions.ts';
import { columnEquals } from '../../query/conditions.ts';
import type { ListQuery } from '../../query/record-list.ts';
import { isPayableSql } from './invoice-record.ts';

export const payableInvoicesInput = inputObject('PayableInvoices', 'Which open invoices to list.', {
  id: nullable(recordIdType, 'Just the invoice with this id; `query` is ignored.'),
  query: nullable(text(), 'A client’s exact name: only that client’s invoices.'),
});

/**
 * Open invoices by due date: all, those of a client by its exact name, or one by id (spec part 4,
 * "payableInvoices/search").
 * @throws ActionError invalid_input, missing_scope
 */
export function searchPayableInvoices(
  context: Pick<Context, 'accountId' | 'actor'>,
  input: InputOf<typeof payableInvoicesInput>,
): ListQuery {
  const { id, query } = parseInput(payableInvoicesInput, input);
  const { accountId } = context;
  if (query && !id) requireScopes(context, 'clients:read');
  const which = id ? columnEquals('id', id) : undefined;
  const isOfClientSql = (alias: string) =>
    Prisma.sql`AND ${Prisma.raw(alias)}."clientId" IN (SELECT c.id FROM "Client" c
      WHERE c."accountId" = ${accountId} AND NOT c.archived AND (c.name = ${query} OR ${hasMerged('c', { name: query ?? '' })}
        AND NOT EXISTS (SELECT FROM "Client" n WHERE n."accountId" = ${accountId} AND n.name = ${query})))`;
  return {
    where: which,
    matching: (alias) =>
      Prisma.sql`${isPayableSql} ${query && !which ? isOfClientSql(alias) : Prisma.empty}`,
    isPlannedOnce: true,
    orderBy: [{ column: 'dueDate' }, { column: 'id' }],
  };
}
