import type { Prisma } from '../../generated/prisma/client.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import type { Condition } from '../../query/conditions.ts';
import { modelRelationOf } from '../../query/model-columns.ts';

/** Relations, then a column. */
export type ColumnPath = readonly [...relations: string[], column: string];

export interface SearchDefinition {
  /** The column of the date filters. */
  day: string;
  /** `day` is an instant. Its day follows from the workspace's time zone. */
  isTimestamp?: boolean;
  client: ColumnPath;
  /** Compared with `query`. */
  queryColumns: readonly ColumnPath[];
}

export const searchDefinitions = {
  TimeEntry: {
    day: 'timerStart',
    isTimestamp: true,
    client: ['clientId'],
    queryColumns: [
      ['client', 'name'],
      ['project', 'name'],
    ],
  },
  Expense: {
    day: 'dateCreated',
    isTimestamp: true,
    client: ['clientId'],
    queryColumns: [['billNo'], ['client', 'name'], ['vendor', 'name']],
  },
  Invoice: {
    day: 'dateCreated',
    client: ['clientId'],
    queryColumns: [['invoiceNumberFormatted'], ['client', 'name']],
  },
  Payment: {
    day: 'date',
    client: ['invoice', 'clientId'],
    queryColumns: [
      ['referenceNumber'],
      ['invoice', 'invoiceNumberFormatted'],
      ['invoice', 'client', 'name'],
    ],
  },
  Opportunity: {
    day: 'createdAt',
    isTimestamp: true,
    client: ['clientId'],
    queryColumns: [['name'], ['client', 'name']],
  },
} as const satisfies Partial<Record<RecordModel, SearchDefinition>>;

export type SearchableModel = keyof typeof searchDefinitions;

export const columnCompares = (
  column: string,
  by: '<' | '<=' | '>' | '>=',
  value: unknown,
): Condition => ({
  kind: 'compare',
  column,
  by,
  value,
});

export function requireRelation(model: Prisma.ModelName, name: string) {
  const relation = modelRelationOf(model, name);
  if (relation) return relation;
  throw new TypeError(`${model} has no relation "${name}".`);
}
