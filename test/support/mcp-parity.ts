import { randomUUID } from 'node:crypto';
import { unmarkAll } from '../../src/mcp/outside-text.ts';
import { recordTypeOfId } from '../../src/platform/ids/record-ids.ts';
import { schema } from '../../src/schema/index.ts';
import type { ListedTool, McpClient } from './mcp.ts';
import type { Outcome } from './parity.ts';
import { inputFor } from './parity.ts';

/** Mutations as calls of tools, and their results in the form of the other APIs. */

type Json = Record<string, unknown>;

interface ToolCall {
  tool: string;
  input: Json;
}

/** Arguments of a tool by fields of the mutation. */
const argumentsOfTools: Readonly<Record<string, [tool: string, fields: Record<string, string>]>> = {
  recordPayment: [
    'record_payment',
    {
      ...{ invoiceNumber: 'invoiceNumber', amount: 'amount', date: 'date' },
      ...{ paymentType: 'paymentType', referenceNumber: 'reference', clientName: 'clientName' },
    },
  ],
  createTimeEntry: [
    'log_time',
    {
      ...{ timerStart: 'start', timerEnd: 'end', clientName: 'clientName', notes: 'notes' },
      ...{ projectName: 'projectName', deliverableName: 'deliverableName' },
      ...{ userEmail: 'userEmail' },
    },
  ],
  createInvoice: [
    'create_invoice',
    {
      clientName: 'client',
      clientId: 'client',
      lineItems: 'lines',
      dueDate: 'dueDate',
      notes: 'notes',
    },
  ],
  createInvoiceFromWork: [
    'bill_work',
    {
      ...{ clientName: 'client', clientId: 'client', projectName: 'project', until: 'until' },
      ...{ groupBy: 'groupBy', hourlyAmount: 'hourlyAmount', taxPercentage: 'taxRate' },
    },
  ],
  sendInvoice: ['send_document', { id: 'invoice' }],
  sendInvoiceReminder: ['send_document', { id: 'invoice' }],
  sendInvoiceCancellation: ['send_document', { id: 'invoice' }],
  sendPaymentReceipt: ['send_document', { id: 'invoice' }],
  sendCreditNote: ['send_document', { id: 'invoice' }],
  voidInvoice: ['correct_invoice', { id: 'invoice', reason: 'reason' }],
  writeOffInvoice: ['correct_invoice', { id: 'invoice', reason: 'reason' }],
  createCreditNote: [
    'correct_invoice',
    { invoiceId: 'invoice', reason: 'reason', lines: 'lines', excess: 'excess' },
  ],
  refundPayment: ['correct_invoice', { id: 'invoice', amount: 'amount', memo: 'reason' }],
  reversePayment: ['correct_invoice', { id: 'invoice', reason: 'reason' }],
};

const fixedArguments: Readonly<Record<string, Json>> = {
  sendInvoice: { kind: 'invoice' },
  sendInvoiceReminder: { kind: 'reminder' },
  sendInvoiceCancellation: { kind: 'cancellation' },
  sendPaymentReceipt: { kind: 'receipt' },
  sendCreditNote: { kind: 'credit_note' },
  voidInvoice: { action: 'void', reason: 'Agreed' },
  writeOffInvoice: { action: 'write_off', reason: 'Agreed' },
  createCreditNote: { action: 'credit', reason: 'Agreed' },
  refundPayment: { action: 'refund_payment', reason: 'Agreed' },
  reversePayment: { action: 'reverse_payment' },
};

type Schema = ListedTool['inputSchema'];

/** Whether a tool has these arguments, and these are all that it requires. */
function accepts({ properties = {}, required = [] }: Schema, input: Json): boolean {
  const isGiven = (name: string) => ![undefined, null, ''].includes(input[name] as never);
  return (
    required.every(isGiven) &&
    Object.entries(input).every(([name, value]) => {
      const { enum: choices, items } = properties[name] ?? {};
      if (!(name in properties) || (choices && !choices.includes(String(value)))) return false;
      const entries = items && Array.isArray(value) ? (value as Json[]) : [];
      return entries.every((entry) => accepts(items as Schema, entry));
    })
  );
}

const needsConfirmation = (tool: ListedTool) =>
  'confirmation' in (tool.inputSchema.properties ?? {});

function toolCallOf(mutation: string, { id, ...fields }: Json): ToolCall | undefined {
  const [tool, names] = argumentsOfTools[mutation] ?? [];
  const given = id === undefined ? fields : { ...fields, id };
  if (tool && names && Object.keys(given).every((name) => name in names)) {
    const renamed = Object.entries(given).map(([name, value]) => [names[name], value] as const);
    return { tool, input: { ...fixedArguments[mutation], ...Object.fromEntries(renamed) } };
  }
  const [, action = '', type = ''] =
    /^(create|update|delete|archive)([A-Z]\w+)$/.exec(mutation) ?? [];
  const name = `${action === 'archive' ? 'delete' : action}_record`;
  if (action === 'create') return { tool: name, input: { type, data: given } };
  return { tool: name, input: { type, id, ...(action === 'update' && { changes: fields }) } };
}

export interface McpOutcome extends Outcome {
  record?: Json;
}

/** Tools that have run a mutation. */
export const usedTools = new Set<string>();

/** Messages of errors quote near names. */
const withoutDelimiters = (outcome: McpOutcome): McpOutcome =>
  JSON.parse(JSON.stringify(outcome).replaceAll(/<\/?untrusted>/g, ''));

/** Undefined if no tool takes these fields, or only the other APIs take such an id. */
export async function mcpOutcome(
  mcp: McpClient,
  mutation: string,
  body: object,
): Promise<McpOutcome | undefined> {
  const field = schema.getMutationType()?.getFields()[mutation];
  const type = field?.args.find(({ name }) => name === 'input')?.type;
  const fields = inputFor(String(type).replace('!', ''), body) as Json;
  if ('id' in fields && recordTypeOfId(String(fields.id)) === undefined) return undefined;
  const call = toolCallOf(mutation, fields);
  const tool = (await mcp.tools()).find(({ name }) => name === call?.tool);
  if (!call || !tool || !accepts(tool.inputSchema, call.input)) return undefined;
  usedTools.add(tool.name);
  const run = needsConfirmation(tool) ? mcp.confirm : mcp.call;
  const { code, errors, isError, message, result } = await run(call.tool, {
    ...call.input,
    requestId: randomUUID(),
  });
  return isError
    ? withoutDelimiters({ code, errors, message })
    : { record: unmarkAll(result) as Json };
}
