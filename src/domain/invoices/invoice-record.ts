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
import {
  InvoiceStatus,
  InvoiceType,
  LineItemType,
  LineRole,
} from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { quoteLiteral } from '../../query/conditions.ts';
import type { RowSelection } from '../../query/list-rows.ts';
import { statusesAllowing } from './lifecycle.ts';
import type { SellerInfo } from './seller.ts';
import type { AppliedTaxRule } from './tax.ts';
import { taxRuleFromJson } from './tax-json.ts';

/** The client as it was when the invoice was made (decisions, "Full invoice"). */
export type ClientInfo = Pick<Client, (typeof clientInfoFields)[number]>;

const clientInfoFields = [
  'id',
  'name',
  'address1',
  'address2',
  'city',
  'locality',
  'postal',
  'country',
  'phone',
  'website',
  'taxId',
  'legalId',
  'legalIdScheme',
  'language',
] as const;

/** What an invoice's own row holds. */
export type InvoiceHeader = Omit<Invoice, 'clientInfo' | 'sellerInfo' | 'taxRuleSnapshot'> & {
  clientInfo: ClientInfo;
  /** The seller as it was when the invoice was issued; null for a draft. */
  sellerInfo: SellerInfo | null;
  /** The tax rule as it was when the invoice was made; null where a plain percentage or nothing applied. */
  taxRule: AppliedTaxRule | null;
  /** Where the client sees the invoice; null where the link was revoked. */
  viewOnlineUrl: string | null;
};

/** An invoice with all that belongs to it. */
export type InvoiceRecord = InvoiceHeader & {
  lineItems: InvoiceLine[];
  taxBreakdown: InvoiceTaxLine[];
  /** In the order in which they were recorded. */
  payments: (Payment & { refunds: Refund[] })[];
  creditNotes: CreditNote[];
};

export const invoiceStatuses = Object.values(InvoiceStatus);
export const invoiceTypes = Object.values(InvoiceType);
export const lineItemTypes = Object.values(LineItemType);
export const lineRoles = Object.values(LineRole);

/** The statuses in which an invoice takes payments: what was written off, too, whose client pays late. */
export const payableStatuses = statusesAllowing('PAY');

/** Those of them in which something is due (decisions, "Open invoice"). */
export const openStatuses = payableStatuses.filter((status) => status !== 'WRITE_OFF');

/** Those of them in which its client owes what is due: a draft is not issued yet, so nobody owes anything on it. */
const owedStatuses = openStatuses.filter((status) => status !== 'DRAFT');

/** As literals, of which a plan for all values knows how frequent they are. */
const isDueSql = (statuses: readonly string[]) =>
  Prisma.raw(`status IN (${statuses.map(quoteLiteral).join(', ')}) AND "amountDue" > 0`);

/** The condition on "Invoice" that there is something to pay (decisions, "Open invoice"). */
export const isPayableSql = isDueSql(openStatuses);

/** The condition on "Invoice" that its client owes something. */
export const isOwedSql = isDueSql(owedStatuses);

const inOrder = (column: string): RowSelection => ({ orderBy: [{ column, direction: 'asc' }] });

/** The order of an invoice's parts. */
export const invoiceParts = {
  lineItems: inOrder('position'),
  taxBreakdown: inOrder('order'),
  // Those that count: those that were reversed are told where payments are listed.
  payments: { ...inOrder('id'), where: { kind: 'null', column: 'reversedAt' } },
} satisfies Record<string, RowSelection>;

/** An invoice's parts as Prisma includes them. */
export const invoicePartsInclude = {
  lineItems: { orderBy: { position: 'asc' } },
  taxBreakdown: { orderBy: { order: 'asc' } },
  payments: { orderBy: { id: 'asc' }, include: { refunds: { orderBy: { id: 'asc' } } } },
  creditNotes: { orderBy: { id: 'asc' } },
} as const;

/** A row, and its parts where it has them, with what is made of it. */
export function presentInvoice<R extends Invoice>(
  context: Pick<Context, 'publicUrl'>,
  row: R,
): InvoiceHeader & Omit<R, 'clientInfo' | 'sellerInfo' | 'taxRuleSnapshot'> {
  const { clientInfo, sellerInfo, taxRuleSnapshot, ...rest } = row;
  return {
    ...rest,
    clientInfo: clientInfo as ClientInfo,
    sellerInfo: sellerInfo as SellerInfo | null,
    taxRule: taxRuleFromJson(taxRuleSnapshot),
    viewOnlineUrl: viewOnlineUrl(context, row),
  };
}

/** Where the client sees the invoice, without signing in. Null where the link was revoked. */
export function viewOnlineUrl(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  { accountId, viewToken }: Pick<Invoice, 'accountId' | 'viewToken'>,
): string | null {
  if (viewToken === null) return null;
  // The workspace's number makes the link resolvable without searching every workspace; the token is the secret.
  return `${publicUrl}/invoices/view/${accountId}-${viewToken}`;
}

/** {@link viewOnlineUrl} as a statement writes it of the invoice under an alias. */
export const viewOnlineUrlSql = (alias: string, publicUrl: string): string =>
  `${quoteLiteral(`${publicUrl}/invoices/view/`)} || ${alias}."accountId" || '-' || ${alias}."viewToken"`;

/** Where the client downloads the invoice as a PDF, without signing in. Null where the link was revoked. */
export function invoicePdfUrl(
  context: Pick<Context, 'publicUrl'>,
  row: Pick<Invoice, 'accountId' | 'viewToken'>,
): string | null {
  const url = viewOnlineUrl(context, row);
  return url && `${url}/invoice.pdf`;
}

/** Whether a stamped copy of its PDF can be downloaded: it was issued, and is void now. */
export const hasVoidedCopy = ({ dateIssued, status }: Pick<Invoice, 'dateIssued' | 'status'>) =>
  status === 'VOIDED' && dateIssued !== null;

/** Where the client downloads the stamped copy of a void invoice; null for others, and where the link was revoked. */
export function voidedPdfUrl(
  context: Pick<Context, 'publicUrl'>,
  row: Pick<Invoice, 'accountId' | 'viewToken' | 'dateIssued' | 'status'>,
): string | null {
  const url = viewOnlineUrl(context, row);
  return url && hasVoidedCopy(row) ? `${url}/void.pdf` : null;
}

/** What an invoice keeps of its client. */
export function clientInfoOf(client: Client): ClientInfo {
  return Object.fromEntries(clientInfoFields.map((field) => [field, client[field]])) as ClientInfo;
}
