import type { Prisma } from '../../generated/prisma/client.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import type { Condition } from '../../query/conditions.ts';
import { modelRelationOf } from '../../query/model-columns.ts';

/** A column of the record, or of a record that it belongs to: the relations on the way, then the column. */
export type Way = readonly [...relations: string[], column: string];

export interface Searchable {
  /** The column that says on which day it was. */
  day: string;
  /** That column is a moment, of which the workspace's clocks say the day. */
  isMoment?: boolean;
  client: Way;
  /** What `query` is compared with. */
  named: readonly Way[];
}

export const searchable = {
  TimeEntry: {
    day: 'timerStart',
    isMoment: true,
    client: ['clientId'],
    named: [
      ['client', 'name'],
      ['project', 'name'],
    ],
  },
  Expense: {
    day: 'dateCreated',
    isMoment: true,
    client: ['clientId'],
    named: [['billNo'], ['client', 'name'], ['vendor', 'name']],
  },
  Invoice: {
    day: 'dateCreated',
    client: ['clientId'],
    named: [['invoiceNumberFormatted'], ['client', 'name']],
  },
  Payment: {
    day: 'date',
    client: ['invoice', 'clientId'],
    named: [
      ['referenceNumber'],
      ['invoice', 'invoiceNumberFormatted'],
      ['invoice', 'client', 'name'],
    ],
  },
  Opportunity: {
    day: 'createdAt',
    isMoment: true,
    client: ['clientId'],
    named: [['name'], ['client', 'name']],
  },
} as const satisfies Partial<Record<RecordModel, Searchable>>;

export type SearchableModel = keyof typeof searchable;

export const compared = (
  column: string,
  by: '<' | '<=' | '>' | '>=',
  value: unknown,
): Condition => ({
  kind: 'compare',
  column,
  by,
  value,
});

export function relationAt(model: Prisma.ModelName, name: string) {
  const relation = modelRelationOf(model, name);
  if (relation) return relation;
  throw new TypeError(`${model} has no relation "${name}".`);
}
