import { randomBytes } from 'node:crypto';
import type { InvoiceTotals } from '../domain/invoices/invoice-totals.ts';
import { computeTotals } from '../domain/invoices/invoice-totals.ts';
import type { InvoiceEvent } from '../generated/prisma/client.ts';
import { newId } from '../platform/ids/record-ids.ts';
import { Decimal, minorUnitDigits, roundToCurrency } from '../platform/money/money.ts';
import type { SeededClient } from './clients.ts';
import type { SeedPlan } from './plan.ts';
import type { SeedRows } from './rows.ts';
import type { MonthOfWork } from './work.ts';

type Status = 'DRAFT' | 'SENT' | 'PARTIAL' | 'PAID' | 'PENDING' | 'VOIDED' | 'WRITE_OFF';

/** Old invoices are mostly paid, the newest are drafts or just sent. */
function statusFor({ chance }: SeedPlan, monthsAgo: number): Status {
  if (monthsAgo === 0) return chance.pick(['DRAFT', 'DRAFT', 'SENT']);
  if (monthsAgo === 1) return chance.pick(['SENT', 'SENT', 'PAID', 'PARTIAL', 'PENDING']);
  if (chance.often(0.06)) return chance.pick(['VOIDED', 'WRITE_OFF']);
  return chance.pick(['PAID', 'PAID', 'PAID', 'PAID', 'PAID', 'PARTIAL', 'SENT']);
}

/** An invoice for a month of work with its payments. The domain computes the totals. */
export function seedInvoice(
  plan: SeedPlan,
  rows: SeedRows,
  client: SeededClient,
  work: readonly MonthOfWork[],
  month: number,
): void {
  const { accountId, chance } = plan;
  const rule = chance.often(0.3) ? plan.compoundRule : plan.usualRule;
  const lines = linesOf(work);
  const discountPercent = chance.often(0.1) ? '5' : '0';
  const { currency } = client;
  const totals = computeTotals({ currency, lines, discountPercent, components: rule.components });
  const status = statusFor(plan, month);
  const paid = paidOf(status, totals.total, currency);
  const created = plan.firstDayAfter(month);
  const invoiceId = newId('Invoice');
  rows.add('Invoice', {
    accountId,
    id: invoiceId,
    // The write assigns the number, because it locks the sequence.
    invoiceNumber: 0,
    invoiceNumberFormatted: '',
    clientId: client.id,
    status,
    currency,
    description: `Work in ${plan.monthName(month)}`,
    subTotal: totals.subTotal,
    discountPercent,
    discountAmount: totals.discountAmount,
    tax: totals.tax,
    total: totals.total,
    paymentTotal: paid,
    amountDue: isVoidOrWrittenOff(status) ? new Decimal(0) : totals.total.minus(paid),
    ...datesOf(plan, status, created),
    paymentInstructions: plan.payInstructions,
    invoiceTemplateId: plan.invoiceTemplateId,
    taxRuleId: rule.id,
    taxRuleSnapshot: rule.snapshot,
    clientInfo: clientInfo(client),
    viewToken: randomBytes(16).toString('base64url'),
  });
  seedLines(plan, rows, invoiceId, lines, totals);
  seedTaxLines(plan, rows, invoiceId, totals);
  seedHistory(plan, rows, { invoiceId, status, created });
  if (paid.gt(0)) seedPayments(plan, rows, { invoiceId, paid, created, currency, status });
  if (status !== 'DRAFT' && status !== 'VOIDED') bill(work, invoiceId);
}

const linesOf = (work: readonly MonthOfWork[]): SeedLine[] =>
  work.map(({ project, minutes }) => ({
    project,
    quantity: new Decimal(minutes).dividedBy(60),
    unitPrice: new Decimal(project.hourlyRate),
    taxable: true,
  }));

const datesOf = (plan: SeedPlan, status: Status, created: string) => ({
  dateCreated: created,
  dateSent: status === 'DRAFT' ? null : created,
  dueDate: plan.dayAfter(created, 30),
  datePaid: status === 'PAID' ? plan.notAfterToday(plan.dayAfter(created, 21)) : null,
});

export const isVoidOrWrittenOff = (status: Status): boolean =>
  status === 'VOIDED' || status === 'WRITE_OFF';

interface InvoiceEventInput {
  invoiceId: string;
  kind: InvoiceEvent['kind'];
  day: string;
  actor?: InvoiceEvent['actor'];
  from?: Status;
  to?: Status;
  note?: string;
}

