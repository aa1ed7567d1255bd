import type { Invoice, InvoiceLine } from '../../generated/prisma/client.ts';
import { LineItemType, LineRole } from '../../generated/prisma/enums.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { Adjustments, ItemAdjustment } from './adjustments.ts';
import type { ResolvedItem } from './item-resolution.ts';
import type { LineTax } from './tax.ts';
import { taxCategoryOf } from './tax.ts';
import { computeEffectiveRate } from './tax-components.ts';
import type { DefaultTax } from './tax-groups.ts';
import { lineTaxFromJson } from './tax-json.ts';
import type { ResolvedAdjustments } from './tax-lookup.ts';
import type { TotalsLine } from './totals-lines.ts';

/** The columns of a line except its position and computed values. */
export interface LineContent
  extends Pick<
    InvoiceLine,
    | 'baseQuantity'
    | 'deliverableId'
    | 'deliverableName'
    | 'depositInvoiceId'
    | 'description'
    | 'percent'
    | 'projectId'
    | 'projectName'
    | 'quantity'
    | 'role'
    | 'servicePeriodEnd'
    | 'servicePeriodStart'
    | 'taxable'
    | 'type'
    | 'unit'
    | 'visible'
  > {
  /** As entered: including tax if the invoice's prices do. 0 for a percentage. */
  price: Decimal;
  ownTax: LineTax | null;
}

const types: Record<Exclude<LineRole, 'ITEM'>, LineItemType> = {
  ITEM_ALLOWANCE: LineItemType.CREDIT,
  ITEM_CHARGE: LineItemType.ADHOC,
  ALLOWANCE: LineItemType.CREDIT,
  CHARGE: LineItemType.ADHOC,
  WITHHOLDING: LineItemType.TAX,
  PREPAID: LineItemType.DEPOSIT_APPLIED,
  ROUNDING: LineItemType.ADHOC,
};

const ofNothing = {
  servicePeriodStart: null,
  servicePeriodEnd: null,
  projectId: null,
  projectName: null,
  deliverableId: null,
  deliverableName: null,
  depositInvoiceId: null,
};

interface Adjusting {
  percent: Decimal | null;
  amount: Decimal | null;
  reason: string | null;
}

/** A discount is negative. */
export function adjustmentLine(
  role: Exclude<LineRole, 'ITEM'>,
  { amount, percent, reason }: Adjusting,
  more: Partial<LineContent> = {},
): LineContent {
  const isCharge = role === 'ITEM_CHARGE' || role === 'CHARGE' || role === 'ROUNDING';
  const price = amount ?? new Decimal(0);
  return {
    role,
    type: types[role],
    description: reason,
    quantity: new Decimal(1),
    price: isCharge || price.isZero() ? price : price.negated(),
    percent,
    baseQuantity: null,
    unit: null,
    taxable: true,
    visible: true,
    ownTax: null,
    ...ofNothing,
    ...more,
  };
}

/** Each item, followed by its discounts and charges. */
export function itemLineContents(lines: readonly ResolvedItem[], usual: DefaultTax): LineContent[] {
  return lines.flatMap((line) => {
    const { baseQuantity, deliverable, description, project, quantity } = line;
    const ownTax = omitDefaultTax(usual, line.ownTax);
    const { discountAmount, discountPercent, discountReason, rate, type, unit } = line;
    const { servicePeriodEnd, servicePeriodStart } = line;
    const isOne = baseQuantity === null || baseQuantity.equals(1);
    const shared = {
      depositInvoiceId: null,
      taxable: ownTax ? hasPositiveRate(ownTax) : line.taxable,
      ownTax,
      projectId: project?.id ?? null,
      projectName: project?.name ?? null,
      deliverableId: deliverable?.id ?? null,
      deliverableName: deliverable?.name ?? null,
    };
    const item: LineContent = {
      ...shared,
      role: LineRole.ITEM,
      description,
      quantity,
      price: rate,
      baseQuantity: isOne ? null : baseQuantity,
      percent: null,
      unit: unit ?? null,
      servicePeriodStart,
      servicePeriodEnd,
      type: type ?? (project ? ('PROJECT' as const) : ('ADHOC' as const)),
      visible: true,
    };
    const of = (role: 'ITEM_ALLOWANCE' | 'ITEM_CHARGE', these: readonly ItemAdjustment[] | null) =>
      (these ?? []).map((one) => adjustmentLine(role, one, shared));
    const discount = { percent: discountPercent, amount: discountAmount, reason: discountReason };
    return [
      item,
      ...of('ITEM_ALLOWANCE', discountAmount || discountPercent ? [discount] : null),
      ...of('ITEM_ALLOWANCE', line.allowances),
      ...of('ITEM_CHARGE', line.charges),
    ];
  });
}

export const hasPositiveRate = ({ components }: LineTax) =>
  !computeEffectiveRate(components).isZero();

