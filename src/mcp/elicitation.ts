import type { ClientCapabilities, InputRequiredResult } from '@modelcontextprotocol/server';
import { inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { truncateText } from '../platform/errors/action-error.ts';
import type { ToolResult } from './results.ts';
import { toCallToolResult } from './results.ts';

/** Whether the client can show a form to its user. Only clients of the 2026 era send capabilities with a call. */
export function supportsForms({ elicitation }: ClientCapabilities = {}): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || !elicitation.url);
}

const maxMessageLength = 2_000;

/** A form with the preview. The client sends the confirmation back as its state. */
export function confirmationForm(
  title: string,
  { facts: { confirmation, ...facts } = {}, ...result }: ToolResult,
): InputRequiredResult {
  const [content] = toCallToolResult({ ...result, facts, summary: `${title}?` }, '').content;
  const message = content?.type === 'text' ? truncateText(content.text, maxMessageLength) : title;
  const confirm = { type: 'boolean' as const, title };
  return inputRequired({
    inputRequests: {
      confirm: inputRequired.elicit({
        message,
        requestedSchema: { type: 'object', properties: { confirm }, required: ['confirm'] },
      }),
    },
    requestState: String(confirmation),
  });
}

/** Whether the user agreed. Undefined if the response contains no form. */
export function readForm(responses: Record<string, unknown> | undefined): boolean | undefined {
  const response = inputResponse(responses, 'confirm');
  if (response.kind !== 'elicit') return undefined;
  return response.action === 'accept' && response.content?.confirm === true;
}

export const declined: ToolResult = { summary: 'The user declined. Nothing was done.' };
