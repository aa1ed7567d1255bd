import type { Context } from '../../platform/context/context.ts';
import { noItemAdjustments } from './adjustments.ts';
import { noBilledRecords } from './billed-record-fields.ts';
import { requireBillableRecords } from './billed-records.ts';
import { findDeposits } from './deposits.ts';
import type { InvoiceFields } from './invoice-input.ts';
import { noInvoiceReferences, resolveInvoiceReferences } from './item-resolution.ts';
import { noTaxSelected } from './tax-input.ts';
import { resolveTaxes } from './tax-lookup.ts';

export const itemDefaults = {
  projectName: null,
  projectId: null,
  unit: null,
  servicePeriodStart: null,
  servicePeriodEnd: null,
  baseQuantity: null,
  price: null,
  percent: null,
  role: 'ITEM' as const,
  ...noTaxSelected,
  ...noItemAdjustments,
  ...noBilledRecords,
};

/** Looks up the references of an input that has invalid fields. */
export function lookUpInvoiceNames(
  context: Context,
  {
    items: inputItems = [],
    ...rest
  }: Partial<Omit<InvoiceFields, 'items'>> & { items?: readonly object[] },
): unknown[] {
  // An item may be no object.
  const items = inputItems.map((item) => ({ ...itemDefaults, ...item })) as never[];
  const fields = { ...noInvoiceReferences, ...rest, items };
  return [
    resolveInvoiceReferences(context, fields),
    resolveTaxes(context, fields),
    requireBillableRecords(context, items),
    findDeposits(context, rest.depositIds ?? null),
  ];
}
