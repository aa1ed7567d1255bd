import { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { booleanType, text } from '../../platform/input/field-types.ts';
import { nullable, withDefault } from '../../platform/input/fields.ts';
import type { AreaScope, Permissions } from '../../platform/permissions/permissions.ts';
import { requiredPermissions } from '../../platform/permissions/permissions.ts';
import { hashInput } from '../../write/idempotency/input-hash.ts';
import { expireStoredResponse } from '../../write/idempotency/response-store.ts';
import {
  maxIdempotencyKeyLength,
  parseIdempotencyKey,
} from '../../write/idempotency/run-idempotent.ts';
import { findRecord } from '../references.ts';
import type { ToolResult } from '../results.ts';
import type { Tool, ToolCall } from '../tool.ts';
import { defineTool } from '../tool.ts';
import type { WriteTarget } from './confirmation.ts';
import { createConfirmation, readConfirmation } from './confirmation.ts';
import type { Write } from './run-write.ts';
import { previewWrite, runWrite } from './run-write.ts';

interface WriteTool<S extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  /** Changes or removes something that the caller may want to keep. */
  isDestructive?: true;
  /** Reaches people outside of the workspace. */
  isOpenWorld?: true;
  /** A call without a confirmation is a preview. */
  needsConfirmation?: true;
  /** A repeated call within ten minutes writes once, also without `requestId`. */
  isDeduplicated?: true;
  /** Without `dryRun`, `requestId` and `confirmation`, which all tools get. Undefined if the permissions do not suffice. */
  inputFor: (permissions: Permissions) => S | undefined;
  findTarget?: (call: ToolCall, input: z.output<S>) => Promise<WriteTarget>;
  plan: (input: z.output<S>, targetId: string, context: Context) => Write;
}

const writeOptions = {
  dryRun: withDefault(booleanType, false, 'Returns the result and the changes, writes nothing.'),
  requestId: nullable(text(maxIdempotencyKeyLength), 'Calls with the same id write once.'),
};

const confirmationOption = {
  confirmation: nullable(text(1_000), 'From the preview, which a call without it returns.'),
};

const deduplicationMs = 600_000;

interface Options {
  dryRun: boolean;
  requestId: string | null;
  confirmation?: string | null | undefined;
}

export function defineWriteTool<S extends z.ZodObject>(tool: WriteTool<S>): Tool {
  const { name, title, description, needsConfirmation } = tool;
  const options = { ...writeOptions, ...(needsConfirmation && confirmationOption) };
  return defineTool({
    ...{ name, title, description },
    annotations: {
      destructiveHint: tool.isDestructive === true,
      idempotentHint: true,
      openWorldHint: tool.isOpenWorld === true,
    },
    hint: 'get_record and list_records return what is missing here.',
    inputFor: (permissions) => {
      const input = tool.inputFor(permissions);
      return input && z.object({ ...input.shape, ...options });
    },
    run: (call, given) => {
      const { dryRun, requestId, confirmation, ...input } = given as Options;
      return runTool(tool, call, { dryRun, requestId, confirmation }, input as never);
    },
  });
}

export const defineAreaWriteTool = <S extends z.ZodObject>({
  writes,
  input,
  ...tool
}: Omit<WriteTool<S>, 'inputFor'> & { writes: AreaScope; input: S }): Tool =>
  defineWriteTool<S>({
    ...tool,
    inputFor: (permissions) =>
      (requiredPermissions(writes) & ~permissions) === 0 ? input : undefined,
  });

function idempotencyKeyFor(
  { isDeduplicated, name }: Pick<Tool, 'name'> & { isDeduplicated?: true },
  { input, mutation }: Write,
  requestId: string | null,
): string | undefined {
  if (requestId !== null) return parseIdempotencyKey(requestId, 'requestId');
  return isDeduplicated && `mcp-${hashInput([name, mutation, input])}`;
}

async function runTool<S extends z.ZodObject>(
  tool: WriteTool<S>,
  call: ToolCall,
  { confirmation, dryRun, requestId }: Options,
  input: z.output<S>,
): Promise<ToolResult> {
  const { name, needsConfirmation } = tool;
  const confirmedCall = { context: call.context, signer: call.signer, tool: name, input };
  const confirmed = confirmation ? await readConfirmation(confirmedCall, confirmation) : undefined;
  const target = confirmed ?? (await tool.findTarget?.(call, input));
  const write = tool.plan(input, target?.id ?? '', call.context);
  const key = idempotencyKeyFor(tool, write, requestId);
  const preview = async (previewed: WriteTarget | undefined): Promise<ToolResult> => {
    const facts = await previewWrite(call, write);
    if (!needsConfirmation || !previewed)
      return { summary: 'Dry run: nothing was written.', facts };
    return {
      summary: 'Preview: nothing was done. To do it, repeat the call with this confirmation.',
      facts: { ...facts, confirmation: await createConfirmation(confirmedCall, previewed) },
    };
  };
  if (dryRun || (needsConfirmation && !confirmed)) return preview(target);
  if (requestId === null && key !== undefined)
    await expireStoredResponse(call.context, key, deduplicationMs);
  try {
    return await runWrite(call, write, { key, expected: confirmed });
  } catch (error) {
    if (!confirmed || !(error instanceof ActionError) || error.code !== 'version_mismatch')
      throw error;
    const { version } = await findRecord(call, confirmed.type, confirmed.id, 'id');
    const { facts } = await preview({ ...confirmed, version });
    return {
      isError: true,
      summary:
        'The record was changed after the preview. Nothing was done. Look at the new preview and confirm it.',
      facts: { code: error.code, currentVersion: version, ...facts },
    };
  }
}

/** @throws ActionError invalid_input */
export const rejectInput = (path: string, code: string, message: string): never => {
  throw invalidInputError([{ path, code, message }]);
};
