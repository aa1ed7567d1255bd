import type { Prisma } from '../../generated/prisma/client.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import type { Condition } from '../../query/conditions.ts';
import { modelRelationOf } from '../../query/model-columns.ts';

/** A column of the record, or of a record that it belongs to: the relations on the way, then the column. */
export type ColumnPath = readonly [...relations: string[], column: string];

export interface SearchDefinition {
  /** The column that says on which day it was. */
  day: string;
  /** That column is a moment, of which the workspace's clocks say the day. */
  isTimestamp?: boolean;
  client: ColumnPath;
  /** What `query` is compared with. */
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
