import {
  createInvoiceFromWorkInput,
  previewInvoiceFromWork,
} from '../../domain/invoices/create-from-work.ts';
import { supplyPeriodOf } from '../../domain/invoices/supply-period.ts';
import {
  formatWorkCursor,
  listUnbilledWork,
  parseWorkCursor,
  resolveUnbilledWorkFilter,
  workFilterFields,
  workFilterNameFields,
  workPermissionAreas,
} from '../../domain/work-prices/unbilled-work.ts';
import { invoiceFromWorkOperations, workTexts } from '../../operations/invoices-from-work.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import { text } from '../../platform/input/field-types.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { Decimal } from '../../platform/money/money.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import { defineReadRoute } from '../core/route.ts';
import { listOf } from '../core/serializer.ts';
import { invoiceForm } from './invoices.ts';
import { invoicePreviewSerializer, workItemSerializer } from './work-price-serializers.ts';

const searchInput = inputObject('SearchUnbilledWork', 'Which work.', {
  ...workFilterNameFields,
  ...workFilterFields,
  after: nullable(text(1_000), 'The `cursor` of an entry. The list continues after it.'),
});

const limit = 1_000;

/** Converts decimals to numbers, dates to text. */
function asNumbers<V>(value: V, days: readonly string[] = []): unknown {
  if (value instanceof Decimal) return value.toNumber();
  if (Array.isArray(value)) return value.map((one) => asNumbers(one, days));
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    days.includes(name) && one instanceof Date ? formatDate(one) : asNumbers(one, days),
  ]);
  return Object.fromEntries(entries);
}

const itemExample = {
  kind: 'TIME',
  id: 'tim_0199d2f0a1c27b1e9f4b6c1de0a35f50',
  clientId: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
  clientName: 'Lovelace Analytics',
  projectId: 'prj_0199d2f0a1c27b1e9f4b6c1de0a35f20',
  projectName: 'Website relaunch',
  deliverableId: null,
  deliverableName: null,
  userId: 1,
  userName: 'Charles Babbage',
  at: '2026-03-02T09:00:00.000Z',
  description: 'First draft of the shop.',
  quantity: 1.5,
  rate: 95,
  source: 'CLIENT',
  amount: 142.5,
  currency: 'EUR',
  taxable: true,
  cursor: 'WyIyMDI2LTAzLTAyVDA5OjAwOjAwLjAwMFoiLCJ0aW1fMDE5OSJd',
};

// A query string has no nested fields.
const {
  sendTo: _sent,
  allowances: _allowances,
  charges: _charges,
  withholding: _withholding,
  ...previewFields
} = createInvoiceFromWorkInput.shape;
const previewInput = inputObject(
  'PreviewInvoiceFromWork',
  'The invoice, as in `invoices/createFromWork`.',
  previewFields,
);

export const workPriceRoutes = [
  ...defineOperationRoutes(invoiceFromWorkOperations, {
    tag: 'Invoices',
    records: { Invoice: invoiceForm },
  }),
  defineReadRoute({
    path: 'unbilledWork/search',
    operationId: 'searchUnbilledWork',
    tag: 'Invoices',
    summary: 'List unbilled work',
    description:
      'Unbilled billable time, reimbursable expenses and approved deliverables (of projects that are paid per item or at a fixed price), oldest first, with their prices. At most 1,000; continue with `after` and the `cursor` of the last entry. Amounts are before tax, each in its currency.',
    input: searchInput,
    areas: workPermissionAreas,
    output: { schema: listOf(workItemSerializer).schema },
    errors: ['invalid_input', 'name_not_found', 'record_not_found'],
    example: { input: { clientName: 'Lovelace Analytics' }, output: [itemExample] },
    handle: async (context, input) => {
      const parsed = parseInput(searchInput, input);
      const filter = await resolveUnbilledWorkFilter(context, parsed);
      const after = parsed.after === null ? null : parseWorkCursor(parsed.after);
      const found = await listUnbilledWork(context, filter, { after, limit });
      return found
        .slice(0, limit)
        .map((item) => asNumbers({ ...item, cursor: formatWorkCursor(item) }));
    },
  }),
  defineReadRoute({
    path: 'invoices/previewFromWork',
    operationId: 'previewInvoiceFromWork',
    tag: 'Invoices',
    summary: 'Preview an invoice of work',
    description: `The invoice that \`invoices/createFromWork\` would create from the same fields. Nothing is stored. ${workTexts.which} ${workTexts.lines}`,
    input: previewInput,
    areas: ['invoices', ...workPermissionAreas],
    output: invoicePreviewSerializer,
    errors: ['invalid_input', 'name_not_found', 'record_not_found', 'conflicting_state'],
    example: {
      input: { clientName: 'Lovelace Analytics', until: '2026-03-31' },
      output: {
        clientId: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
        currency: 'EUR',
        dateCreated: '2026-03-31',
        dateDue: '2026-04-30',
        supplyDate: null,
        servicePeriodStart: '2026-03-01',
        servicePeriodEnd: '2026-03-31',
        subTotal: 142.5,
        discountAmount: 0,
        tax: 27.08,
        total: 169.58,
        lineItems: [
          {
            description: 'Website relaunch',
            quantity: 1.5,
            unitPrice: 95,
            unit: 'h',
            servicePeriodStart: '2026-03-02',
            servicePeriodEnd: '2026-03-02',
            taxable: true,
            lineTotal: 142.5,
            type: 'HOURS',
            projectId: 'prj_0199d2f0a1c27b1e9f4b6c1de0a35f20',
            projectName: 'Website relaunch',
            deliverableName: null,
            timeEntryIds: ['tim_0199d2f0a1c27b1e9f4b6c1de0a35f50'],
            expenseIds: [],
            deliverableIds: [],
          },
        ],
        warnings: [],
      },
    },
    handle: async (context, input) => {
      const { header, lines, totals, warnings } = await previewInvoiceFromWork(
        context,
        input as never,
      );
      const { clientInfo, currency, dateCreated, dueDate } = header;
      const { discountAmount, subTotal, tax, total } = totals;
      const lineItems = lines.map(({ project, deliverable, rate, unit, type, ...line }) => ({
        description: line.description,
        quantity: line.quantity,
        unitPrice: rate,
        unit: unit ?? null,
        servicePeriodStart: line.servicePeriodStart,
        servicePeriodEnd: line.servicePeriodEnd,
        taxable: line.taxable,
        lineTotal: line.lineTotal,
        type: type ?? 'ADHOC',
        projectId: project?.id ?? null,
        projectName: project?.name ?? null,
        deliverableName: deliverable?.name ?? null,
        timeEntryIds: line.timeEntryIds ?? [],
        expenseIds: line.expenseIds ?? [],
        deliverableIds: line.deliverableIds ?? [],
      }));
      const sums = { subTotal, discountAmount, tax, total };
      const clientFields = { clientId: clientInfo.id, currency };
      const days = { dateCreated, dateDue: dueDate, ...supplyPeriodOf(header) };
      const whole = { ...clientFields, ...days, ...sums, lineItems, warnings };
      return asNumbers(whole, Object.keys(days));
    },
  }),
];
