import type {
  Client,
  Invoice,
  InvoiceLine,
  InvoiceTaxLine,
  Payment,
  Prisma,
} from '../../generated/prisma/client.ts';
import { InvoiceStatus, InvoiceType, LineItemType } from '../../generated/prisma/enums.ts';
import type { Context } from '../kernel/context.ts';
import type { AppliedTaxRule } from './tax.ts';
import { readTaxRule } from './tax.ts';

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
] as const;

/** An invoice as both doors answer it. */
export type InvoiceRecord = Omit<Invoice, 'clientInfo' | 'taxRuleSnapshot'> & {
  clientInfo: ClientInfo;
  /** The tax rule as it was when the invoice was made; null where a plain percentage or nothing applied. */
  taxRule: AppliedTaxRule | null;
  /** Where the client sees the invoice. */
  viewOnlineUrl: string;
  lineItems: InvoiceLine[];
  taxBreakdown: InvoiceTaxLine[];
  /** In the order in which they were recorded. */
  payments: Payment[];
};

export const invoiceStatuses = Object.values(InvoiceStatus);
export const invoiceTypes = Object.values(InvoiceType);
export const lineItemTypes = Object.values(LineItemType);

const closed: readonly InvoiceStatus[] = ['PAID', 'VOIDED', 'WRITE_OFF'];

/** The statuses in which an invoice takes payments (decisions, "Open invoice"). */
export const openStatuses = invoiceStatuses.filter((status) => !closed.includes(status));

const inOrder = [{ position: 'asc' as const }, { id: 'asc' as const }];

const parts = {
  lineItems: { orderBy: inOrder },
  taxBreakdown: { orderBy: [{ order: 'asc' as const }, { id: 'asc' as const }] },
  payments: { orderBy: { id: 'asc' as const } },
} satisfies Prisma.InvoiceInclude;

type InvoiceRow = Prisma.InvoiceGetPayload<{ include: typeof parts }>;

/** The workspace's invoices that match, by due date: one statement, however many there are. */
export async function findInvoices(
  context: Context,
  where: Omit<Prisma.InvoiceWhereInput, 'accountId'>,
): Promise<InvoiceRecord[]> {
  const rows = await context.db.invoice.findMany({
    where: { ...where, accountId: context.accountId },
    include: parts,
    orderBy: [{ dateDue: 'asc' }, { id: 'asc' }],
  });
  return rows.map((row) => presentInvoice(context, row));
}

/** A row and its parts as answers carry them. */
export function presentInvoice(context: Context, row: InvoiceRow): InvoiceRecord {
  const { clientInfo, taxRuleSnapshot, ...rest } = row;
  return {
    ...rest,
    clientInfo: clientInfo as ClientInfo,
    taxRule: readTaxRule(taxRuleSnapshot),
    // The workspace's number makes the link resolvable without searching every workspace; the token is the secret.
    viewOnlineUrl: `${context.publicUrl}/invoices/view/${row.accountId}-${row.viewToken}`,
  };
}

/** What an invoice keeps of its client. */
export function clientInfoOf(client: Client): ClientInfo {
  return Object.fromEntries(clientInfoFields.map((field) => [field, client[field]])) as ClientInfo;
}
