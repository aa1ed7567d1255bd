import type { AuditedModel } from '../../platform/audit-log/audited-columns.ts';
import { auditRecordIdOf, auditRecordIdSql } from '../../platform/audit-log/audited-columns.ts';
import type { JoinCondition } from '../../query/json-query.ts';
import type { ListableModel } from '../../query/list-queries.ts';
import type { JoinColumns } from '../../query/model-columns.ts';
import { changesListSource } from '../core/audit-log-lists.ts';
import type { ListSource, ReadExtensions } from '../core/field-reads.ts';
import { parseFilterAndOrder } from '../core/list-definitions.ts';
import type { ModelName } from '../core/model-names.ts';
import { relationOf } from '../core/prisma-models.ts';

/** A list below a record: a relation, or the record's changes. */
export interface NestedList extends ListSource {
  link: JoinColumns | JoinCondition;
  /** Undefined if the join is not a single column. */
  column: string | undefined;
  /** The referenced column of the parent, and its value in `column`. */
  referred: string;
  reference: (value: string | number) => string | number;
}

type Read = Extract<ReadExtensions['read'], { kind: 'page' | 'changes' }>;

/** @throws UndeclaredFieldError */
export function nestedListOf(of: ModelName, read: Read): NestedList {
  if (read.kind === 'changes') return changesOf(of as AuditedModel);
  const { model: related, link } = relationOf(of, read.relation);
  const model = related as ListableModel;
  return {
    model,
    which: (args) => parseFilterAndOrder(model, args),
    link,
    column: link.find((pair) => pair.of === 'id')?.column,
    referred: 'id',
    reference: (value) => value,
  };
}

function changesOf(of: AuditedModel): NestedList {
  const { column, sql } = auditRecordIdSql(of);
  return {
    ...changesListSource(of),
    link: (own, alias) => `${own}."recordId" = ${sql(alias)}`,
    column: 'recordId',
    referred: column,
    reference: (value) => auditRecordIdOf(of, { [column]: value }),
  };
}
