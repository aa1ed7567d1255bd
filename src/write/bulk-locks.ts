import { unfilteredClient } from '../platform/access-policies/policy-client.ts';
import type { Context } from '../platform/context/context.ts';
import { permissionAreaByModel } from '../platform/ids/permission-areas.ts';
import { recordTypeOfId, recordTypes } from '../platform/ids/record-ids.ts';
import type { PermissionArea } from '../platform/permissions/permissions.ts';
import { lockRecords } from './lock-records.ts';

/**
 * `POST bulk` and mutations with `@atomic` take these locks before their first write, in an order that does not depend on the order of
 * the writes. Otherwise two such requests could deadlock.
 */

/**
 * Locks the names that the inputs may create, and the records in the given areas whose ids they contain.
 * @param lockInvoices locks the invoices that inputs name otherwise than by id
 */
export async function lockRecordsForBulkWrite(
  tx: Context,
  areas: readonly PermissionArea[],
  inputs: readonly unknown[],
  lockInvoices?: () => Promise<void>,
): Promise<void> {
  await lockNames(tx, inputs);
  await lockInvoices?.();
  await lockReferencedRecords(tx, areas, inputs);
}

type Item = Readonly<Record<string, unknown>>;

/** Commands lock invoices, then payments, then the client. */
const typesInOrder = new Set([
  ...(['Invoice', 'Payment'] as const),
  ...(Object.keys(recordTypes) as (keyof typeof recordTypes)[]).sort(),
]);

const toItem = (item: unknown): Item => (item ?? {}) as Item;

async function lockReferencedRecords(
  tx: Context,
  areas: readonly PermissionArea[],
  items: readonly unknown[],
): Promise<void> {
  const ids = items.flatMap((item) => {
    const { id } = toItem(item);
    return typeof id === 'string' ? id.trim() : [];
  });
  for (const type of typesInOrder) {
    const idsOfType = areas.includes(permissionAreaByModel[type])
      ? ids.filter((id) => recordTypeOfId(id) === type)
      : [];
    if (idsOfType.length > 0) await lockRecords(tx, type, idsOfType);
  }
}

const identifyingFields = [
  ...['name', 'label', 'vendor', 'formName', 'email', 'businessName', 'firstName', 'lastName'],
  ...['eventId', 'externalId', 'newId'],
];

const createFlagNameFields: Readonly<Record<string, string>> = {
  createClient: 'clientName',
  createProject: 'projectName',
  createDeliverable: 'deliverableName',
};

/** `defaultContact` is a marker: the item replaces the default contact. */
function identifyingTextsOf(input: unknown): unknown[] {
  const item = toItem(input);
  const { customValues, defaultContact } = item;
  const namesToCreate = Object.entries(createFlagNameFields).map(
    ([flag, name]) => item[flag] && item[name],
  );
  const customFieldNames =
    typeof customValues === 'object' && customValues !== null
      ? Object.entries(customValues).map(([name, entry]) => toItem(entry).fieldName ?? name)
      : [];
  return [
    ...identifyingFields.map((name) => item[name]),
    ...namesToCreate,
    ...customFieldNames,
    ...(defaultContact ? ['defaultContact'] : []),
  ];
}

/** Names share advisory locks by hash, because a server has room for a few thousand. */
const nameLockBuckets = 64;

async function lockNames({ accountId, db }: Context, items: readonly unknown[]): Promise<void> {
  const texts = items
    .flatMap(identifyingTextsOf)
    .filter((text) => typeof text === 'string')
    .map((text) => text.trim().toLowerCase().replaceAll('\u0000', ''));
  const names = [...new Set(texts)].filter((name) => name !== '' && name.isWellFormed());
  if (names.length === 0) return;
  await unfilteredClient(db).$queryRaw`
    SELECT count(pg_advisory_xact_lock(name_lock.account, name_lock.bucket)::text) FROM (
      SELECT DISTINCT -${accountId}::int AS account, abs(hashtext(name) % ${nameLockBuckets}::int) AS bucket
      FROM unnest(${names}::text[]) AS name ORDER BY 2) name_lock`;
}