function addEvent(
  { accountId }: SeedPlan,
  rows: SeedRows,
  { day, from, to, ...event }: InvoiceEventInput,
): void {
  const at = `${day}T09:00:00.000Z`;
  const { actor = 'SERVICE', note = null, ...fields } = event;
  const statuses = { fromStatus: from ?? null, toStatus: to ?? null };
  const dates = { createdAt: at, updatedAt: at };
  const id = newId('InvoiceEvent');
  rows.add('InvoiceEvent', { accountId, id, ...fields, ...statuses, actor, note, ...dates });
}

/** Events of an invoice except its payments. */
function seedHistory(
  plan: SeedPlan,
  rows: SeedRows,
  { invoiceId, status, created }: { invoiceId: string; status: Status; created: string },
): void {
  const later = (days: number) => plan.notAfterToday(plan.dayAfter(created, days));
  addEvent(plan, rows, { invoiceId, kind: 'CREATED', day: created, to: 'DRAFT' });
  if (status === 'DRAFT') return;
  addEvent(plan, rows, { invoiceId, kind: 'MARKED_SENT', day: created, from: 'DRAFT', to: 'SENT' });
  if (status === 'VOIDED') {
    const end = { from: 'SENT', to: status, note: 'Charged twice' } as const;
    addEvent(plan, rows, { invoiceId, kind: 'VOIDED', day: later(5), ...end });
  }
  if (status === 'WRITE_OFF') {
    const end = { from: 'SENT', to: status, note: 'Not to be recovered' } as const;
    addEvent(plan, rows, { invoiceId, kind: 'WRITTEN_OFF', day: later(90), ...end });
  }
}

function paidOf(status: Status, total: Decimal, currency: string): Decimal {
  if (status === 'PAID') return total;
  if (status === 'PARTIAL') return roundToCurrency(total.times('0.4'), currency);
  return new Decimal(0);
}

function bill(work: readonly MonthOfWork[], invoiceId: string): void {
  for (const { entries } of work) for (const entry of entries) entry.invoiceId = invoiceId;
}

function clientInfo({ id, name, address, phone }: SeededClient) {
  const numbers = { taxId: null, legalId: null, legalIdScheme: null };
  return { id, name, ...address, address2: null, phone, website: null, ...numbers };
}

interface SeedLine {
  project: { id: string; name: string };
  quantity: Decimal;
  unitPrice: Decimal;
  taxable: boolean;
}

function seedLines(
  { accountId }: SeedPlan,
  rows: SeedRows,
  invoiceId: string,
  lines: readonly SeedLine[],
  totals: InvoiceTotals,
): void {
  lines.forEach(({ project, quantity, unitPrice, taxable }, index) => {
    rows.add('InvoiceLine', {
      accountId,
      id: newId('InvoiceLine'),
      invoiceId,
      position: index + 1,
      description: `${project.name}: hours`,
      quantity,
      unitPrice,
      unit: 'h',
      taxable,
      ...totals.lines[index],
      type: 'PROJECT',
      projectId: project.id,
      projectName: project.name,
    });
  });
}

function seedTaxLines(
  { accountId }: SeedPlan,
  rows: SeedRows,
  invoiceId: string,
  totals: InvoiceTotals,
) {
  for (const line of totals.taxLines) {
    rows.add('InvoiceTaxLine', { accountId, id: newId('InvoiceTaxLine'), invoiceId, ...line });
  }
}

/** Two payments for a large amount. */
function seedPayments(
  plan: SeedPlan,
  rows: SeedRows,
  {
    invoiceId,
    paid,
    created,
    currency,
    status,
  }: { invoiceId: string; paid: Decimal; created: string; currency: string; status: Status },
): void {
  const { accountId, chance } = plan;
  const first = paid.gt(3_000) ? roundToCurrency(paid.dividedBy(2), currency) : paid;
  const parts = [first, paid.minus(first)].filter((part) => part.gt(0));
  parts.forEach((amount, index) => {
    const day = plan.notAfterToday(plan.dayAfter(created, 10 + index * 11));
    const referenceNumber = `R-${chance.int(10_000, 99_999)}`;
    const digits = minorUnitDigits(currency);
    addEvent(plan, rows, {
      invoiceId,
      kind: 'PAYMENT_APPLIED',
      day,
      from: index === 0 ? 'SENT' : 'PARTIAL',
      to: index === parts.length - 1 ? status : 'PARTIAL',
      note: `${amount.toFixed(digits)} ${currency}, ${referenceNumber}`,
    });
    rows.add('Payment', {
      accountId,
      id: newId('Payment'),
      invoiceId,
      amount,
      date: day,
      paymentType: chance.pick([
        'BANK_TRANSFER',
        'BANK_TRANSFER',
        'CREDIT_CARD',
        'CHECK',
        'STRIPE',
      ]),
      referenceNumber,
    });
  });
}
