import type { AuditedModel } from '../../platform/audit-log/audited-columns.ts';
import { eventTypeFiltersOf } from '../events/event-types.ts';
import type { WorkspaceEvent } from '../events/fields.ts';

interface HookType {
  /** Types of events, of which one applies. */
  types: readonly string[];
  /** A further condition. */
  when?: (event: WorkspaceEvent) => boolean;
  /** The body is the record that this column refers to. Default: the record of the event. */
  bodyReference?: { model: AuditedModel; column: string };
}

const becomesInactive = ({ after, before }: WorkspaceEvent) =>
  before?.active === true && after?.active === false;

const isFirstSent = ({ after, before }: WorkspaceEvent) =>
  after?.dateSent !== undefined && after.dateSent !== null && !before?.dateSent;

const hookTypes = {
  ClientCreate: { types: ['client.created'] },
  ClientUpdate: { types: ['client.updated', 'client.erased'] },
  ClientDelete: { types: ['client.deleted'] },
  ProjectCreate: { types: ['project.created'] },
  ProjectUpdate: { types: ['project.updated'] },
  ProjectComplete: { types: ['project.updated'], when: becomesInactive },
  DeliverableCreate: { types: ['deliverable.created'] },
  DeliverableUpdate: { types: ['deliverable.updated'] },
  DeliverableDelete: { types: ['deliverable.deleted'] },
  DeliverableApproval: { types: ['deliverable.approved'] },
  TimerCreate: { types: ['timeEntry.created'] },
  TimerUpdate: { types: ['timeEntry.updated'] },
  TimerDelete: { types: ['timeEntry.deleted'] },
  OpportunityCreate: { types: ['opportunity.created'] },
  OpportunityUpdate: { types: ['opportunity.updated'] },
  OpportunityDelete: { types: ['opportunity.deleted'] },
  FormCompleted: { types: ['formSubmission.created'] },
  MeetingScheduled: { types: ['calendarEvent.created'] },
  MeetingUpdated: { types: ['calendarEvent.updated'] },
  MeetingCancelled: { types: ['calendarEvent.deleted'] },
  InvoiceSent: { types: ['invoice.created', 'invoice.updated'], when: isFirstSent },
  InvoiceVoided: { types: ['invoice.voided'] },
  InvoiceWriteOff: { types: ['invoice.writtenOff'] },
  PaymentReceived: {
    types: ['payment.created'],
    bodyReference: { model: 'Invoice', column: 'invoiceId' },
  },
  TicketCreate: { types: ['ticket.created'] },
  TicketUpdate: { types: ['ticket.updated'] },
  TicketDelete: { types: ['ticket.deleted'] },
  TicketClose: { types: ['ticket.closed'] },
  TicketComment: { types: ['ticket.commented'] },
} as const satisfies Record<string, HookType>;

export type HookTypeName = keyof typeof hookTypes;

export const hookTypeNames = Object.keys(hookTypes) as HookTypeName[];

/** Undefined for endpoints that are no REST hook. */
const hookTypeOf = (name: string | null): HookType | undefined => hookTypes[name as HookTypeName];

export const eventTypesOfHook = (name: HookTypeName): string[] => [...hookTypes[name].types];

/** One change can be of several types of hooks. Other endpoints have no further condition. */
export function isHookEvent(name: string | null, event: WorkspaceEvent): boolean {
  const hookType = hookTypeOf(name);
  if (!hookType) return true;
  const { types, when } = hookType;
  return types.some((type) => event.types.includes(type)) && (when?.(event) ?? true);
}

export interface BodyRecord {
  model: AuditedModel;
  id: string;
}

export function bodyRecordOf(
  hookType: string | null,
  { after, recordId, recordType }: WorkspaceEvent,
): BodyRecord {
  const bodyReference = hookTypeOf(hookType)?.bodyReference;
  return bodyReference
    ? { model: bodyReference.model, id: String(after?.[bodyReference.column]) }
    : { model: recordType, id: recordId };
}

interface HookRecord {
  model: AuditedModel;
  body: AuditedModel;
  /** Column with the id of the body record. */
  column: string;
}

export function hookRecordOf(name: HookTypeName): HookRecord {
  const { bodyReference, types }: HookType = hookTypes[name];
  const [filter] = eventTypeFiltersOf(String(types[0]));
  if (!filter) throw new TypeError(`${name} has an unknown type of event.`);
  const { model } = filter;
  return { model, body: bodyReference?.model ?? model, column: bodyReference?.column ?? 'id' };
}

type Where = Record<string, unknown>;

/** Where a type of record refers to its client. Null: it does not. Default: `clientId`. */
const clientConditions: Partial<Record<AuditedModel, ((is: Where) => Where) | null>> = {
  CalendarEvent: null,
  Client: (is) => ({ id: is }),
  Deliverable: (is) => ({ project: { clientId: is } }),
  Payment: (is) => ({ invoice: { clientId: is } }),
};

/** The argument `where` of `recordChanged` for the records of a client. Null: they belong to none. */
export function clientWhereOf(name: HookTypeName, clientId: string): Where | null {
  const { model } = hookRecordOf(name);
  const condition = clientConditions[model];
  if (condition === null) return null;
  const is = { equals: clientId };
  const subject = `${model.charAt(0).toLowerCase()}${model.slice(1)}`;
  return { [subject]: condition?.(is) ?? { clientId: is } };
}
