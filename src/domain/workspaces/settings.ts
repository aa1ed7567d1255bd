import type { z } from 'zod';
import type { Workspace } from '../../generated/prisma/client.ts';
import { InvoiceLayout, LogoPlace, NumberRestart, PageSize } from '../../generated/prisma/enums.ts';
import { withCountryCode } from '../../locales/country-names.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { addressFields } from '../../platform/input/address-fields.ts';
import { numberPattern, numberRestartError } from '../../platform/input/document-number-pattern.ts';
import {
  countryCode,
  electronicAddressFields,
  validateElectronicAddress,
} from '../../platform/input/e-invoice-fields.ts';
import {
  currency,
  email,
  enumOf,
  language,
  money,
  multilineText,
  percent,
  recordIdType,
  text,
  timeZone,
} from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, requiredOnCreate } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { legalIdFields } from '../../platform/input/legal-id-fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { parseUpdateInput } from '../../platform/input/update-input.ts';
import { resolveChangedReference } from '../../platform/names/resolve-reference.ts';
import { lockWorkspaceRow } from '../../write/lock-records.ts';
import { write } from '../../write/write.ts';
import { accentColor } from './accent-color.ts';
import { bic, iban } from './bank-account.ts';
import { forgetKeysAfterwards } from './key-cache.ts';

export const updateWorkspaceInput = inputObject('UpdateWorkspace', 'The workspace’s settings.', {
  name: requiredOnCreate(text()),
  ...addressFields,
  countryCode: nullable(countryCode),
  taxId: nullable(text()),
  taxNumber: nullable(text()),
  ...legalIdFields,
  ...electronicAddressFields,
  contactName: nullable(text()),
  contactEmail: nullable(email),
  taxLabel: nullable(text(40)),
  defaultTaxRate: nullable(
    percent(),
    'Default tax percentage, if neither client nor invoice has one.',
  ),
  defaultTaxRuleName: nullable(
    text(),
    'Name of the tax rule that applies where neither client nor invoice has a rule or rate.',
  ),
  defaultTaxRuleId: nullable(
    recordIdType,
    'Id of that tax rule, instead of or in addition to its name.',
  ),
  currency: requiredOnCreate(
    currency,
    'Default currency (ISO 4217). Existing amounts keep theirs.',
  ),
  hourlyAmount: nullable(money({ min: 0 })),
  website: nullable(text(2_000)),
  phone: nullable(text()),
  payInstructions: nullable(multilineText()),
  accountHolder: nullable(text(70)),
  iban: nullable(iban),
  bic: nullable(bic),
  accentColor: nullable(accentColor),
  pageSize: requiredOnCreate(enumOf('PageSize', Object.values(PageSize))),
  invoiceLayout: requiredOnCreate(enumOf('InvoiceLayout', Object.values(InvoiceLayout))),
  logoPlace: requiredOnCreate(enumOf('LogoPlace', Object.values(LogoPlace))),
  mailReplyTo: nullable(email),
  mailBcc: nullable(email),
  timeZone: requiredOnCreate(timeZone),
  language: nullable(language, 'Language for clients without one of their own.'),
  invoiceNumberPattern: requiredOnCreate(
    numberPattern,
    'Invoice number format: text with a run of # or {SEQ:4} for the counter. It can contain {YYYY}, {YY}, {MM} and {CLIENT}.',
  ),
  creditNoteNumberPattern: requiredOnCreate(
    numberPattern,
    'How the next numbers of credit notes are written, likewise.',
  ),
  depositNumberPattern: nullable(
    numberPattern,
    'Number format of deposit invoices. Null: they share the series of other invoices.',
  ),
  numberRestart: requiredOnCreate(
    enumOf('NumberRestart', Object.values(NumberRestart)),
    'When numbering restarts. All formats, also of credit notes, must then contain the year, and for MONTH the month.',
  ),
});

/**
 * A PUT does not reset name, currency, time zone and number patterns. Existing invoices do not change.
 * @throws ActionError invalid_input, name_not_found, record_not_found
 */
export const updateWorkspace = (
  context: Context,
  input: InputOf<typeof updateWorkspaceInput>,
  mode: UpdateMode,
): Promise<Workspace> =>
  write(context, async (tx) => {
    const ruleOf = (change: Partial<z.output<typeof updateWorkspaceInput>>) =>
      resolveChangedReference(tx.names, 'taxRule', {
        name: change.defaultTaxRuleName,
        id: change.defaultTaxRuleId,
        nameField: 'defaultTaxRuleName',
        idField: 'defaultTaxRuleId',
      });
    const change = await parseOrCollectErrors(
      () => parseUpdateInput(updateWorkspaceInput, input, mode, validateElectronicAddress),
      (rest) => [ruleOf(rest)],
    );
    forgetKeysAfterwards(tx);
    const workspace = await lockWorkspaceRow(tx);
    const { defaultTaxRuleName: _name, defaultTaxRuleId: _id, ...fields } = change;
    const defaultTaxRuleId = await ruleOf(change);
    requireDistinctNumbers(workspace, fields);
    return tx.update('Workspace', workspace, {
      ...withCountryCode(fields, workspace),
      defaultTaxRuleId,
    });
  });

const patterns = [
  'invoiceNumberPattern',
  'creditNoteNumberPattern',
  'depositNumberPattern',
] as const satisfies readonly (keyof Workspace)[];

/** @throws ActionError invalid_input */
function requireDistinctNumbers(
  before: Workspace,
  change: Partial<Pick<Workspace, (typeof patterns)[number] | 'numberRestart'>>,
): void {
  const { numberRestart = before.numberRestart } = change;
  const affected = patterns.filter(
    (name) => change[name] !== undefined || change.numberRestart !== undefined,
  );
  const errors = affected.flatMap((path) => {
    const pattern = change[path] === undefined ? before[path] : change[path];
    const message = pattern === null ? undefined : numberRestartError(pattern, numberRestart);
    return message === undefined ? [] : [{ path, code: 'invalid_format' as const, message }];
  });
  if (errors.length > 0) throw invalidInputError(errors);
}
