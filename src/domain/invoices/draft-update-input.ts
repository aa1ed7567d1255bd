import type { z } from 'zod';
import { externalIdUpdateFields } from '../../platform/external-ids/external-ids.ts';
import {
  booleanType,
  date,
  list,
  multilineText,
  object,
  percent,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import {
  inputObject,
  nullable,
  optionalOnReplace,
  requiredOnCreate,
  withDefault,
  withRecordName,
} from '../../platform/input/fields.ts';
import { Decimal } from '../../platform/money/money.ts';
import { adjustmentFields } from './adjustments.ts';
import { buyerReferenceFields } from './buyer-references.ts';
import { deliverToInput } from './deliver-to.ts';
import { invoiceItemInput } from './invoice-input.ts';
import { supplyPeriodFields } from './supply-period.ts';
import { defaultTaxFields } from './tax-input.ts';

export const updateInvoiceInput = inputObject('UpdateInvoice', 'A draft’s contents.', {
  items: withRecordName(
    'lineItems',
    requiredOnCreate(
      list(object(invoiceItemInput), { min: 1 }),
      'All lines. Lines that are omitted are removed.',
    ),
  ),
  description: nullable(multilineText()),
  notes: nullable(multilineText(), 'Notes on the invoice.'),
  dateCreated: requiredOnCreate(date),
  dueDate: requiredOnCreate(date),
  ...defaultTaxFields,
  taxInclusive: withDefault(booleanType, false),
  discountPercent: withDefault(percent(), new Decimal(0), 'Of all items.'),
  depositIds: optionalOnReplace(
    nullable(
      list(recordIdType, { max: 50 }),
      'The deposits that are taken off, all of them: one that is not named is taken off no longer.',
    ),
  ),
  ...adjustmentFields,
  ...supplyPeriodFields,
  ...buyerReferenceFields,
  deliverTo: optionalOnReplace(nullable(object(deliverToInput))),
  paymentInstructions: nullable(
    multilineText(),
    'Payment instructions. Text of your own is kept; text from a template is rendered again.',
  ),
  ...externalIdUpdateFields,
  templateName: withRecordName(
    'invoiceTemplateName',
    nullable(text(), 'The invoice’s template. Null: the default one.'),
  ),
  templateId: withRecordName(
    'invoiceTemplateId',
    nullable(recordIdType, 'The invoice’s template by id.'),
  ),
});

export type InvoiceDraftUpdate = Partial<z.output<typeof updateInvoiceInput>>;
