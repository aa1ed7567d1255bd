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

/** A list below a record: of a relation of it, or of what the log says of it. */
export interface NestedList extends ListSource {
  link: JoinColumns | JoinCondition;
  /** The column by which its records refer to the record; undefined where it is not one alone. */
  column: string | undefined;
  /** The column of the record that is referred to, and what stands in the other one for it. */
  referred: string;
  reference: (value: string | number) => string | number;
}

type Read = Extract<ReadExtensions['read'], { kind: 'page' | 'changes' }>;

/** @throws Undeclared where there is no such relation */
export function nestedListOf(of: ModelName, read: Read): NestedList {
  if (read.kind === 'changes') return changesOf(of as AuditedModel);
  const { model: related, link } = relationOf(of, read.relation);
  const model = related as ListableModel;
  return {
    model,
    which: (given) => parseFilterAndOrder(model, given),
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