/** Responses contain the default tax. A client that sends it back changes nothing. */
export function omitDefaultTax(usual: DefaultTax, own: LineTax | null): LineTax | null {
  const { category, components, reason = null } = usual;
  if (own === null || own.percentage === null || components.length === 0) return own;
  const isSame =
    own.category === (category ?? taxCategoryOf(components)) &&
    own.percentage.equals(computeEffectiveRate(components)) &&
    (own.reason === null || own.reason === reason);
  return isSame ? null : own;
}

/**
 * Responses contain only the rate of a tax rule. A client that sends it back changes nothing.
 * The line at the same index has precedence, then the default tax, then the first line.
 */
export function restoreRuleTax(
  own: LineTax | null,
  { at, before, usual }: { at?: LineContent; before: readonly LineContent[]; usual: DefaultTax },
): LineTax | null {
  const { category, percentage, reason } = own ?? {};
  if (!percentage) return own;
  const isSame = ({ ownTax }: LineContent) =>
    ownTax?.percentage === null &&
    ownTax.category === category &&
    computeEffectiveRate(ownTax.components).equals(percentage) &&
    (reason === null || ownTax.reason === reason);
  if (at && isSame(at)) return at.ownTax;
  return (omitDefaultTax(usual, own) && before.find(isSame)?.ownTax) ?? own;
}

export const withDepositType = (type: Invoice['invoiceType'], lines: readonly LineContent[]) =>
  lines.map((line) =>
    type === 'DEPOSIT' && line.role === 'ITEM' ? { ...line, type: LineItemType.DEPOSIT } : line,
  );

export function adjustmentLineContents(
  fields: Pick<Adjustments, 'prepaidAmount' | 'roundingAmount' | 'roundTo' | 'withholding'> &
    ResolvedAdjustments,
  usual: DefaultTax,
): LineContent[] {
  const { allowances, charges, prepaidAmount, roundTo, roundingAmount, withholding } = fields;
  const of = (role: 'ALLOWANCE' | 'CHARGE', these: ResolvedAdjustments['allowances']) =>
    these.map((one) => {
      const ownTax = omitDefaultTax(usual, one.ownTax);
      const taxable = ownTax ? hasPositiveRate(ownTax) : one.taxable;
      return adjustmentLine(role, one, { taxable, ownTax });
    });
  const untaxed = { taxable: false };
  const settled = (amount: Decimal | null) => ({ amount, percent: null, reason: null });
  const isSomething = (amount: Decimal | null) => amount !== null && !amount.isZero();
  return [
    ...of('ALLOWANCE', allowances),
    ...of('CHARGE', charges),
    ...(withholding ? [adjustmentLine('WITHHOLDING', withholding, untaxed)] : []),
    ...(isSomething(prepaidAmount)
      ? [adjustmentLine('PREPAID', settled(prepaidAmount), untaxed)]
      : []),
    ...(roundTo || isSomething(roundingAmount)
      ? [adjustmentLine('ROUNDING', settled(roundTo ? null : roundingAmount), untaxed)]
      : []),
  ];
}

export type StoredLine = Pick<InvoiceLine, Exclude<keyof LineContent, 'price'>> &
  Pick<InvoiceLine, 'price' | 'unitPrice'>;

/** The lines as they were entered. */
export function lineContentsOfRows(
  lines: readonly StoredLine[],
  { roundTo }: Pick<Invoice, 'roundTo'>,
): LineContent[] {
  const isMade = ({ role }: StoredLine) => role === 'ROUNDING' && roundTo !== null;
  const kept = lines
    .filter((line) => !isMade(line))
    .map((line) => ({
      role: line.role,
      type: line.type,
      description: line.description,
      quantity: line.quantity,
      price: line.percent === null ? (line.price ?? line.unitPrice) : new Decimal(0),
      percent: line.percent,
      baseQuantity: line.baseQuantity,
      unit: line.unit,
      servicePeriodStart: line.servicePeriodStart,
      servicePeriodEnd: line.servicePeriodEnd,
      taxable: line.taxable,
      visible: line.visible,
      ownTax: lineTaxFromJson(line.ownTax),
      projectId: line.projectId,
      projectName: line.projectName,
      deliverableId: line.deliverableId,
      deliverableName: line.deliverableName,
      depositInvoiceId: line.depositInvoiceId,
    }));
  const rounding = { amount: null, percent: null, reason: null };
  return roundTo === null
    ? kept
    : [...kept, adjustmentLine('ROUNDING', rounding, { taxable: false })];
}

export const totalsLinesOf = (lines: readonly LineContent[]): TotalsLine[] =>
  lines.map(({ price, ownTax, ...line }) => ({ ...line, unitPrice: price, tax: ownTax }));

const ofItems: readonly LineRole[] = ['ITEM', 'ITEM_ALLOWANCE', 'ITEM_CHARGE'];

export const isItemOrItemAdjustment = ({ role }: { role: LineRole }) => ofItems.includes(role);

export const itemLinesOf = <L extends { role: LineRole }>(lines: readonly L[]) =>
  lines.filter(({ role }) => role === 'ITEM');
