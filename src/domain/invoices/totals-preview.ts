import type { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { invalidInput } from '../../platform/errors/action-error.ts';
import type { InputOf, Rules } from '../../platform/input/fields.ts';
import {
  asInRecord,
  defaulted,
  inputObject,
  nullable,
  parseInput,
  required,
} from '../../platform/input/fields.ts';
import { currency, flag, list, object, percent, recordId, text } from '../../platform/input/field-types.ts';
import { Decimal } from '../../platform/money/money.ts';
import { mayRead, requireScopes } from '../../platform/permissions/permissions.ts';
import { adjustmentFaults, adjustmentFields } from './adjustments.ts';
import type { Line } from './item-resolution.ts';
import { readBilling } from './item-resolution.ts';
import type { TotalsExplanation } from './explain-totals.ts';
import { explainTotals } from './explain-totals.ts';
import { folded, itemFaults, itemInput } from './invoice-input.ts';
import { currencyFaults, precisionFaults } from './invoice-totals.ts';
import { adjustmentContents, lineContents, totalsLines } from './line-rows.ts';
import type { FoundAdjustments } from './tax-lookup.ts';
import { findNamedTaxes } from './tax-lookup.ts';
import type { InvoiceTax } from './tax.ts';
import { chooseTax, taxLabelOf } from './tax.ts';
import { validateComponents } from './tax-components.ts';
import { taxFaults, usualTaxFields } from './tax-input.ts';
import { componentList, ordered } from './tax-rules.ts';
import { validateTotals } from './totals-limits.ts';

/** An invoice that is only computed: the items of `invoices/create`, and its tax in any of three ways. */
export const explainTotalsInput = inputObject(
  'ExplainTotals',
  'An invoice to compute; nothing of it is kept.',
  {
    clientName: nullable(
      text(),
      'A client whose default tax and currency apply, as for an invoice of it; needs `clients:read` and `settings:read`.',
    ),
    clientId: nullable(recordId, 'The client by id.'),
    items: asInRecord(
      'lineItems',
      required(
        list(object(itemInput), { min: 1 }),
        'The lines; of a project that they name nothing is looked up.',
      ),
    ),
    currency: nullable(
      currency,
      'The currency; left out: the client’s, else the workspace’s, which needs `settings:read`.',
    ),
    discountPercent: defaulted(percent(), new Decimal(0), 'Of all items.'),
    ...usualTaxFields,
    taxRate: asInRecord('taxPercentage', nullable(percent(), 'One tax of that percentage.')),
    taxInclusive: defaulted(flag, false),
    ...adjustmentFields,
    components: nullable(componentList, 'Taxes, as a tax rule has them.'),
  },
  'Invoice',
);

type Fields = z.output<typeof explainTotalsInput>;

/** Tax is said in one way at most, and a rule's worth of components is one that a rule could have. */
const fits: Rules<Fields> = (fields) => {
  const { components, items = [], taxRate, taxRuleId, taxRuleName } = fields;
  const faults: FieldError[] = components ? validateComponents(ordered(components)) : [];
  const isSaid = (taxRate ?? taxRuleName ?? taxRuleId ?? null) !== null;
  if (components && isSaid) {
    const message = 'says the tax again: give one of the ways to say it';
    faults.push({ path: 'components', code: 'disagrees', message });
  }
  return [...faults, ...taxFaults(fields), ...adjustmentFaults(fields), ...itemFaults(items)];
};

/** What an invoice that is computed is made of. */
interface Tried {
  currency: string;
  tax: InvoiceTax;
  lines: readonly Line[];
  adjustments: FoundAdjustments;
}

/**
 * Computes an invoice without making it, and explains each step: what `invoices/create` would compute of the same client,
 * items, discounts and tax. Without a client and any tax it is untaxed; a negative total is explained too.
 * @throws ActionError invalid_input; name_not_found and record_not_found for client and tax rules; missing_scope for those that
 * may not be read, and for the workspace's currency where none is given
 */
export async function tryTotals(
  context: Context,
  input: InputOf<typeof explainTotalsInput>,
): Promise<TotalsExplanation> {
  const parsed = parseInput(explainTotalsInput, input, fits);
  const fields = { ...parsed, items: folded(parsed.items) };
  const { discountPercent, items, roundTo, taxInclusive } = fields;
  const isOfClient = (fields.clientName ?? fields.clientId) !== null;
  const tried = await (isOfClient ? ofClient : ofNobody)(context, fields);
  const { category, components, reason } = tried.tax;
  const taxes = fields.components ? ordered(fields.components) : components;
  const usual = { category, reason, components: taxes };
  const early = [
    ...currencyFaults(context, fields, tried.currency),
    ...precisionFaults(context, fields, items, tried.currency),
  ];
  if (early.length > 0) throw invalidInput(early);
  const contents = [
    ...lineContents(tried.lines, usual),
    ...adjustmentContents({ ...fields, ...tried.adjustments }, usual),
  ];
  const explanation = explainTotals({
    ...usual,
    currency: tried.currency,
    lines: totalsLines(contents),
    discountPercent,
    roundTo,
    taxIncluded: taxInclusive,
  });
  const faults = validateTotals(explanation);
  if (faults.length > 0) throw invalidInput(faults);
  return explanation;
}

/** As an invoice of the client would be. */
async function ofClient(context: Context, fields: Fields): Promise<Tried> {
  requireScopes(context, 'clients:read', 'settings:read');
  const items = fields.items.map((item) => ({ ...item, projectName: null, projectId: null }));
  const billing = await readBilling(context, { ...fields, ...namingNoTemplate, items });
  const { adjustments, client, lines, usualTax, workspace } = billing;
  return {
    currency: client.currency ?? workspace.currency,
    tax: chooseTax(usualTax, client, workspace),
    lines,
    adjustments,
  };
}

const namingNoTemplate = { templateName: null, templateId: null, sendTo: null };

/** By what the input says alone, and what the workspace calls its tax, where that may be read. */
async function ofNobody(context: Context, fields: Fields): Promise<Tried> {
  // What is computed would tell it, and if only by the digits of its amounts.
  if (fields.currency === null) requireScopes(context, 'settings:read');
  const { accountId, db } = context;
  const taxes = await findNamedTaxes(context, fields);
  const where = { accountId };
  const workspace = mayRead(context, 'settings')
    ? await db.workspace.findUniqueOrThrow({ where, select: { taxLabel: true } })
    : { taxLabel: null };
  const label = taxLabelOf(workspace);
  const nothing = { defaultTaxRule: null, defaultTaxRate: null };
  return {
    currency: fields.currency ?? context.workspace.currency,
    tax: chooseTax(taxes.usualTax, nothing, { ...nothing, ...workspace }),
    lines: taxes.itemsOf(label).map((item) => ({ ...item, project: null })),
    adjustments: taxes.adjustmentsOf(label),
  };
}
