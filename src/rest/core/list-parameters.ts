import { z } from 'zod';
import { invoiceStatuses } from '../../domain/invoices/invoice-record.ts';
import { pathEquals } from '../../domain/record-searches/search.ts';
import { columnCompares } from '../../domain/record-searches/searchable-columns.ts';
import {
  hasDefinedStatuses,
  statusLabelCondition,
} from '../../domain/record-searches/status-filter.ts';
import { webhookEnums } from '../../domain/webhooks/fields.ts';
import type { Context } from '../../platform/context/context.ts';
import {
  booleanType,
  date,
  dateTime,
  enumOf,
  integer,
  text,
} from '../../platform/input/field-types.ts';
import type { Field, FieldType } from '../../platform/input/fields.ts';
import { nullable, parseInput } from '../../platform/input/fields.ts';
import { scalarPresentation } from '../../platform/input/scalar-type.ts';
import type { Condition } from '../../query/conditions.ts';
import { allOf, not } from '../../query/conditions.ts';
import { checkCursorWorkspace, parseCursor } from '../../query/list-cursors.ts';
import type { ListOrder } from '../../query/list-order.ts';
import { buildListOrder } from '../../query/list-order.ts';
import type { ListableModel } from '../../query/list-queries.ts';
import { modelFieldOf } from '../../query/model-columns.ts';
import type { ListJsonQuery, ListQuery } from '../../query/record-list.ts';
import { maxPageRecords } from '../../query/record-list.ts';

/** Columns that order the lists of a model, each with an index. A page without `order` has the list's own order. */
export const orderColumns: Partial<Record<ListableModel, readonly string[]>> = {
  Client: ['name', 'city', 'country'],
  Contact: ['lastName', 'firstName', 'email'],
  CreditNote: ['number', 'dateCreated'],
  ClientCredit: ['date'],
  CustomField: ['name'],
  Deliverable: ['name', 'priority', 'startDate', 'dueDate'],
  EmailTemplate: ['name'],
  ExchangeRate: ['day'],
  Expense: ['dateCreated', 'amount', 'dueDate', 'datePaid'],
  Form: ['name'],
  Invoice: [
    ...['invoiceNumber', 'dateCreated', 'dateIssued', 'dueDate', 'datePaid'],
    ...['total', 'amountDue'],
  ],
  InvoiceTemplate: ['name'],
  Opportunity: ['name', 'value', 'estCloseDate', 'actualCloseDate'],
  Payment: ['date'],
  PipelineStage: ['label', 'position'],
  Project: ['name', 'startDate', 'dueDate', 'dateCreated'],
  ProjectType: ['name'],
  TaskStage: ['label', 'position'],
  Ticket: ['ticketNumber', 'dueDate'],
  TimeEntry: ['timerStart'],
  User: ['email', 'firstName', 'lastName'],
  Vendor: ['name'],
  WebhookDelivery: ['requestedAt'],
  WebhookEndpoint: ['url'],
};

/** Relations that lead to the client. */
const clientPaths: Partial<Record<ListableModel, readonly string[]>> = {
  Deliverable: ['project', 'clientId'],
  Payment: ['invoice', 'clientId'],
};

/** The columns by their names in REST. */
function orderNamesOf({ model, parts }: ListJsonQuery): Map<string, string> {
  const listed = orderColumns[model as ListableModel];
  if (!listed) throw new TypeError(`The lists of ${model} declare no order.`);
  const times = model === 'WebhookDelivery' ? [] : ['createdAt', 'updatedAt'];
  const columns = ['id', ...listed, ...times].filter((name) => modelFieldOf(model, name));
  return new Map(
    columns.map((column) => {
      const part = parts.find((one) => one.kind === 'column' && one.column === column);
      return [part?.as ?? column, column];
    }),
  );
}

interface GivenOrder {
  column: string;
  direction: 'asc' | 'desc';
}

function orderType(columns: ReadonlyMap<string, string>): FieldType<GivenOrder> {
  const choices = [...columns.keys()].flatMap((name) => [name, `-${name}`]);
  return {
    presentation: scalarPresentation('String'),
    json: { type: 'string', enum: choices },
    read: (value, report) => {
      const given = String(value).trim();
      const column = columns.get(given.replace(/^-/, ''));
      if (column) return { column, direction: given.startsWith('-') ? 'desc' : 'asc' };
      report('invalid_choice', `must be one of ${choices.join(', ')}`);
      return undefined;
    },
  };
}

function statusField(model: string): Field<string | null> | undefined {
  const description = 'Only records in this status.';
  if (model === 'Invoice') return nullable(enumOf('InvoiceStatus', invoiceStatuses), description);
  if (model === 'WebhookDelivery')
    return nullable(
      enumOf('WebhookDeliveryStatus', webhookEnums.WebhookDeliveryStatus),
      description,
    );
  return hasDefinedStatuses(model) ? nullable(text(), `${description} Its label.`) : undefined;
}

