import { type Client, type Contact, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { recordTypeOfId } from '../../platform/ids/record-ids.ts';
import { addressFields } from '../../platform/input/address-fields.ts';
import { recordIdType } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput, required } from '../../platform/input/fields.ts';
import { toJsonColumn } from '../../platform/input/json-storage.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import type { Change, WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { paymentTermsFromJson } from '../clients/payment-terms.ts';
import { requirePortalGrantPermission } from '../contacts/portal-access.ts';
import { clientInfoOf } from '../invoices/invoice-record.ts';
import {
  combinedColumns,
  fillEmpty,
  lockMergedRecords,
  requireNoConflicts,
} from './merge-rules.ts';
import { replaceRecord } from './move-references.ts';

export const mergeClientsInput = inputObject('MergeClients', 'Two clients that are the same.', {
  keep: required(recordIdType, 'Name or id of the client that stays.'),
  merge: required(recordIdType, 'Name or id of the client that becomes a part of it.'),
});

/**
 * All references move, and the merged client is deleted. Its name, id and external id find the kept client.
 * Empty fields get the values of the merged client. Drafts are addressed to the kept client.
 * @throws ActionError invalid_input, name_not_found, record_not_found, conflicting_state, missing_scope
 */
export const mergeClients = (
  context: Context,
  input: InputOf<typeof mergeClientsInput>,
): Promise<Client> =>
  write(context, async (tx) => {
    const references = parseInput(mergeClientsInput, input);
    const [keepId, mergeId] = await awaitLookups([
      findClient(tx, references.keep, 'keep'),
      findClient(tx, references.merge, 'merge'),
    ]);
    const ids = { keep: keepId, merge: mergeId };
    const [keep, merge] = await lockMergedRecords(tx, 'Client', ids, references);
    requireNoConflicts('Client', { keep, merge }, [
      ...erasedConflicts({ keep, merge }),
      ...(await projectConflicts(tx, keep, merge)),
      ...(await currencyConflicts(tx, keep, merge)),
    ]);
    await moveContacts(tx, keep, merge);
    const change = mergedColumns(tx, keep, merge);
    const clientInfo = clientInfoOf({ ...keep, ...change } as Client) as Prisma.InputJsonObject;
    const drafts = Prisma.sql`"clientId" = ${merge.id} AND status = 'DRAFT'`;
    const invoices = await tx.lockAll('Invoice', drafts);
    tx.updateAll('Invoice', invoices, { clientId: keep.id, clientInfo });
    return replaceRecord(tx, 'Client', { keep, merge }, change);
  });

/**
 * Finds archived clients too.
 * @throws ActionError name_not_found, record_not_found
 */
async function findClient({ names }: Context, nameOrId: string, field: string): Promise<string> {
  const isId = recordTypeOfId(nameOrId) === 'Client';
  const archived = isId ? undefined : await names.findArchived('client', nameOrId);
  if (archived !== undefined) return archived;
  const reference = { nameField: field, idField: field, [isId ? 'id' : 'name']: nameOrId };
  return (await resolveReference(names, 'client', reference)) as string;
}

const erasedConflicts = (clients: { keep: Client; merge: Client }): FieldError[] =>
  Object.entries(clients)
    .filter(([, { erasedAt }]) => erasedAt !== null)
    .map(([path]) => ({ path, code: 'erased', message: 'is erased' }));

/** A person has to decide which of two projects the work belongs to. */
async function projectConflicts(
  context: Context,
  keep: Client,
  merge: Client,
): Promise<FieldError[]> {
  const rows = await context.db.$queryRaw<{ name: string }[]>`
    SELECT p.name FROM "Project" p JOIN "Project" o ON o."accountId" = p."accountId" AND o.name = p.name
    WHERE p."accountId" = ${context.accountId} AND p."clientId" = ${merge.id} AND o."clientId" = ${keep.id}
    ORDER BY p.name LIMIT 10`;
  if (rows.length === 0) return [];
  const names = rows.map(({ name }) => `"${name}"`).join(', ');
  const which = canRead(context, 'projects') ? ` ${names}` : '';
  const message = `has projects of the same names as keep${which}: rename them first`;
  return [{ path: 'merge', code: 'name_taken', message }];
}

const currencyOf = ({ workspace }: Context, { currency }: Client) => currency ?? workspace.currency;

/** Prices of unbilled work are in the client's currency and would change their value. */
async function currencyConflicts(
  context: Context,
  keep: Client,
  merge: Client,
): Promise<FieldError[]> {
  if (currencyOf(context, keep) === currencyOf(context, merge)) return [];
  const [priced] = await context.db.$queryRaw<object[]>`
    SELECT FROM (SELECT "accountId", "clientId" FROM "Project" UNION ALL SELECT "accountId", "clientId" FROM "TimeEntry"
      UNION ALL SELECT "accountId", "clientId" FROM "Expense"
      UNION ALL SELECT "accountId", "clientId" FROM "Opportunity" WHERE value IS NOT NULL) t
    WHERE "accountId" = ${context.accountId} AND "clientId" = ${merge.id} LIMIT 1`;
  if (!priced) return [];
  const message =
    'has work priced in another currency than that of keep: give both one currency first';
  return [{ path: 'merge', code: 'other_currency', message }];
}

/** One default contact stays. */
async function moveContacts(tx: WriteContext, keep: Client, merge: Client): Promise<void> {
  const contacts = await tx.lockAll(
    'Contact',
    Prisma.sql`"clientId" = ANY (${[keep.id, merge.id]}::text[])`,
  );
  // The contacts of the kept client will also see the moved records.
  for (const contact of contacts) {
    requirePortalGrantPermission(tx, { ...contact, clientId: keep.id });
  }
  const isDefaultOf = (id: string) => (contact: Contact) =>
    contact.clientId === id && contact.defaultContact;
  if (contacts.some(isDefaultOf(keep.id)))
    tx.updateAll('Contact', contacts.filter(isDefaultOf(merge.id)), { defaultContact: false });
}

const filledGroups: (keyof Client)[][] = [
  [...(Object.keys(addressFields) as (keyof Client)[]), 'countryCode'],
  ['defaultTaxRate', 'defaultTaxRuleId'],
  ['legalId', 'legalIdScheme'],
  ['electronicAddress', 'electronicAddressScheme'],
  ['buyerReference'],
  ['eInvoiceFormat'],
  ['website'],
  ['phone'],
  ['taxId'],
  ['payInstructions'],
  ['initials'],
  ['color'],
  ['leadSource'],
  ['language'],
];

/** Only if both clients are billed in one currency. */
const pricedGroups: (keyof Client)[][] = [['currency'], ['hourlyAmount'], ['roundingIncrement']];

function mergedColumns(context: Context, keep: Client, merge: Client): Change<'Client'> {
  const isOneCurrency = currencyOf(context, keep) === currencyOf(context, merge);
  const takesTerms = isOneCurrency && keep.paymentTerms === null;
  return {
    ...(fillEmpty(keep, merge, [
      ...filledGroups,
      ...(isOneCurrency ? pricedGroups : []),
    ]) as Change<'Client'>),
    ...(takesTerms && { paymentTerms: toJsonColumn(paymentTermsFromJson(merge.paymentTerms)) }),
    ...combinedColumns(keep, merge, { name: merge.name, email: null }),
    ...(merge.clientType === 'CLIENT' && { clientType: 'CLIENT' as const }),
  };
}
