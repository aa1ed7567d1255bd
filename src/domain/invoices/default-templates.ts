import type { z } from 'zod';
import type { MailKind } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import type { Field, InputOf, Rules } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { ConstraintErrors } from '../../write/constraint-errors.ts';
import { defaultRequiredError, unsetDefault } from '../../write/default-records.ts';
import { deleteRecord } from '../../write/delete-record.ts';
import { lockWorkspaceRow } from '../../write/lock-records.ts';
import type { Change, InsertedRow, NewRow } from '../../write/unit-of-work.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { write } from '../../write/write.ts';

type TemplateType = 'EmailTemplate' | 'InvoiceTemplate';

interface Template {
  id: string;
  isDefault: boolean;
  /** Each kind of mail has a default template. */
  kind?: MailKind;
}

/** Other kinds of mail have a built-in text. */
const isNeeded = ({ isDefault, kind = 'INVOICE' }: Template) => isDefault && kind === 'INVOICE';

const messages = {
  EmailTemplate: 'An e-mail template with this name already exists.',
  InvoiceTemplate: 'There is already an invoice template of this name.',
} as const satisfies Record<TemplateType, string>;

const constraintsOf = (type: TemplateType): ConstraintErrors => ({
  [`${type}_accountId_name_key`]: { path: 'name', message: messages[type] },
});

/**
 * A new default template replaces the former one.
 * @throws ActionError name_taken
 */
export const createTemplate = <M extends TemplateType>(
  context: Context,
  type: M,
  fields: Omit<NewRow<M>, 'id'> & { isDefault: boolean; kind?: MailKind },
): Promise<InsertedRow<M>> =>
  write(context, async (tx) => {
    if (fields.isDefault) await unsetDefault(tx, type, fields.kind);
    const row = { ...fields, id: newRecordId(tx, type) } as unknown as NewRow<M>;
    return tx.insert(type, row, constraintsOf(type));
  });

interface TemplateChange<S extends z.ZodObject> {
  model: TemplateType;
  schema: S;
  input: { id?: unknown } & InputOf<S>;
  mode: UpdateMode;
  rules: Rules<z.output<S>>;
}

/**
 * A template that becomes the default replaces the former one.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken; conflicting_state if the workspace would
 * have no default
 */
export const updateTemplate = <S extends z.ZodObject<{ isDefault: Field<boolean> }>>(
  context: Context,
  change: TemplateChange<S>,
): Promise<{ id: string }> => {
  const { model } = change;
  const update = {
    ...change,
    lockFirst: lockWorkspaceRow,
    constraints: () => constraintsOf(model),
  };
  return updateWithInput<TemplateType, S>(context, update, async (tx, data, current) => {
    const template: Template = current;
    if (data.isDefault && !template.isDefault) await unsetDefault(tx, model, template.kind);
    else if (data.isDefault === false && isNeeded(template)) throw defaultRequiredError(model);
    return data as Change<TemplateType>;
  });
};

/**
 * @throws ActionError id_missing, record_not_found; conflicting_state if it is the default or records were made from it
 */
export const deleteTemplate = (
  context: Context,
  type: TemplateType,
  input: { id?: unknown },
): Promise<string> =>
  write(context, async (tx) => {
    const id = requireId(input);
    await lockWorkspaceRow(tx);
    const template: Template = await tx.lock(type, id);
    if (isNeeded(template)) throw defaultRequiredError(type);
    await deleteRecord(tx, type, id);
    return id;
  });
