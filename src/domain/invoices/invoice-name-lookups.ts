import type { Context } from '../../platform/context/context.ts';
import { adjustingNothing } from './adjustments.ts';
import { findNamed, namingNothing } from './item-resolution.ts';
import { requireChargeable } from './billed-records.ts';
import { chargingNothing } from './billed-record-fields.ts';
import { findDeposits } from './deposits.ts';
import type { InvoiceFields } from './invoice-input.ts';
import { findNamedTaxes } from './tax-lookup.ts';
import { namingNoTax } from './tax-input.ts';

/** What an item says that is nothing but a price. */
export const plainItem = {
  projectName: null,
  projectId: null,
  unit: null,
  servicePeriodStart: null,
  servicePeriodEnd: null,
  baseQuantity: null,
  price: null,
  percent: null,
  role: 'ITEM' as const,
  ...namingNoTax,
  ...adjustingNothing,
  ...chargingNothing,
};

/** Looks up what an invoice names, of an input that is at fault elsewhere. */
export function namesOf(
  context: Context,
  {
    items: given = [],
    ...rest
  }: Partial<Omit<InvoiceFields, 'items'>> & { items?: readonly object[] },
): unknown[] {
  // What is no object has no names.
  const items = given.map((item) => ({ ...plainItem, ...item })) as never[];
  const fields = { ...namingNothing, ...rest, items };
  return [
    findNamed(context, fields),
    findNamedTaxes(context, fields),
    requireChargeable(context, items),
    findDeposits(context, rest.depositIds ?? null),
  ];
}