/** Filters of a list, for the fields that its records have. */
function filterFieldsOf(model: ListableModel): z.ZodRawShape {
  const has = (column: string) => modelFieldOf(model, column) !== undefined;
  const status = statusField(model);
  return {
    ...(status && { status }),
    ...(has('updatedAt') && {
      updatedSince: nullable(dateTime, 'Only records created or changed at this time or later.'),
    }),
    ...(has('dueDate') && { dueBefore: nullable(date, 'Only records due before this day.') }),
    ...(has('archived') && {
      archived: nullable(booleanType, 'Only archived records, or only the others.'),
    }),
    ...((has('clientId') || clientPaths[model]) && {
      clientId: nullable(text(), 'Id of the client.'),
    }),
  };
}

interface Given {
  limit?: number | null;
  cursor?: string | null;
  order?: GivenOrder | null;
  status?: string | null;
  updatedSince?: Date | null;
  dueBefore?: Date | null;
  archived?: boolean | null;
  clientId?: string | null;
}

export interface ListPage {
  order: ListOrder;
  limit: number;
}

/** What a request lists: the records, and the page if it asks for one. */
interface RequestedList {
  listing: ListQuery;
  page: ListPage | undefined;
}

/** The parameters that all lists of REST have in addition to their own. */
export class ListParameters {
  readonly input: z.ZodObject;
  readonly #model: ListableModel;
  readonly #names: readonly string[];
  readonly #ownOrder: readonly object[];

  constructor(tree: ListJsonQuery, own: z.ZodObject | undefined) {
    this.#model = tree.model as ListableModel;
    const columns = orderNamesOf(tree);
    this.#ownOrder = [{ [[...columns.values()][1] ?? 'id']: 'asc' }];
    const fields: z.ZodRawShape = {
      limit: nullable(
        integer({ min: 1, max: maxPageRecords }),
        'Maximum number of records. The `Link` header of the response contains the next page.',
      ),
      cursor: nullable(
        text(20_000),
        'Start of the page, from the `Link` header of the one before.',
      ),
      order: nullable(orderType(columns), 'A field, or a field after `-` for descending order.'),
      ...filterFieldsOf(this.#model),
    };
    this.#names = Object.keys(fields).filter((name) => !Object.hasOwn(own?.shape ?? {}, name));
    const added = Object.fromEntries(this.#names.map((name) => [name, fields[name]]));
    this.input = z.object({ ...own?.shape, ...added } as z.ZodRawShape).meta(own?.meta() ?? {});
  }

  /**
   * Names every invalid parameter at once.
   * @throws ActionError invalid_input
   */
  parse(input: Record<string, unknown>): Given {
    if (!this.#names.some((name) => Object.hasOwn(input, name))) return {};
    const fields: Record<string, unknown> = parseInput(this.input, input);
    return Object.fromEntries(this.#names.map((name) => [name, fields[name]]));
  }

  /** @throws ActionError invalid_input for the cursor of another list, order or workspace, and unknown statuses */
  async apply(
    context: Context,
    given: Given,
    listing: ListQuery,
    isAlwaysPaged: boolean,
  ): Promise<RequestedList> {
    const { archived, cursor, limit, order: by } = given;
    const where = allOf([listing.where, ...(await this.#conditions(context, given))]);
    const hidden = archived === null || archived === undefined ? listing.hidden : undefined;
    const filtered = { ...listing, where, hidden };
    const order = this.#orderOf(listing, by);
    const ordered = by ? { ...filtered, orderBy: order } : filtered;
    const isPaged = limit || cursor || (isAlwaysPaged && by);
    if (!isPaged) return { listing: ordered, page: undefined };
    const start = parseCursor(
      this.#model,
      order,
      cursor ? { path: 'cursor', text: cursor } : undefined,
    );
    checkCursorWorkspace(context, start);
    const page = { order, limit: limit ?? maxPageRecords };
    return { listing: { ...ordered, behind: start?.position }, page };
  }

  #orderOf({ orderBy }: ListQuery, by: GivenOrder | null | undefined): ListOrder {
    if (by) return buildListOrder(this.#model, [{ [by.column]: by.direction }]);
    const columns = orderBy.flatMap((one) =>
      'column' in one ? [{ [one.column]: one.direction ?? 'asc' }] : [],
    );
    // No cursor continues after an expression.
    return buildListOrder(this.#model, columns.length < orderBy.length ? this.#ownOrder : columns);
  }

  async #conditions(
    context: Context,
    { archived, clientId, dueBefore, status, updatedSince }: Given,
  ): Promise<(Condition | undefined)[]> {
    const isArchived: Condition = { kind: 'flag', column: 'archived' };
    const model = this.#model;
    return [
      archived === true ? isArchived : archived === false ? not(isArchived) : undefined,
      clientId ? pathEquals(model, clientPaths[model] ?? ['clientId'], clientId) : undefined,
      dueBefore ? columnCompares('dueDate', '<', dueBefore) : undefined,
      updatedSince ? columnCompares('updatedAt', '>=', updatedSince) : undefined,
      status && hasDefinedStatuses(model)
        ? await statusLabelCondition(context, model, status)
        : status
          ? { kind: 'compare', column: 'status', by: '=', value: status, valueKind: 'enumerated' }
          : undefined,
    ];
  }
}
