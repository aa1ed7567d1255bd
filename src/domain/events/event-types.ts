import type { LogEntryKind } from '../../generated/prisma/enums.ts';
import { LogActorKind } from '../../generated/prisma/enums.ts';
import type { AuditedModel } from '../../platform/audit-log/audited-columns.ts';
import { auditedModels } from '../../platform/audit-log/audited-columns.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import {
  hasAnyPermission,
  missingScopeError,
  readPermissions,
  requirePermissions,
} from '../../platform/permissions/permissions.ts';
import { findClosestName } from '../../platform/text/closest-name.ts';

/** The kinds of audit entries that are events. Sign-ins are none. */
const eventNames = {
  CREATED: 'created',
  UPDATED: 'updated',
  DELETED: 'deleted',
  ERASED: 'erased',
} as const satisfies Partial<Record<LogEntryKind, string>>;

export type EventKind = keyof typeof eventNames;

export const eventKinds = Object.keys(eventNames) as EventKind[];

/** An additional event type for a column that got this value, or any value. */
interface NamedChange {
  word: string;
  column: string;
  /** As in the audit log. Default: any. */
  value?: string;
  /** New records have such a value, so a creation is not this change. */
  isInitial?: true;
}

const archiving: readonly NamedChange[] = [
  { word: 'archived', column: 'archived', value: 'true' },
  { word: 'unarchived', column: 'archived', value: 'false', isInitial: true },
];

/** In the order of `types`. */
export const namedChanges: { readonly [M in AuditedModel]?: readonly NamedChange[] } = {
  Client: archiving,
  Contact: archiving,
  Deliverable: [
    { word: 'approved', column: 'approvedAt' },
    { word: 'completed', column: 'completedAt' },
    ...archiving,
  ],
  Invoice: [
    { word: 'paid', column: 'status', value: 'PAID' },
    { word: 'partlyPaid', column: 'status', value: 'PARTIAL' },
    { word: 'voided', column: 'status', value: 'VOIDED' },
    { word: 'writtenOff', column: 'status', value: 'WRITE_OFF' },
    { word: 'issued', column: 'dateIssued' },
  ],
  Opportunity: archiving,
  WebhookEndpoint: [{ word: 'disabled', column: 'state', value: 'DISABLED' }],
  Payment: [
    { word: 'reversed', column: 'reversedAt' },
    { word: 'refunded', column: 'refundedTotal', isInitial: true },
  ],
  Ticket: [
    { word: 'closed', column: 'closedAt' },
    { word: 'commented', column: 'lastCommentAt' },
    ...archiving,
  ],
};

/** "created", "paid" */
export const eventWordsOf = (model: AuditedModel): string[] => [
  ...Object.values(eventNames),
  ...(namedChanges[model] ?? []).map(({ word }) => word),
];

/** "timeEntry" */
export const eventSubjectOf = (model: string) =>
  `${model.charAt(0).toLowerCase()}${model.slice(1)}`;

const modelOf = new Map<string, AuditedModel>(
  auditedModels.map((model) => [eventSubjectOf(model), model]),
);

const kindsOf = ({ isInitial }: NamedChange): EventKind[] =>
  isInitial ? ['UPDATED'] : ['CREATED', 'UPDATED'];

const isNamed = ({ column, value }: NamedChange, after: Readonly<Record<string, unknown>>) =>
  value === undefined
    ? after[column] !== undefined && after[column] !== null
    : String(after[column]) === value;

/** ["invoice.created", "invoice.issued"], ["invoice.paid", "invoice.updated"]. `type` is the first. */
export function eventTypesOf(
  model: AuditedModel,
  kind: EventKind,
  after: Readonly<Record<string, unknown>> | null,
): { type: string; types: string[] } {
  const named = (namedChanges[model] ?? [])
    .filter((change) => kindsOf(change).includes(kind) && isNamed(change, after ?? {}))
    .map(({ word }) => word);
  const words = kind === 'CREATED' ? ['created', ...named] : [...named, eventNames[kind]];
  const types = words.map((word) => `${eventSubjectOf(model)}.${word}`);
  return { type: types[0] as string, types };
}

/** An entry matches if one of the filters matches. */
export interface EventTypeFilter {
  model: AuditedModel;
  kind?: EventKind;
  column?: string;
  value?: string;
}

/** Empty for an unknown type. */
export function eventTypeFiltersOf(type: string): EventTypeFilter[] {
  const [name = '', word, ...more] = type.split('.');
  const model = modelOf.get(name);
  if (model === undefined || more.length > 0) return [];
  if (word === undefined) return [{ model }];
  const kind = eventKinds.find((kind) => eventNames[kind] === word);
  if (kind !== undefined) return [{ model, kind }];
  const change = namedChanges[model]?.find((named) => named.word === word);
  if (change === undefined) return [];
  const { column, value } = change;
  return kindsOf(change).map((kind) => ({
    ...{ model, kind, column },
    ...(value !== undefined && { value }),
  }));
}

const maxTypes = 100;

export function validateEventTypes(types: readonly string[]): FieldError[] {
  if (types.length === 0 || types.length > maxTypes) {
    return [
      { path: 'types', code: 'invalid_length', message: `must have 1 to ${maxTypes} entries` },
    ];
  }
  return types.flatMap((type, index) => {
    if (eventTypeFiltersOf(type).length > 0) return [];
    return [unknownTypeError(type, `types.${index}`)];
  });
}

export function unknownTypeError(
  type: string,
  path: string,
  rule = 'must be a record, or a record with an event',
): FieldError {
  const [subject = ''] = type.split('.');
  const model = modelOf.get(subject);
  const subjects = [...modelOf.keys()];
  const typesOf = (known: AuditedModel) =>
    eventWordsOf(known).map((word) => `${eventSubjectOf(known)}.${word}`);
  const closest = findClosestName(type, [...subjects, ...[...modelOf.values()].flatMap(typesOf)]);
  const hint = closest === undefined || closest === type ? '' : ` Did you mean "${closest}"?`;
  const accepted = model
    ? `Types of ${subject}: ${typesOf(model).join(', ')}.`
    : `Records: ${subjects.join(', ')}.`;
  const message = `${rule} like "invoice.paid", not ${JSON.stringify(type)}.${hint} ${accepted}`;
  return { path, code: 'invalid_choice', message };
}

/**
 * Default: all types that the caller may read. `invoice.updated` includes `invoice.paid`, `invoice` includes all.
 * Unknown types match nothing.
 * @throws ActionError missing_scope
 */
export function resolveEventTypeFilters(
  types: readonly string[] | null,
  permissions: Permissions,
): EventTypeFilter[] {
  if (types === null) {
    if (!hasAnyPermission(permissions, 'read')) throw missingScopeError(['read']);
    const isRead = (model: AuditedModel) =>
      (readPermissions([permissionAreaByModel[model]]) & ~permissions) === 0;
    return auditedModels.filter(isRead).map((model) => ({ model }));
  }
  const filters = types.flatMap(eventTypeFiltersOf);
  requirePermissions(
    permissions,
    readPermissions(filters.map(({ model }) => permissionAreaByModel[model])),
  );
  return filters;
}

export const actorKinds = Object.values(LogActorKind);
