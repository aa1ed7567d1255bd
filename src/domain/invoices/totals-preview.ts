import type { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import {
  booleanType,
  currency,
  list,
  object,
  percent,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import type { InputOf, Rules } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  parseInput,
  required,
  withDefault,
  withRecordName,
} from '../../platform/input/fields.ts';
import { Decimal } from '../../platform/money/money.ts';
import { canRead, requireScopes } from '../../platform/permissions/permissions.ts';
import { adjustmentFields, validateAdjustments } from './adjustments.ts';
import type { TotalsExplanation } from './explain-totals.ts';
import { explainTotals } from './explain-totals.ts';
import { invoiceItemInput } from './invoice-input.ts';
import { foldItemAdjustments, validateInvoiceItems } from './invoice-rules.ts';
import type { ResolvedItem } from './item-resolution.ts';
import { resolveBilling } from './item-resolution.ts';
import { adjustmentLineContents, itemLineContents, totalsLinesOf } from './line-rows.ts';
import type { InvoiceTax } from './tax.ts';
import { chooseTax, taxLabelOf } from './tax.ts';
import { validateComponents } from './tax-components.ts';
import { defaultTaxFields, validateTax } from './tax-input.ts';
import type { ResolvedAdjustments } from './tax-lookup.ts';
import { resolveTaxes } from './tax-lookup.ts';
import { componentList, withComponentOrder } from './tax-rules.ts';
import { validateTotals } from './totals-limits.ts';
import { validateInvoiceCurrency, validateInvoicePrecision } from './validated-totals.ts';

export const explainTotalsInput = inputObject(
  'ExplainTotals',
  'An invoice to calculate. Nothing is stored.',
  {
    clientName: nullable(
      text(),
      'A client whose default tax and currency apply, as for an invoice of it; needs `clients:read` and `settings:read`.',
    ),
    clientId: nullable(recordIdType, 'The client by id.'),
    items: withRecordName(
      'lineItems',
      required(
        list(object(invoiceItemInput), { min: 1 }),
        'The lines; of a project that they name nothing is looked up.',
      ),
    ),
    currency: nullable(
      currency,
      'Currency. Default: the client’s, otherwise the workspace’s, which needs `settings:read`.',
    ),
    discountPercent: withDefault(percent(), new Decimal(0), 'Of all items.'),
    ...defaultTaxFields,
    taxRate: withRecordName('taxPercentage', nullable(percent(), 'One tax of that percentage.')),
    taxInclusive: withDefault(booleanType, false),
    ...adjustmentFields,
    components: nullable(componentList, 'Taxes, as a tax rule has them.'),
  },
  'Invoice',
);

type Fields = z.output<typeof explainTotalsInput>;

const validateTotalsPreview: Rules<Fields> = (fields) => {
  const { components, items = [], taxRate, taxRuleId, taxRuleName } = fields;
  const errors: FieldError[] = components ? validateComponents(withComponentOrder(components)) : [];
  const hasTaxSelection = (taxRate ?? taxRuleName ?? taxRuleId ?? null) !== null;
  if (components && hasTaxSelection) {
    const message = 'sets the tax twice: use one of the ways';
    errors.push({ path: 'components', code: 'disagrees', message });
  }
  return [
    ...errors,
    ...validateTax(fields),
    ...validateAdjustments(fields),
    ...validateInvoiceItems(items),
  ];
};

interface PreviewedInvoice {
  currency: string;
  tax: InvoiceTax;
  lines: readonly ResolvedItem[];
  adjustments: ResolvedAdjustments;
}

/**
 * Without client and tax the invoice is untaxed.
 * @throws ActionError invalid_input, name_not_found, record_not_found, missing_scope
 */
export async function explainUnsavedTotals(
  context: Context,
  input: InputOf<typeof explainTotalsInput>,
): Promise<TotalsExplanation> {
  const parsed = parseInput(explainTotalsInput, input, validateTotalsPreview);
  const fields = { ...parsed, items: foldItemAdjustments(parsed.items) };
  const { discountPercent, items, roundTo, taxInclusive } = fields;
  const hasClient = (fields.clientName ?? fields.clientId) !== null;
  const preview = await (hasClient ? previewForClient : previewWithoutClient)(context, fields);
  const { category, components, reason, reasonCode } = preview.tax;
  const taxes = fields.components ? withComponentOrder(fields.components) : components;
  const defaultTax = { category, reason, reasonCode, components: taxes };
  const earlyErrors = [
    ...validateInvoiceCurrency(context, fields, preview.currency),
    ...validateInvoicePrecision(context, fields, items, preview.currency),
  ];
  if (earlyErrors.length > 0) throw invalidInputError(earlyErrors);
  const contents = [
    ...itemLineContents(preview.lines, defaultTax),
    ...adjustmentLineContents({ ...fields, ...preview.adjustments }, defaultTax),
  ];
  const explanation = explainTotals({
    ...defaultTax,
    currency: preview.currency,
    lines: totalsLinesOf(contents),
    discountPercent,
    roundTo,
    taxIncluded: taxInclusive,
  });
  const errors = validateTotals(explanation);
  if (errors.length > 0) throw invalidInputError(errors);
  return explanation;
}

async function previewForClient(context: Context, fields: Fields): Promise<PreviewedInvoice> {
  requireScopes(context, 'clients:read', 'settings:read');
  const items = fields.items.map((item) => ({ ...item, projectName: null, projectId: null }));
  const billing = await resolveBilling(context, { ...fields, ...noTemplates, items });
  const { adjustments, client, lines, usualTax, workspace } = billing;
  return {
    currency: client.currency ?? workspace.currency,
    tax: chooseTax(usualTax, client, workspace),
    lines,
    adjustments,
  };
}

const noTemplates = { templateName: null, templateId: null, sendTo: null };

/** Uses the name of the workspace's tax if the caller may read settings. */
async function previewWithoutClient(context: Context, fields: Fields): Promise<PreviewedInvoice> {
  // The number of decimals in the result would reveal the workspace's currency.
  if (fields.currency === null) requireScopes(context, 'settings:read');
  const { accountId, db } = context;
  const taxes = await resolveTaxes(context, fields);
  const where = { accountId };
  const workspace = canRead(context, 'settings')
    ? await db.workspace.findUniqueOrThrow({ where, select: { taxLabel: true } })
    : { taxLabel: null };
  const label = taxLabelOf(workspace);
  const noDefaultTax = { defaultTaxRule: null, defaultTaxRate: null };
  return {
    currency: fields.currency ?? context.workspace.currency,
    tax: chooseTax(taxes.usualTax, noDefaultTax, { ...noDefaultTax, ...workspace }),
    lines: taxes.itemsOf(label).map((item) => ({ ...item, project: null })),
    adjustments: taxes.adjustmentsOf(label),
  };
}
