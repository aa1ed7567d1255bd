import type { z } from 'zod';
import { toJsonSchema } from './input-schema.ts';
import type { Tool, ToolAccess } from './tool.ts';
import { describeType } from './tools/describe-type.ts';
import { find } from './tools/find.ts';
import { getRecord } from './tools/get-record.ts';
import { graphqlQuery } from './tools/graphql-query.ts';
import { listRecords } from './tools/list-records.ts';
import { recentChanges } from './tools/recent-changes.ts';
import { report } from './tools/report.ts';
import { correctInvoice, sendDocument } from './writes/invoice-tools.ts';
import { createRecord, deleteRecord, updateRecord } from './writes/record-tools.ts';
import { billWork, createInvoice, logTime, recordPayment } from './writes/work-tools.ts';

/** In the order of `tools/list`. */
const allTools: readonly Tool[] = [
  ...[find, getRecord, listRecords, report, recentChanges, describeType],
  ...[createRecord, updateRecord, deleteRecord],
  ...[logTime, billWork, createInvoice],
  ...[sendDocument, recordPayment, correctInvoice],
  graphqlQuery,
];

const writeToolNames = new Set(
  allTools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name),
);

export const isWriteTool = (name: unknown): boolean => writeToolNames.has(String(name));

export interface PermittedTool {
  tool: Tool;
  input: z.ZodObject;
  listed: ReturnType<typeof toListedTool>;
}

const toListedTool = ({ name, title, description, annotations }: Tool, input: z.ZodObject) => ({
  ...{ name, title, description, annotations },
  inputSchema: toJsonSchema(input),
});

const maxCachedLists = 200;

const cachedLists = new Map<string, ReadonlyMap<string, PermittedTool>>();

export function permittedTools(access: ToolAccess): ReadonlyMap<string, PermittedTool> {
  const key = JSON.stringify(access);
  const cached = cachedLists.get(key);
  if (cached) return cached;
  if (cachedLists.size >= maxCachedLists) cachedLists.clear();
  const permitted = new Map(
    allTools.flatMap((tool) => {
      const { annotations, inputFor, name } = tool;
      const isNamed = access.names?.includes(name) ?? true;
      if (tool === graphqlQuery && !access.hasGraphQL) return [];
      if (!isNamed || !(access.writes || annotations.readOnlyHint)) return [];
      const input = inputFor(access.permissions);
      return input ? [[name, { tool, input, listed: toListedTool(tool, input) }] as const] : [];
    }),
  );
  cachedLists.set(key, permitted);
  return permitted;
}
