import type {
  CompleteRequestParams,
  GetPromptRequestParams,
  GetPromptResult,
} from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { addDays, todayIn } from '../platform/dates/dates.ts';
import { truncateText } from '../platform/errors/action-error.ts';
import { unmarkAll } from './outside-text.ts';
import { permittedTools } from './registry.ts';
import type { ToolCall } from './tool.ts';

interface PromptArgument {
  name: string;
  description: string;
  pattern: RegExp;
  complete: (call: ToolCall, start: string) => Promise<string[]> | string[];
}

interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  /** The prompt is listed if the caller may use all of them. */
  tools: readonly string[];
  textFor: (today: string, values: Record<string, string | undefined>) => string;
}

const days: PromptArgument = {
  name: 'days',
  description: 'Days since the due date. Default: 1.',
  pattern: /^[1-9]\d{0,3}$/,
  complete: (_, start) => ['1', '7', '14', '30', '60', '90'].filter((day) => day.startsWith(start)),
};

const client: PromptArgument = {
  name: 'client',
  description: 'Name of one client. Default: all clients.',
  pattern: /^[^\n]{1,255}$/,
  complete: async ({ query }, start) => {
    const { clients } = await query(
      `query($start: String) { clients(first: 20, orderBy: [{ name: ASC }],
        where: { name: { startsWith: $start, mode: INSENSITIVE }, clientType: { equals: CLIENT } }) { nodes { name clientType } } }`,
      { start },
    );
    return (clients as { nodes: { name: string }[] }).nodes.map(({ name }) => name);
  },
};

const prompts: readonly Prompt[] = [
  {
    name: 'chase_overdue',
    title: 'Chase overdue invoices',
    description: 'Lists overdue invoices, and sends the reminders that you approve.',
    arguments: [days],
    tools: ['list_records', 'send_document'],
    textFor: (today, { days: count = '1' }) => `Find the overdue invoices.
1. Call list_records with type Invoice and where {"status": {"in": ["SENT", "PARTIAL"]}, "dueDate": {"lte": "${addDays(today, -Number(count))}"}}, ordered by dueDate.
2. Show me a table with client, number, due date and amount due.
3. Ask me which reminders to send. Do not send any that I have not approved.
4. For each, call send_document with kind reminder, show me the preview, and repeat the call with its confirmation.`,
  },
  {
    name: 'bill_the_month',
    title: 'Bill the month',
    description: 'Creates drafts of invoices for the unbilled work of last month.',
    arguments: [client],
    tools: ['report', 'bill_work', 'send_document'],
    textFor: (today, { client: name }) => {
      const until = addDays(`${today.slice(0, 7)}-01`, -1);
      const found = name
        ? `the unbilled work of the client ${JSON.stringify(name)}`
        : 'all unbilled work';
      return `Bill the work until ${until}.
1. Call report with kind unbilled for ${found}, and show me hours and amounts by client.
2. For each client, call bill_work with until ${until} and dryRun true. Show me the lines, the total and the warnings.
3. Ask me which drafts to create. Then call bill_work without dryRun for these clients.
4. Ask me before you send any of them with send_document.`;
    },
  },
  {
    name: 'review_week',
    title: 'Review the week',
    description: 'Summarizes time, receivables, sales and changes of the last seven days.',
    arguments: [],
    tools: ['report', 'recent_changes'],
    textFor: (today) => `Review the last seven days. Only read.
1. Call report with kind time_by_person and with time_by_project, from ${addDays(today, -6)} to ${today}.
2. Call report with kind receivables, with unbilled and with pipeline. Skip a kind that is not offered.
3. Call recent_changes for important changes, for example paid invoices and new opportunities.
4. Write a summary of at most ten lines, then the three things that need my decision.`,
  },
];

const permittedPrompts = ({ access }: ToolCall): readonly Prompt[] => {
  const tools = permittedTools(access);
  return prompts.filter((prompt) => prompt.tools.every((name) => tools.has(name)));
};

const invalidParams = (message: string) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** @throws ProtocolError if the caller may not use it */
function findPrompt(call: ToolCall, name: string): Prompt {
  const found = permittedPrompts(call).find((prompt) => prompt.name === name);
  if (!found) throw invalidParams(`Unknown prompt: ${truncateText(name, 100)}`);
  return found;
}

export const listPrompts = (call: ToolCall) =>
  permittedPrompts(call).map(({ name, title, description, arguments: declared }) => ({
    ...{ name, title, description },
    arguments: declared.map((argument) => ({
      name: argument.name,
      description: argument.description,
      required: false,
    })),
  }));

/** @throws ProtocolError */
export function getPrompt(call: ToolCall, params: GetPromptRequestParams): GetPromptResult {
  const prompt = findPrompt(call, params.name);
  const values = unmarkAll(params.arguments ?? {}) as Record<string, string>;
  for (const [name, value] of Object.entries(values)) {
    const argument = prompt.arguments.find((one) => one.name === name);
    const known = prompt.arguments.map((one) => one.name).join(', ') || 'none';
    if (!argument) throw invalidParams(`Unknown argument. The known arguments are: ${known}`);
    if (!argument.pattern.test(value))
      throw invalidParams(`Invalid ${name}: ${argument.description}`);
  }
  const { now, workspace } = call.context;
  const text = prompt.textFor(todayIn(workspace.timeZone, now), values);
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}

/** @throws ProtocolError, ActionError */
export async function completeArgument(
  call: ToolCall,
  { argument: { name, value }, ref }: CompleteRequestParams,
): Promise<string[]> {
  const prompt = ref.type === 'ref/prompt' ? findPrompt(call, ref.name) : undefined;
  const argument = prompt?.arguments.find((one) => one.name === name);
  return (await argument?.complete(call, value.slice(0, 255))) ?? [];
}
