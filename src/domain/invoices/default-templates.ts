import type { z } from 'zod';
import type { MailKind } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import type { Field, InputOf, Rules } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { defaultRequiredError, unsetDefault } from '../../write/default-records.ts';
import { deleteRecord } from '../../write/delete-record.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord, lockWorkspaceRow } from '../../write/lock-records.ts';
import { updateRecord } from '../../write/update-record.ts';

/** The templates of which a workspace has a default one, and each a name of its own. */
type TemplateType = 'EmailTemplate' | 'InvoiceTemplate';

/** What is the same in all of them. */
interface Template {
  id: string;
  isDefault: boolean;
  /** Of what it is the default one, where there are several kinds. */
  kind?: MailKind;
}

/** Mails of other kinds have words without a template. */
const isNeeded = ({ isDefault, kind = 'INVOICE' }: Template) => isDefault && kind === 'INVOICE';

/** The answer where another one has the name. */
const nameTaken = {
  EmailTemplate: 'An e-mail template with this name already exists.',
  InvoiceTemplate: 'There is already an invoice template of this name.',
} as const satisfies Record<TemplateType, string>;

/**
 * Makes a template, which `insert` writes; one that is to be the default takes that from the former one. A statement, and
 * two more for the default.
 * @throws ActionError name_taken
 */
export async function createTemplate<Fields extends Omit<Template, 'id'>, Row>(
  context: Context,
  type: TemplateType,
  fields: Fields,
  insert: (tx: Context, data: Fields & { accountId: number; id: string }) => Promise<Row>,
): Promise<Row> {
  return withUniqueConflict('name', nameTaken[type], () =>
    inTransaction(context, async (tx) => {
      if (fields.isDefault) await unsetDefault(tx, type, fields.kind);
      return insert(tx, { ...fields, accountId: tx.accountId, id: newRecordId(tx, type) });
    }),
  );
}

interface TemplateChange<S extends z.ZodObject> {
  type: TemplateType;
  schema: S;
  input: { id?: unknown } & InputOf<S>;
  mode: UpdateMode;
  rules: Rules<z.output<S>>;
}

/** Which template is to be changed, and to what. */
interface TemplateWrite<Data> {
  where: { accountId: number; id: string };
  data: Data;
}

/**
 * Changes a template, which `write` updates; one that becomes the default takes that from the former one.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken; conflicting_state where no template would
 * be the default one
 */
export async function updateTemplate<
  Row extends Template,
  S extends z.ZodObject<{ isDefault: Field<boolean> }>,
>(
  context: Context,
  change: TemplateChange<S>,
  write: (tx: Context, update: TemplateWrite<Partial<z.output<S>>>) => Promise<Row[]>,
): Promise<Row> {
  const { type } = change;
  const update = { ...change, lockFirst: lockWorkspaceRow };
  return withUniqueConflict('name', nameTaken[type], () =>
    updateRecord<Row, S>(context, update, async (tx, data, current) => {
      if (data.isDefault && !current.isDefault) await unsetDefault(tx, type, current.kind);
      else if (data.isDefault === false && isNeeded(current)) throw defaultRequiredError(type);
      return write(tx, { where: { accountId: tx.accountId, id: current.id }, data });
    }),
  );
}

/**
 * Deletes a template that nothing was made from and that is not the default one; answers its id.
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export async function deleteTemplate(
  context: Context,
  type: TemplateType,
  input: { id?: unknown },
): Promise<string> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    await lockWorkspaceRow(tx);
    const template = await lockRecord<Template>(tx, type, id);
    if (isNeeded(template)) throw defaultRequiredError(type);
    await deleteRecord(tx, type, id);
    return id;
  });
}
