import { getDatamodel } from '../../generated/pothos/types.ts';
import type { RecordModel } from '../ids/permission-areas.ts';
import type { RestrictedAccessKind } from '../permissions/permissions.ts';
import { contactAccessPolicies, contactPolicyTables } from './contact-policy.ts';
import { memberAccessPolicies, memberPolicyTables } from './member-policy.ts';
import type { AccessPolicies, PolicyTables } from './policy-types.ts';

/**
 * Which rows and columns of each table those see who see a part of the workspace only (decision 32). Said once for each
 * table (`member-policy.ts`, `contact-policy.ts`), and looked at where statements are sent (`policy-client.ts`): no list, count, filter, figure, search or look-up of
 * names can find anything else. Of models that are added nothing is seen before it is said.
 */

const { models } = getDatamodel().datamodel;

/** Tables that are made of others for the conditions of a kind. */
export const policyTables: PolicyTables = { ...memberPolicyTables, ...contactPolicyTables };

export const accessPolicies: Readonly<Record<RestrictedAccessKind, AccessPolicies>> = {
  member: memberAccessPolicies,
  contact: contactAccessPolicies,
};

/** What each kind may write, by Prisma's names: everything else is refused before it is sent. */
export const writableModels: Readonly<
  Record<RestrictedAccessKind, Readonly<Partial<Record<RecordModel, readonly string[] | 'all'>>>>
> = {
  member: {
    TimeEntry: 'all',
    Expense: 'all',
    // An expense brings the vendor whom it names first; nothing of one that is there is changed.
    Vendor: ['createMany'],
  },
  // Approved, see approveDeliverable.
  contact: { Deliverable: ['updateManyAndReturn'] },
};

/** The fields at the root that a contact may ask for: nothing is answered to it that is not meant for it. */
export const portalRootFields: ReadonlySet<string> = new Set([
  ...['client', 'clients', 'contact', 'contacts', 'deliverable', 'deliverables', 'invoice'],
  ...['invoices', 'limits', 'node', 'nodes', 'project', 'projects', 'timeEntries', 'timeEntry'],
  ...['viewer', 'approveDeliverable', 'recordChanged', 'events'],
]);

/** Whether those of a kind see anything of a model's records. */
export const canReadModel = (kind: RestrictedAccessKind, model: string): boolean =>
  accessPolicies[kind][model as RecordModel] !== 'none';

/** Columns that every record has, and by which records are found and put in order. */
const always: ReadonlySet<string> = new Set([
  'accountId',
  'id',
  'createdAt',
  'updatedAt',
  'version',
]);

/** Whether those of a kind do not see a column of a model's records, of which they see some. */
export function isColumnHidden(kind: RestrictedAccessKind, model: string, column: string): boolean {
  const sight = accessPolicies[kind][model as RecordModel];
  if (typeof sight !== 'object') return false;
  const { shows, hides } = sight;
  if (hides?.includes(column)) return true;
  return shows !== undefined && !always.has(column) && !shows.includes(column);
}

/** What those of a kind see of each table that they see something of, for people to read. */
export function describeAccessPolicies(
  kind: RestrictedAccessKind,
): { model: string; rows: string; hidden: readonly string[] }[] {
  return Object.entries(accessPolicies[kind]).flatMap(([model, sight]) => {
    if (sight === 'none') return [];
    const rows = sight === 'all' ? 'all, as labels of records' : sight.meaning;
    const columns = (models[model]?.fields ?? []).filter(({ kind: of }) => of !== 'object');
    const names = columns.map(({ name }) => name);
    return [{ model, rows, hidden: names.filter((name) => isColumnHidden(kind, model, name)) }];
  });
}
