import type { LoggedModel } from '../../platform/audit-log/audited-columns.ts';
import { logId, recordIdSql } from '../../platform/audit-log/audited-columns.ts';
import type { Link } from '../../query/conditions.ts';
import type { ListedModel } from '../../query/list-queries.ts';
import type { Among } from '../../query/json-query.ts';
import type { ModelName } from '../core/record-fields.ts';
import { whichOf } from '../core/list-definitions.ts';
import { changesListed } from '../core/audit-log-lists.ts';
import { relationOf } from '../core/prisma-models.ts';
import type { Listed, ReadExtensions } from '../core/field-reads.ts';

/** A list below a record: of a relation of it, or of what the log says of it. */
export interface ListBelow extends Listed {
  link: Link | Among;
  /** The column by which its records refer to the record; undefined where it is not one alone. */
  column: string | undefined;
  /** The column of the record that is referred to, and what stands in the other one for it. */
  referred: string;
  reference: (value: string | number) => string | number;
}

type Read = Extract<ReadExtensions['read'], { kind: 'page' | 'changes' }>;

/** @throws Undeclared where there is no such relation */
export function listBelow(of: ModelName, read: Read): ListBelow {
  if (read.kind === 'changes') return changesOf(of as LoggedModel);
  const { model: related, link } = relationOf(of, read.relation);
  const model = related as ListedModel;
  return {
    model,
    which: (given) => whichOf(model, given),
    link,
    column: link.find((pair) => pair.of === 'id')?.column,
    referred: 'id',
    reference: (value) => value,
  };
}

function changesOf(of: LoggedModel): ListBelow {
  const { column, sql } = recordIdSql(of);
  return {
    ...changesListed(of),
    link: (own, alias) => `${own}."recordId" = ${sql(alias)}`,
    column: 'recordId',
    referred: column,
    reference: (value) => logId(of, { [column]: value }),
  };
}
