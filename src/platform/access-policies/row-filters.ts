import { getDatamodel } from '../../generated/pothos/types.ts';
import type { RecordModel } from '../ids/permission-areas.ts';
import type { RestrictedAccessKind } from '../permissions/permissions.ts';
import { contactAccessPolicies, contactPolicySubqueries } from './contact-policy.ts';
import { memberAccessPolicies, memberPolicySubqueries } from './member-policy.ts';
import type { AccessPolicies, PolicySubqueries } from './policy-types.ts';

const { models } = getDatamodel().datamodel;

export const policySubqueries: PolicySubqueries = {
  ...memberPolicySubqueries,
  ...contactPolicySubqueries,
};

export const accessPolicies: Readonly<Record<RestrictedAccessKind, AccessPolicies>> = {
  member: memberAccessPolicies,
  contact: contactAccessPolicies,
};

/** Prisma methods that restricted callers may use to write. Other writes are rejected before the query. */
export const writableModels: Readonly<
  Record<RestrictedAccessKind, Readonly<Partial<Record<RecordModel, readonly string[] | 'all'>>>>
> = {
  member: {
    TimeEntry: 'all',
    Expense: 'all',
    // An expense can create its vendor.
    Vendor: ['createMany'],
  },
  // The mutation `approveDeliverable` writes this table.
  contact: { Deliverable: ['updateManyAndReturn'] },
};

export const portalRootFields: ReadonlySet<string> = new Set([
  ...['client', 'clients', 'contact', 'contacts', 'deliverable', 'deliverables', 'invoice'],
  ...['invoices', 'limits', 'node', 'nodes', 'project', 'projects', 'timeEntries', 'timeEntry'],
  ...['ticket', 'tickets', 'ticketComment', 'ticketComments'],
  ...['search', 'viewer', 'approveDeliverable', 'recordChanged', 'events'],
]);

export const canReadModel = (kind: RestrictedAccessKind, model: string): boolean =>
  accessPolicies[kind][model as RecordModel] !== 'none';

const alwaysVisibleColumns: ReadonlySet<string> = new Set([
  'accountId',
  'id',
  'createdAt',
  'updatedAt',
  'version',
]);

export function isColumnHidden(kind: RestrictedAccessKind, model: string, column: string): boolean {
  const policy = accessPolicies[kind][model as RecordModel];
  if (typeof policy !== 'object') return false;
  const { visibleColumns, hiddenColumns } = policy;
  if (hiddenColumns?.includes(column)) return true;
  return (
    visibleColumns !== undefined &&
    !alwaysVisibleColumns.has(column) &&
    !visibleColumns.includes(column)
  );
}

export function describeAccessPolicies(
  kind: RestrictedAccessKind,
): { model: string; rows: string; hidden: readonly string[] }[] {
  return Object.entries(accessPolicies[kind]).flatMap(([model, policy]) => {
    if (policy === 'none') return [];
    const rows = policy === 'all' ? 'all, as labels of records' : policy.rowsDescription;
    const columns = (models[model]?.fields ?? []).filter(({ kind: of }) => of !== 'object');
    const names = columns.map(({ name }) => name);
    return [{ model, rows, hidden: names.filter((name) => isColumnHidden(kind, model, name)) }];
  });
}
