import type {
  Client,
  CreditNote,
  Invoice,
  InvoiceLine,
  InvoiceTaxLine,
  Payment,
  Refund,
} from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import {
  InvoiceStatus,
  InvoiceType,
  LineItemType,
  LineRole,
} from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { quoteLiteral } from '../../query/conditions.ts';
import type { RowSelection } from '../../query/list-rows.ts';
import type { DeliverTo } from './deliver-to.ts';
import { statusesAllowing } from './lifecycle.ts';
import type { SellerInfo } from './seller.ts';
import { partyFields } from './seller.ts';
import type { AppliedTaxRule } from './tax.ts';
import { taxRuleFromJson } from './tax-json.ts';

/** Copied from the client when the invoice is created. */
export type ClientInfo = Pick<Client, (typeof clientInfoFields)[number]>;

const clientInfoFields = ['id', ...partyFields, 'buyerReference'] as const;

export type InvoiceHeader = Omit<
  Invoice,
  'clientInfo' | 'deliverTo' | 'sellerInfo' | 'taxRuleSnapshot'
> & {
  clientInfo: ClientInfo;
  deliverTo: DeliverTo | null;
  /** The seller at the time of issue. Null for a draft. */
  sellerInfo: SellerInfo | null;
  /** The tax rule at the time of creation. Null without a rule. */
  taxRule: AppliedTaxRule | null;
  /** Null if the link was revoked. */
  viewOnlineUrl: string | null;
};

export type InvoiceRecord = InvoiceHeader & {
  lineItems: InvoiceLine[];
  taxBreakdown: InvoiceTaxLine[];
  /** In the order of recording. */
  payments: (Payment & { refunds: Refund[] })[];
  creditNotes: CreditNote[];
};

export const invoiceStatuses = Object.values(InvoiceStatus);
export const invoiceTypes = Object.values(InvoiceType);
export const lineItemTypes = Object.values(LineItemType);
export const lineRoles = Object.values(LineRole);

/** A written-off invoice can still be paid. */
export const payableStatuses = statusesAllowing('PAY');

/** Statuses in which an amount is due. */
export const openStatuses = payableStatuses.filter((status) => status !== 'WRITE_OFF');

/** A draft is not issued yet, so its client owes nothing. */
const owedStatuses = openStatuses.filter((status) => status !== 'DRAFT');

/** Literals, so that a generic plan knows how frequent the statuses are. */
const isDueSql = (statuses: readonly string[]) =>
  Prisma.raw(`status IN (${statuses.map(quoteLiteral).join(', ')}) AND "amountDue" > 0`);

/** The condition on "Invoice" of an open invoice. */
export const isPayableSql = isDueSql(openStatuses);

/** The condition on "Invoice" that the client owes an amount. */
export const isOwedSql = isDueSql(owedStatuses);

const inOrder = (column: string): RowSelection => ({ orderBy: [{ column, direction: 'asc' }] });

export const invoiceParts = {
  lineItems: inOrder('position'),
  taxBreakdown: inOrder('order'),
  // Reversed payments are only in lists of payments.
  payments: { ...inOrder('id'), where: { kind: 'null', column: 'reversedAt' } },
} satisfies Record<string, RowSelection>;

export const invoicePartsInclude = {
  lineItems: { orderBy: { position: 'asc' } },
  taxBreakdown: { orderBy: { order: 'asc' } },
  payments: { orderBy: { id: 'asc' }, include: { refunds: { orderBy: { id: 'asc' } } } },
  creditNotes: { orderBy: { id: 'asc' } },
} as const;

export function presentInvoice<R extends Invoice>(
  context: Pick<Context, 'publicUrl'>,
  row: R,
): InvoiceHeader & Omit<R, 'clientInfo' | 'deliverTo' | 'sellerInfo' | 'taxRuleSnapshot'> {
  const { clientInfo, deliverTo, sellerInfo, taxRuleSnapshot, ...rest } = row;
  return {
    ...rest,
    clientInfo: clientInfo as ClientInfo,
    deliverTo: deliverTo as DeliverTo | null,
    sellerInfo: sellerInfo as SellerInfo | null,
    taxRule: taxRuleFromJson(taxRuleSnapshot),
    viewOnlineUrl: viewOnlineUrl(context, row),
  };
}

export function viewOnlineUrl(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  { accountId, viewToken }: Pick<Invoice, 'accountId' | 'viewToken'>,
): string | null {
  if (viewToken === null) return null;
  // The workspace id avoids a search in every workspace. The token is the secret.
  return `${publicUrl}/invoices/view/${accountId}-${viewToken}`;
}

/** {@link viewOnlineUrl} in SQL. */
export const viewOnlineUrlSql = (alias: string, publicUrl: string): string =>
  `${quoteLiteral(`${publicUrl}/invoices/view/`)} || ${alias}."accountId" || '-' || ${alias}."viewToken"`;

export function invoicePdfUrl(
  context: Pick<Context, 'publicUrl'>,
  row: Pick<Invoice, 'accountId' | 'viewToken'>,
): string | null {
  const url = viewOnlineUrl(context, row);
  return url && `${url}/invoice.pdf`;
}

/** Without `creditNoteId`, the URL of the invoice. Null if the link was revoked. */
export function eInvoiceUrl(
  context: Pick<Context, 'publicUrl'>,
  row: Pick<Invoice, 'accountId' | 'viewToken'>,
  format: EInvoiceFormat,
  creditNoteId?: string,
): string | null {
  const url = viewOnlineUrl(context, row);
  const file = creditNoteId === undefined ? 'invoice' : `credit-notes/${creditNoteId}`;
  const type = format === 'FACTUR_X' ? 'pdf' : 'xml';
  return url && `${url}/${file}.${type}?format=${format}`;
}

/** An issued invoice that is void has a stamped copy of its PDF. */
export const hasVoidedCopy = ({ dateIssued, status }: Pick<Invoice, 'dateIssued' | 'status'>) =>
  status === 'VOIDED' && dateIssued !== null;

export function voidedPdfUrl(
  context: Pick<Context, 'publicUrl'>,
  row: Pick<Invoice, 'accountId' | 'viewToken' | 'dateIssued' | 'status'>,
): string | null {
  const url = viewOnlineUrl(context, row);
  return url && hasVoidedCopy(row) ? `${url}/void.pdf` : null;
}

export function clientInfoOf(client: Client): ClientInfo {
  return Object.fromEntries(clientInfoFields.map((field) => [field, client[field]])) as ClientInfo;
}
