import type { GraphQLField } from 'graphql';
import { getNamedType, isInputObjectType } from 'graphql';
import { modelField } from './where-model.ts';

export type Order = readonly (readonly [column: string, direction: 'ASC' | 'DESC'])[];

/** The page of a list, in the given order or the default one, and at most from a cursor of the record at a position. */
export interface Page {
  orderBy: Order;
  /** The order is the default of the list, so that no argument is needed. */
  isUsual?: boolean;
  size: number;
  backward: boolean;
  /** The record behind which it goes on, counted from the start of the order; undefined: from the start, or the end. */
  from: number | undefined;
  all: boolean;
}

/** The columns that a list can be ordered by. `test/schema/custom-values.test.ts` orders by custom fields. */
export const orderColumns = ({ args }: Pick<GraphQLField<unknown, unknown>, 'args'>): string[] => {
  const type = args.find(({ name }) => name === 'orderBy')?.type;
  const input = type && getNamedType(type);
  return isInputObjectType(input)
    ? Object.keys(input.getFields()).filter((name) => name !== 'customValue')
    : [];
};

/** The default order of lists, written independently of the service. By name, unless it is listed here. */
const defaultOrders: Readonly<Record<string, Order>> = {
  ApiKey: [['createdAt', 'ASC']],
  Attachment: [['createdAt', 'DESC']],
  CalendarEvent: [['startsAt', 'ASC']],
  Contact: [
    ['lastName', 'ASC'],
    ['firstName', 'ASC'],
  ],
  CustomField: [
    ['recordType', 'ASC'],
    ['position', 'ASC'],
  ],
  Deliverable: [
    ['projectId', 'ASC'],
    ['position', 'ASC'],
  ],
  ExchangeRate: [['day', 'DESC']],
  Expense: [['dateCreated', 'DESC']],
  FormSubmission: [['submittedAt', 'DESC']],
  Invoice: [
    ['dateCreated', 'DESC'],
    ['invoiceNumber', 'DESC'],
  ],
  InvoiceLine: [
    ['invoiceId', 'ASC'],
    ['position', 'ASC'],
  ],
  Opportunity: [['createdAt', 'DESC']],
  MailSuppression: [['createdAt', 'DESC']],
  OutboxMail: [['createdAt', 'DESC']],
  Payment: [['date', 'DESC']],
  Refund: [['date', 'DESC']],
  ClientCredit: [['date', 'DESC']],
  CreditNote: [
    ['dateCreated', 'DESC'],
    ['number', 'DESC'],
  ],
  PipelineStage: [['position', 'ASC']],
  ProjectType: [
    ['isDefaultProjectType', 'DESC'],
    ['name', 'ASC'],
  ],
  TaskStage: [
    ['projectTypeId', 'ASC'],
    ['position', 'ASC'],
  ],
  Ticket: [['ticketNumber', 'DESC']],
  TicketComment: [['createdAt', 'ASC']],
  TimeEntry: [['timerStart', 'DESC']],
  User: [['email', 'ASC']],
  WebhookDelivery: [['requestedAt', 'DESC']],
  WebhookEndpoint: [['createdAt', 'ASC']],
};

/** Lists that are ordered by themselves alone. */
const ownOrders: Readonly<Record<string, Order>> = { payableInvoices: [['dueDate', 'ASC']] };

/** The order of a list of a model whose caller gives none. */
export function defaultOrder(field: string, model: string): Order {
  const known = ownOrders[field] ?? defaultOrders[model];
  if (known) return known;
  modelField(model, 'name');
  return [['name', 'ASC']];
}

/** The argument for the order of a page. None for the default order. */
export const orderArgument = ({ orderBy, isUsual }: Page): string[] =>
  isUsual
    ? []
    : [
        `orderBy: [${orderBy.map(([column, direction]) => `{ ${column}: ${direction} }`).join(', ')}]`,
      ];

/** Whether a list at the root that has not all records of its model has a record. */
export const isListed = (field: string, { status, amountDue }: Readonly<Record<string, unknown>>) =>
  field !== 'payableInvoices' ||
  (Number(amountDue) > 0 && !['VOID', 'WRITTEN_OFF'].includes(String(status)));
