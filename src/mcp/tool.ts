import type { z } from 'zod';
import type { Context } from '../platform/context/context.ts';
import type { Signer } from '../platform/encryption/signer.ts';
import type { Permissions } from '../platform/permissions/permissions.ts';
import type { MutationText } from '../schema/endpoint/operation-executor.ts';
import type { ToolResult } from './results.ts';

/** The part of a request that decides which tools are listed. */
export interface ToolAccess {
  permissions: Permissions;
  writes: boolean;
  hasGraphQL: boolean;
  /** Undefined: all. */
  names: readonly string[] | undefined;
}

export interface ToolCall {
  context: Context;
  access: ToolAccess;
  /**
   * Reads with a GraphQL query, whose limits and permissions apply.
   * @throws ActionError
   */
  query: (text: string, variables?: Record<string, unknown>) => Promise<Record<string, unknown>>;
  /**
   * Runs one mutation, with an idempotency key or as a dry run.
   * @throws ActionError
   */
  mutate: (
    context: Context,
    mutation: MutationText,
  ) => Promise<{ data: Record<string, unknown>; isReplayed: boolean }>;
  signer: Signer;
}

/** Hints for clients. A tool without `readOnlyHint` writes, and requires the scope `mcp:write`. */
export interface ToolAnnotations {
  readOnlyHint?: true;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint: boolean;
}

interface ToolDeclaration<S extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  annotations: ToolAnnotations;
  /** How to get a smaller result. */
  hint: string;
  /** Undefined if these permissions do not suffice. Then the tool is not listed. */
  inputFor: (permissions: Permissions) => S | undefined;
  /** @throws ActionError, which becomes a result for the model */
  run: (call: ToolCall, input: z.output<S>) => Promise<ToolResult>;
}

export type Tool = ToolDeclaration<z.ZodObject>;

export const defineTool = <S extends z.ZodObject>(tool: ToolDeclaration<S>): Tool =>
  tool as unknown as Tool;

export const readOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
