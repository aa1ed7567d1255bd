import type { Workspace } from '../../generated/prisma/client.ts';
import { addressFields } from '../kernel/address-fields.ts';
import type { UpdateMode } from '../kernel/changes.ts';
import { parseChange } from '../kernel/changes.ts';
import type { Context } from '../kernel/context.ts';
import { inTransaction } from '../kernel/context.ts';
import { ActionError } from '../kernel/errors.ts';
import type { InputOf, Kind } from '../kernel/fields.ts';
import { inputObject, kept, nullable } from '../kernel/fields.ts';
import {
  currency,
  language,
  longText,
  money,
  percent,
  recordId,
  text,
  timeZone,
} from '../kernel/kinds.ts';
import { changedReference } from '../kernel/names.ts';
import { lockWorkspace } from '../kernel/records.ts';
import { changingKeys } from './key-memory.ts';

const patternText = text(40);

/** How invoice numbers are written; a second run of # would stay in every number. */
const numberPattern: Kind<string> = {
  ...patternText,
  json: { ...patternText.json, pattern: '^[^#]*#*[^#]*$', example: 'INV-#####' },
  read: (value, report) => {
    const pattern = patternText.read(value, report);
    if (pattern === undefined || /^[^#]*#*[^#]*$/.test(pattern)) return pattern;
    report('invalid_format', 'must have one run of # at most, like INV-#####');
    return undefined;
  },
};

export const updateWorkspaceInput = inputObject('UpdateWorkspace', 'The workspace’s settings.', {
  name: kept(text()),
  ...addressFields,
  taxId: nullable(text()),
  taxLabel: nullable(text(40)),
  defaultTaxRate: nullable(percent(), 'Tax percentage where neither client nor invoice has one.'),
  defaultTaxRuleName: nullable(
    text(),
    'Name of the tax rule that applies where neither client nor invoice has a rule or rate.',
  ),
  defaultTaxRuleId: nullable(recordId, 'Id of that tax rule, instead of its name or beside it.'),
  currency: kept(currency, 'Default currency (ISO 4217); amounts that are there keep theirs.'),
  hourlyAmount: nullable(money({ min: 0 })),
  website: nullable(text(2_000)),
  phone: nullable(text()),
  payInstructions: nullable(longText()),
  timeZone: kept(timeZone),
  language: nullable(language, 'Language of what clients are sent who have none of their own.'),
  invoiceNumberPattern: kept(
    numberPattern,
    'How the next invoice numbers are written: text with one run of # for the digits.',
  ),
});

/**
 * Changes the workspace's own settings: patch keeps what is left out; replace resets it, except the name, the currency,
 * the time zone and the invoice numbers' pattern. Invoices that are there stay as they are.
 * @throws ActionError invalid_input; name_not_found and record_not_found for the tax rule
 */
export async function updateWorkspace(
  context: Context,
  input: InputOf<typeof updateWorkspaceInput>,
  mode: UpdateMode,
): Promise<Workspace> {
  const change = parseChange(updateWorkspaceInput, input, mode);
  const { defaultTaxRuleName: name, defaultTaxRuleId: id, ...fields } = change;
  return changingKeys(context, () =>
    inTransaction(context, async (tx) => {
      await lockWorkspace(tx);
      const defaultTaxRuleId = await changedReference(tx.names, 'taxRule', {
        name,
        id,
        nameField: 'defaultTaxRuleName',
        idField: 'defaultTaxRuleId',
      });
      const [workspace] = await tx.db.workspace.updateManyAndReturn({
        where: { accountId: tx.accountId },
        data: { ...fields, ...(defaultTaxRuleId !== undefined && { defaultTaxRuleId }) },
      });
      if (workspace) return workspace;
      throw new ActionError('record_not_found', `There is no workspace ${tx.accountId}.`);
    }),
  );
}
