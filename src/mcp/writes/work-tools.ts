import { z } from 'zod';
import { createInvoiceFromWorkInput } from '../../domain/invoices/create-from-work.ts';
import { createInvoiceInput, invoiceItemInput } from '../../domain/invoices/invoice-input.ts';
import { recordPaymentInput } from '../../domain/payments/fields.ts';
import { createTimeEntryInput } from '../../domain/time-entries/fields.ts';
import type { Context } from '../../platform/context/context.ts';
import type { ParsedDateTime } from '../../platform/dates/dates.ts';
import { wallClockToInstant } from '../../platform/dates/dates.ts';
import {
  booleanType,
  dateTimeAsWritten,
  decimal,
  list,
  money,
  object,
  text,
} from '../../platform/input/field-types.ts';
import { inputObject, nullable, required, withDefault } from '../../platform/input/fields.ts';
import { isIdReference } from '../references.ts';
import { defineAreaWriteTool, rejectInput } from './write-tool.ts';

const time = createTimeEntryInput.shape;

const msPerHour = 3_600_000;

/** @throws ActionError invalid_input */
function instantOf({ workspace }: Context, path: string, written: ParsedDateTime): Date {
  const { date, hasOffset, instant, time } = written;
  if (hasOffset) return instant;
  return (
    wallClockToInstant(date, time, workspace.timeZone) ??
    rejectInput(path, 'out_of_range', 'is too early or too late')
  );
}

interface WorkedTime {
  start: ParsedDateTime;
  end: ParsedDateTime | null;
  hours: unknown;
}

/** @throws ActionError invalid_input */
function timesOf(context: Context, { start, end, hours }: WorkedTime) {
  if ((end === null) === (hours === null))
    rejectInput('hours', 'required', 'send either hours or end');
  const timerStart = instantOf(context, 'start', start);
  const timerEnd = end
    ? instantOf(context, 'end', end)
    : new Date(timerStart.getTime() + Math.round(Number(hours) * msPerHour));
  return { timerStart, timerEnd };
}

export const logTime = defineAreaWriteTool({
  name: 'log_time',
  title: 'Log time',
  description: 'Logs time of a user on a client, project and deliverable.',
  isDeduplicated: true,
  writes: 'time:write',
  input: z.object({
    clientName: time.clientName,
    projectName: time.projectName,
    deliverableName: time.deliverableName,
    start: required(dateTimeAsWritten, 'Without an offset, in the workspace’s time zone.'),
    hours: nullable(decimal({ min: 0.01, max: 1_000, decimals: 4 }), 'Instead of end.'),
    end: nullable(dateTimeAsWritten),
    notes: time.notes,
    userEmail: time.userEmail,
    create: withDefault(booleanType, false, 'Creates a missing client, project or deliverable.'),
  }),
  plan: ({ start, end, hours, create, ...rest }, _, context) => ({
    mutation: 'createTimeEntry',
    input: {
      ...rest,
      ...timesOf(context, { start, end, hours }),
      ...{ createClient: create, createProject: create, createDeliverable: create },
    },
    argumentNames: { timerStart: 'start', timerEnd: end === null ? 'hours' : 'end' },
  }),
});

const client = { client: required(text(255), 'Name or id.') };

const clientFields = (reference: string) =>
  isIdReference(reference) ? { clientId: reference } : { clientName: reference };

const clientArgument = { clientId: 'client', clientName: 'client' };

const work = createInvoiceFromWorkInput.shape;

export const billWork = defineAreaWriteTool({
  name: 'bill_work',
  title: 'Bill work',
  description: 'Creates a draft invoice of the unbilled work of a client.',
  isDeduplicated: true,
  writes: 'invoices:write',
  input: z.object({
    ...client,
    project: nullable(text(255), 'Only work on this project, by name or id.'),
    until: work.until,
    groupBy: work.groupBy,
    hourlyAmount: nullable(money({ min: 0 }), 'For time without a rate.'),
    taxRate: work.taxRate,
    dueDate: work.dueDate,
  }),
  plan: ({ client: reference, project, taxRate, ...rest }) => ({
    mutation: 'createInvoiceFromWork',
    input: {
      ...rest,
      ...clientFields(reference),
      ...(project !== null &&
        (isIdReference(project) ? { projectId: project } : { projectName: project })),
      taxPercentage: taxRate,
    },
    argumentNames: {
      ...clientArgument,
      ...{ projectId: 'project', projectName: 'project', taxPercentage: 'taxRate' },
    },
  }),
});

const item = invoiceItemInput.shape;

const line = inputObject('McpInvoiceLine', 'A line of the invoice.', {
  description: item.description,
  quantity: item.quantity,
  unitPrice: item.rate,
  unit: item.unit,
  taxRate: item.taxRate,
  projectName: item.projectName,
});

export const createInvoice = defineAreaWriteTool({
  name: 'create_invoice',
  title: 'Create an invoice',
  description: 'Creates a draft invoice with lines.',
  isDeduplicated: true,
  writes: 'invoices:write',
  input: z.object({
    ...client,
    lines: required(list(object(line, { isExact: true }), { min: 1 })),
    dueDate: createInvoiceInput.shape.dueDate,
    notes: createInvoiceInput.shape.notes,
  }),
  plan: ({ client: reference, lines, ...rest }) => ({
    mutation: 'createInvoice',
    input: { ...rest, ...clientFields(reference), lineItems: lines },
    argumentNames: { ...clientArgument, lineItems: 'lines' },
  }),
});

const payment = recordPaymentInput.shape;

export const recordPayment = defineAreaWriteTool({
  name: 'record_payment',
  title: 'Record a payment',
  description: 'Records a payment of an open invoice.',
  isDeduplicated: true,
  writes: 'invoices:write',
  input: z.object({
    invoiceNumber: required(text(100), 'The formatted number or the plain number.'),
    amount: payment.amount,
    date: payment.date,
    paymentType: payment.paymentType,
    reference: payment.referenceNumber,
    clientName: payment.clientName,
  }),
  plan: ({ reference, ...rest }) => ({
    mutation: 'recordPayment',
    input: { ...rest, referenceNumber: reference },
    argumentNames: { referenceNumber: 'reference' },
  }),
});
