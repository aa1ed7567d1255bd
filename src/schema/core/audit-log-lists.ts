import type { LogActorKind, LogEntryKind } from '../../generated/prisma/enums.ts';
import type { AuditedModel } from '../../platform/audit-log/audited-columns.ts';
import { auditedModels } from '../../platform/audit-log/audited-columns.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { isStorableText } from '../../platform/input/text-types.ts';
import type { Condition } from '../../query/conditions.ts';
import { allOf, columnEquals } from '../../query/conditions.ts';
import { buildListOrder } from '../../query/list-order.ts';
import type { ListSource } from './field-reads.ts';

const newestFirst = () => buildListOrder('LogEntry', [{ place: 'desc' }]);

export const changesListSource = (of: AuditedModel): ListSource => {
  const where: Condition = {
    ...{ kind: 'compare', column: 'recordType', by: '=', value: of },
    valueKind: 'enumerated',
  };
  return { model: 'LogEntry', which: () => ({ where, order: newestFirst() }) };
};

interface AuditFilter {
  type?: string | null;
  recordId?: string | null;
  actor?: string | null;
  actorKind?: readonly LogActorKind[] | null;
  operation?: string | null;
  kind?: readonly LogEntryKind[] | null;
  from?: Date | null;
  to?: Date | null;
}

/** @throws ActionError invalid_input */
function checkFilter({ type, from, to, ...others }: AuditFilter): void {
  const texts = { recordId: others.recordId, actor: others.actor, operation: others.operation };
  const faults = Object.entries(texts).flatMap(([path, text]) =>
    isStorableText(text ?? '')
      ? []
      : [{ path, code: 'invalid_text', message: 'must not contain NUL or broken Unicode' }],
  );
  if (type && !auditedModels.includes(type as AuditedModel)) {
    const message = `must be a type of record: ${auditedModels.join(', ')}`;
    faults.push({ path: 'type', code: 'invalid_choice', message });
  }
  if (from && to && from >= to) {
    faults.push({ path: 'to', code: 'out_of_range', message: 'must be after `from`' });
  }
  if (faults.length > 0) throw invalidInputError(faults as never);
}

const is = (column: string, value: string | null | undefined) =>
  value === null || value === undefined ? undefined : columnEquals(column, value);

/**
 * A single value uses an index in list order. PostgreSQL plans several values for each workspace,
 * since their frequency differs.
 */
function isOneOf(
  column: string,
  values: readonly string[] | null | undefined,
): Condition | undefined {
  if (!values) return undefined;
  const [value, ...more] = new Set(values);
  if (value === undefined || more.length > 0) return { kind: 'in', column, values };
  return { kind: 'compare', column, by: '=', value, valueKind: 'enumerated' };
}

export const auditListSource: ListSource = {
  model: 'LogEntry',
  which: (given) => {
    const filter = given as AuditFilter;
    checkFilter(filter);
    const { type, recordId, actor, actorKind, operation, kind, from, to } = filter;
    const column = 'createdAt';
    const where = allOf([
      is('recordType', type),
      is('recordId', recordId),
      is('actorId', actor),
      is('operation', operation),
      isOneOf('actorKind', actorKind),
      isOneOf('kind', kind),
      from ? { kind: 'compare', column, by: '>=', value: from } : undefined,
      to ? { kind: 'compare', column, by: '<', value: to } : undefined,
    ]);
    return { where, order: newestFirst() };
  },
};
