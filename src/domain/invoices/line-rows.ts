import type { Invoice, InvoiceLine } from '../../generated/prisma/client.ts';
import { LineItemType, LineRole } from '../../generated/prisma/enums.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { Adjustments, ItemAdjustment } from './adjustments.ts';
import { hasPositiveRate, omitDefaultTax } from './default-line-tax.ts';
import type { ResolvedItem } from './item-resolution.ts';
import type { LineTax } from './tax.ts';
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

const typeByRole: Record<Exclude<LineRole, 'ITEM'>, LineItemType> = {
  ITEM_ALLOWANCE: LineItemType.CREDIT,
  ITEM_CHARGE: LineItemType.ADHOC,
  ALLOWANCE: LineItemType.CREDIT,
  CHARGE: LineItemType.ADHOC,
  WITHHOLDING: LineItemType.TAX,
  PREPAID: LineItemType.DEPOSIT_APPLIED,
  ROUNDING: LineItemType.ADHOC,
};

const noReferences = {
  servicePeriodStart: null,
  servicePeriodEnd: null,
  projectId: null,
  projectName: null,
  deliverableId: null,
  deliverableName: null,
  depositInvoiceId: null,
};

interface AdjustmentAmount {
  percent: Decimal | null;
  amount: Decimal | null;
  reason: string | null;
}

/** A discount is negative. */
export function adjustmentLine(
  role: Exclude<LineRole, 'ITEM'>,
  { amount, percent, reason }: AdjustmentAmount,
  more: Partial<LineContent> = {},
): LineContent {
  const isCharge = role === 'ITEM_CHARGE' || role === 'CHARGE' || role === 'ROUNDING';
  const price = amount ?? new Decimal(0);
  return {
    role,
    type: typeByRole[role],
    description: reason,
    quantity: new Decimal(1),
    price: isCharge || price.isZero() ? price : price.negated(),
    percent,
    baseQuantity: null,
    unit: null,
    taxable: true,
    visible: true,
    ownTax: null,
    ...noReferences,
    ...more,
  };
}

/** Each item, followed by its discounts and charges. */
export function itemLineContents(
  lines: readonly ResolvedItem[],
  defaultTax: DefaultTax,
): LineContent[] {
  return lines.flatMap((line) => {
    const { baseQuantity, deliverable, discountAmount, discountPercent, project } = line;
    const ownTax = omitDefaultTax(defaultTax, line.ownTax);
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
      description: line.description,
      quantity: line.quantity,
      price: line.rate,
      baseQuantity: isOne ? null : baseQuantity,
      percent: null,
      unit: line.unit ?? null,
      servicePeriodStart: line.servicePeriodStart,
      servicePeriodEnd: line.servicePeriodEnd,
      type: line.type ?? (project ? 'PROJECT' : 'ADHOC'),
      visible: true,
    };
    const linesOf = (
      role: 'ITEM_ALLOWANCE' | 'ITEM_CHARGE',
      adjustments: readonly ItemAdjustment[] | null,
    ) => (adjustments ?? []).map((one) => adjustmentLine(role, one, shared));
    const discount = {
      percent: discountPercent,
      amount: discountAmount,
      reason: line.discountReason,
    };
    return [
      item,
      ...linesOf('ITEM_ALLOWANCE', discountAmount || discountPercent ? [discount] : null),
      ...linesOf('ITEM_ALLOWANCE', line.allowances),
      ...linesOf('ITEM_CHARGE', line.charges),
    ];
  });
}

export const withDepositType = (type: Invoice['invoiceType'], lines: readonly LineContent[]) =>
  lines.map((line) =>
    type === 'DEPOSIT' && line.role === 'ITEM' ? { ...line, type: LineItemType.DEPOSIT } : line,
  );

export function adjustmentLineContents(
  fields: Pick<Adjustments, 'prepaidAmount' | 'roundingAmount' | 'roundTo' | 'withholding'> &
    ResolvedAdjustments,
  defaultTax: DefaultTax,
): LineContent[] {
  const { allowances, charges, prepaidAmount, roundTo, roundingAmount, withholding } = fields;
  const linesOf = (role: 'ALLOWANCE' | 'CHARGE', adjustments: ResolvedAdjustments['allowances']) =>
    adjustments.map((adjustment) => {
      const ownTax = omitDefaultTax(defaultTax, adjustment.ownTax);
      const taxable = ownTax ? hasPositiveRate(ownTax) : adjustment.taxable;
      return adjustmentLine(role, adjustment, { taxable, ownTax });
    });
  const untaxed = { taxable: false };
  const settledAmount = (amount: Decimal | null) => ({ amount, percent: null, reason: null });
  const isNonZero = (amount: Decimal | null) => amount !== null && !amount.isZero();
  return [
    ...linesOf('ALLOWANCE', allowances),
    ...linesOf('CHARGE', charges),
    ...(withholding ? [adjustmentLine('WITHHOLDING', withholding, untaxed)] : []),
    ...(isNonZero(prepaidAmount)
      ? [adjustmentLine('PREPAID', settledAmount(prepaidAmount), untaxed)]
      : []),
    ...(roundTo || isNonZero(roundingAmount)
      ? [adjustmentLine('ROUNDING', settledAmount(roundTo ? null : roundingAmount), untaxed)]
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
  const isComputedRounding = ({ role }: StoredLine) => role === 'ROUNDING' && roundTo !== null;
  const contents = lines
    .filter((line) => !isComputedRounding(line))
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
    ? contents
    : [...contents, adjustmentLine('ROUNDING', rounding, { taxable: false })];
}

export const totalsLinesOf = (lines: readonly LineContent[]): TotalsLine[] =>
  lines.map(({ price, ownTax, ...line }) => ({ ...line, unitPrice: price, tax: ownTax }));

const itemRoles: readonly LineRole[] = ['ITEM', 'ITEM_ALLOWANCE', 'ITEM_CHARGE'];

export const isItemOrItemAdjustment = ({ role }: { role: LineRole }) => itemRoles.includes(role);

export const itemLinesOf = <L extends { role: LineRole }>(lines: readonly L[]) =>
  lines.filter(({ role }) => role === 'ITEM');
