import type { Context } from '../../platform/context/context.ts';
import { booleanType, multilineText, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  parseInput,
  required,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { templateRules } from '../../templates/liquid.ts';
import { placeholdersFor } from '../../templates/template-samples.ts';
import type { InsertedRow } from '../../write/unit-of-work.ts';
import { createTemplate, deleteTemplate, updateTemplate } from './default-templates.ts';

const defaultDescription =
  'The template of invoices that name none; takes that from the former one.';

const placeholders = (use: 'document' | 'instructions') =>
  `with placeholders in double braces (Liquid): ${placeholdersFor(use)}. A template that cannot be rendered is an error.`;

const templateFields = {
  paymentInstructions: nullable(
    multilineText(),
    `Payment instructions of new invoices, unless the invoice has its own, ${placeholders('instructions')} They are rendered when the invoice is created, and again when a draft is changed or duplicated.`,
  ),
  footer: nullable(multilineText(), `Text at the foot of the invoice, ${placeholders('document')}`),
};

export const createInvoiceTemplateInput = inputObject(
  'CreateInvoiceTemplate',
  'A new invoice template.',
  {
    name: required(text()),
    isDefault: withDefault(booleanType, false, defaultDescription),
    ...templateFields,
  },
);

export const updateInvoiceTemplateInput = inputObject(
  'UpdateInvoiceTemplate',
  'An invoice template’s fields.',
  {
    name: requiredOnCreate(text()),
    isDefault: requiredOnCreate(booleanType, defaultDescription),
    ...templateFields,
  },
);

const uses = { paymentInstructions: 'instructions', footer: 'document' } as const;

/** @throws ActionError invalid_input, name_taken */
export async function createInvoiceTemplate(
  context: Context,
  input: InputOf<typeof createInvoiceTemplateInput>,
): Promise<InsertedRow<'InvoiceTemplate'>> {
  const schema = createInvoiceTemplateInput;
  const rules = await templateRules(context.accountId, schema, uses, input);
  const fields = parseInput(schema, input, rules);
  return createTemplate(context, 'InvoiceTemplate', fields);
}

/**
 * Existing invoices keep their payment instructions.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken; conflicting_state if the workspace would
 * have no default
 */
export async function updateInvoiceTemplate(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateInvoiceTemplateInput>,
  mode: UpdateMode,
): Promise<{ id: string }> {
  const schema = updateInvoiceTemplateInput;
  const rules = await templateRules(context.accountId, schema, uses, input);
  return updateTemplate(context, { model: 'InvoiceTemplate', schema, input, mode, rules });
}

/**
 * @throws ActionError id_missing, record_not_found; conflicting_state if it is the default or invoices were made from
 * it
 */
export async function deleteInvoiceTemplate(
  context: Context,
  input: { id?: unknown },
): Promise<string> {
  return deleteTemplate(context, 'InvoiceTemplate', input);
}
