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

/** A list inside a record: a relation, or the record's audit entries. */
export interface NestedList extends ListSource {
  link: JoinColumns | JoinCondition;
  /** The column that refers to the parent. Undefined if the join has several columns. */
  column: string | undefined;
  /** The referenced column of the parent, and its value in `column`. */
  parentColumn: string;
  toColumnValue: (value: string | number) => string | number;
}

type Read = Extract<ReadExtensions['read'], { kind: 'page' | 'changes' }>;

/** @throws UndeclaredFieldError */
export function nestedListOf(of: ModelName, read: Read): NestedList {
  if (read.kind === 'changes') return auditEntryListOf(of as AuditedModel);
  const { model: related, link } = relationOf(of, read.relation);
  const model = related as ListableModel;
  return {
    model,
    parseArguments: (args) => parseFilterAndOrder(model, args),
    link,
    column: link.find((pair) => pair.of === 'id')?.column,
    parentColumn: 'id',
    toColumnValue: (value) => value,
  };
}

function auditEntryListOf(of: AuditedModel): NestedList {
  const { column, sql } = auditRecordIdSql(of);
  return {
    ...changesListSource(of),
    link: (own, alias) => `${own}."recordId" = ${sql(alias)}`,
    column: 'recordId',
    parentColumn: column,
    toColumnValue: (value) => auditRecordIdOf(of, { [column]: value }),
  };
}
