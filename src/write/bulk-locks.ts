import { unfilteredClient } from '../platform/access-policies/policy-client.ts';
import type { Context } from '../platform/context/context.ts';
import { permissionAreaByModel } from '../platform/ids/permission-areas.ts';
import { recordTypeOfId, recordTypes } from '../platform/ids/record-ids.ts';
import type { PermissionArea } from '../platform/permissions/permissions.ts';
import { lockRecords } from './lock-records.ts';

/**
 * What many writes in one transaction lock before the first of them, in an order that does not follow from theirs: two
 * requests with the same writes in another order would come to a deadlock, and begin anew again and again. Both doors do:
 * `POST bulk` of the action surface, and mutations with `@atomic` (decision 42).
 */

/** Locks what the inputs of many writes name, of records in the areas that they write, and what they may make. */
export async function lockRecordsForBulkWrite(
  tx: Context,
  areas: readonly PermissionArea[],
  inputs: readonly unknown[],
): Promise<void> {
  await lockNames(tx, inputs);
  await lockReferencedRecords(tx, areas, inputs);
}

type Item = Readonly<Record<string, unknown>>;

const typesInOrder = (Object.keys(recordTypes) as (keyof typeof recordTypes)[]).sort();

const itemOf = (item: unknown): Item => (item ?? {}) as Item;

/** Locks the records that updates name, of the areas that they write. */
async function lockReferencedRecords(
  tx: Context,
  areas: readonly PermissionArea[],
  items: readonly unknown[],
): Promise<void> {
  const ids = items.flatMap((item) => {
    const { id } = itemOf(item);
    return typeof id === 'string' ? id.trim() : [];
  });
  for (const type of typesInOrder) {
    const named = areas.includes(permissionAreaByModel[type])
      ? ids.filter((id) => recordTypeOfId(id) === type)
      : [];
    if (named.length > 0) await lockRecords(tx, type, named);
  }
}

/** Fields whose texts make a record that is not there yet, or take a name or an id that one record alone can have. */
const identifyingFields = [
  ...['name', 'label', 'vendor', 'formName', 'email', 'businessName', 'firstName', 'lastName'],
  ...['eventId', 'externalId', 'newId'],
];

/** Fields that do so where a flag says it. */
const createFlagNameFields: Readonly<Record<string, string>> = {
  createClient: 'clientName',
  createProject: 'projectName',
  createDeliverable: 'deliverableName',
};

/** What an item may make by its name, custom fields included, and that it takes a client's default contact its place. */
function identifyingTextsOf(input: unknown): unknown[] {
  const item = itemOf(input);
  const { customValues, defaultContact } = item;
  const named = Object.entries(createFlagNameFields).map(
    ([flag, name]) => item[flag] && item[name],
  );
  const fields =
    typeof customValues === 'object' && customValues !== null
      ? Object.entries(customValues).map(([name, entry]) => itemOf(entry).fieldName ?? name)
      : [];
  return [
    ...identifyingFields.map((name) => item[name]),
    ...named,
    ...fields,
    ...(defaultContact ? ['defaultContact'] : []),
  ];
}

/** Locks of one workspace among which names are spread: the server has room for a few thousand at a time. */
const nameLockBuckets = 64;

/** Locks the names by which items may make something, against others who do many writes at once. One statement. */
async function lockNames({ accountId, db }: Context, items: readonly unknown[]): Promise<void> {
  const texts = items
    .flatMap(identifyingTextsOf)
    .filter((text) => typeof text === 'string')
    .map((text) => text.trim().toLowerCase().replaceAll('\u0000', ''));
  const names = [...new Set(texts)].filter((name) => name !== '' && name.isWellFormed());
  if (names.length === 0) return;
  await unfilteredClient(db).$queryRaw`
    SELECT count(pg_advisory_xact_lock(place.account, place.number)::text) FROM (
      SELECT DISTINCT -${accountId}::int AS account, abs(hashtext(name) % ${nameLockBuckets}::int) AS number
      FROM unnest(${names}::text[]) AS name ORDER BY 2) place`;
}
