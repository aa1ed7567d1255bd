import type { FieldError } from '../../platform/errors/action-error.ts';
import type { Rules } from '../../platform/input/fields.ts';
import { validateAdjustments, validateItemAdjustments } from './adjustments.ts';
import { validateBilledRecords } from './billed-record-fields.ts';
import type { InvoiceFields } from './invoice-input.ts';
import { validateServicePeriod, validateSupplyPeriod } from './supply-period.ts';
import { validateTax } from './tax-input.ts';

type Item = InvoiceFields['items'][number];

const isItemAdjustment = ({ role }: Item) => role === 'ITEM_ALLOWANCE' || role === 'ITEM_CHARGE';

/** A client can send back the lines that it read. `price` has precedence over `rate`. */
export function foldItemAdjustments(lines: readonly Item[]): Item[] {
  const items: Item[] = [];
  for (const line of lines) {
    const price = line.price ?? line.rate;
    const lastItem = items.at(-1);
    if (line.role === 'ITEM') items.push({ ...line, rate: price });
    if (!lastItem || !isItemAdjustment(line)) continue;
    const { description: reason, percent } = line;
    const isCharge = line.role === 'ITEM_CHARGE';
    const amount = isCharge ? price : price.negated();
    const one = { reason, percent, amount: percent ? null : amount };
    if (isCharge) lastItem.charges = [...(lastItem.charges ?? []), one];
    else lastItem.allowances = [...(lastItem.allowances ?? []), one];
  }
  return items;
}

export const validateInvoiceItems = (items: readonly Item[]): FieldError[] => [
  ...(items[0] && isItemAdjustment(items[0])
    ? [
        {
          path: 'items.0.role',
          code: 'disagrees',
          message: 'belongs to an item, and has none above it',
        },
      ]
    : []),
  ...items.flatMap((item, index) => [
    ...validateTax(item, `items.${index}.`),
    ...validateItemAdjustments(item, `items.${index}.`),
    ...validateServicePeriod(item, undefined, `items.${index}.`),
  ]),
  ...validateBilledRecords(items),
];

export const validateInvoiceHeader: Rules<Omit<InvoiceFields, 'items'>> = (fields) => {
  const { clientName, clientId, dueDate, dateDue } = fields;
  const errors: FieldError[] = [];
  if (clientName === null && clientId === null) {
    errors.push({ path: 'clientName', code: 'required', message: 'is required, or clientId' });
  }
  if (fields.invoiceType === 'DEPOSIT' && fields.depositIds?.length) {
    const message = 'is for invoices that are no deposits themselves';
    errors.push({ path: 'depositIds', code: 'disagrees', message });
  }
  if (dueDate && dateDue && dueDate.getTime() !== dateDue.getTime()) {
    errors.push({ path: 'dateDue', code: 'disagrees', message: 'is another day than dueDate' });
  }
  return [
    ...errors,
    ...validateSupplyPeriod(fields),
    ...validateTax(fields),
    ...validateAdjustments(fields),
  ];
};

export const validateInvoiceFields: Rules<InvoiceFields> = (fields) => [
  ...validateInvoiceHeader(fields),
  ...validateInvoiceItems(fields.items ?? []),
];

/** Shape B: an amount and no items (spec part 4, "Create Invoice"). */
export function isSimpleInvoice(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { amount, items } = body as { amount?: unknown; items?: unknown };
  const hasItems = Array.isArray(items) ? items.length > 0 : !isEmpty(items);
  return !isEmpty(amount) && !hasItems;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
