import type { WorkReference } from '../deliverables/work-references.ts';

/** How a statement finds the work of time entries. The workspace is its first parameter, entries are its rows `r`. */

/** How entries say which work they are about: by names alone, by ids alone, or by ids that were looked up before. */
export type WorkLookupMode = 'names' | 'ids' | 'resolved';

interface WorkSql {
  /** What entries have of it. */
  fields: readonly (keyof WorkReference)[];
  /** Finds it. */
  joins: string;
  /** The ids of client, project and deliverable. */
  ids: readonly [client: string, project: string, deliverable: string];
  /** Whether something of it is not there, stands elsewhere or takes no time. */
  isRefused: string;
}

/** At most one record of a table, as `alias`; LIMIT keeps the server from reading the whole table instead. */
const found = (alias: string, table: string, columns: string, where: string) => `
  LEFT JOIN LATERAL (SELECT ${columns} FROM "${table}" WHERE "accountId" = $1 AND ${where} LIMIT 1) ${alias} ON true`;

const isMissing = (field: string, alias: string) =>
  `(r."${field}" IS NOT NULL AND ${alias}.id IS NULL)`;

const isArchived = (table: 'Client' | 'Deliverable', id: string) => `coalesce((
  SELECT a.archived FROM "${table}" a WHERE a."accountId" = $1 AND a.id = r."${id}"), false)`;

const idFields = ['clientId', 'projectId', 'deliverableId'] as const;

export const workLookupSql: Readonly<Record<WorkLookupMode, WorkSql>> = {
  names: {
    fields: ['clientName', 'projectName', 'deliverableName'],
    joins: [
      found('c', 'Client', 'id', 'name = r."clientName" AND NOT archived'),
      found('p', 'Project', 'id', '"clientId" = c.id AND name = r."projectName"'),
      found(
        'd',
        'Deliverable',
        'id',
        '"projectId" = p.id AND name = r."deliverableName" AND NOT archived',
      ),
    ].join(''),
    ids: ['c.id', 'p.id', 'd.id'],
    isRefused: [
      isMissing('clientName', 'c'),
      isMissing('projectName', 'p'),
      isMissing('deliverableName', 'd'),
    ].join(' OR '),
  },
  ids: {
    fields: idFields,
    // An id says what stands above it.
    joins: [
      found('d', 'Deliverable', 'id, "projectId", archived', 'id = r."deliverableId"'),
      found('p', 'Project', 'id, "clientId"', 'id = coalesce(r."projectId", d."projectId")'),
      found('c', 'Client', 'id, archived', 'id = coalesce(r."clientId", p."clientId")'),
    ].join(''),
    ids: ['c.id', 'p.id', 'd.id'],
    isRefused: [
      isMissing('clientId', 'c'),
      isMissing('projectId', 'p'),
      isMissing('deliverableId', 'd'),
      'p."clientId" <> c.id',
      'd."projectId" <> p.id',
      'c.archived',
      'd.archived',
    ]
      .map((fault) => `coalesce(${fault}, false)`)
      .join(' OR '),
  },
  resolved: {
    fields: idFields,
    joins: '',
    ids: ['r."clientId"', 'r."projectId"', 'r."deliverableId"'],
    isRefused: `${isArchived('Client', 'clientId')} OR ${isArchived('Deliverable', 'deliverableId')}`,
  },
};
