import type { GraphQLInputType, GraphQLObjectType } from 'graphql';
import type { DryRunChange } from '../../platform/audit-log/dry-run-changes.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import type { ErrorCode } from '../../platform/errors/error-catalogue.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import { canRead, restrictedAccessKindOf } from '../../platform/permissions/permissions.ts';
import { buildMutation } from '../../schema/endpoint/mutation-document.ts';
import { schema } from '../../schema/index.ts';
import { findUnknownFields } from '../graphql-calls.ts';
import { markOutsideColumns, markQuoted, markText } from '../outside-text.ts';
import { defaultSelection, findRecordType } from '../record-types.ts';
import type { ToolResult } from '../results.ts';
import type { ToolCall } from '../tool.ts';
import type { WriteTarget } from './confirmation.ts';

const mutations = (schema.getMutationType() as GraphQLObjectType).getFields();

const inputTypeOf = (mutation: string) =>
  mutations[mutation]?.args.find(({ name }) => name === 'input')?.type;

export interface Write {
  mutation: string;
  input: Record<string, unknown>;
  /** Arguments of the tool by the input field of the mutation, for the paths of errors. */
  argumentNames?: Readonly<Record<string, string>>;
  /** The argument that contains all other fields. */
  parentArgument?: string;
}

type Facts = NonNullable<ToolResult['facts']>;

/** Values of the written record, if the caller can read it. */
function selectionFor({ access: { permissions } }: ToolCall) {
  return (typeName: string): string => {
    const type = findRecordType(typeName);
    if (!type || (type.permissions & ~permissions) !== 0) return '__typename';
    const warnings = 'warnings' in type.type.getFields() ? ' warnings { path message }' : '';
    return `__typename ${defaultSelection(type, permissions)}${warnings}`;
  };
}

type MutationResult = Facts & {
  written?: string | ({ __typename: string; warnings?: unknown } & Facts);
};

async function mutate(
  call: ToolCall,
  write: Write,
  context: Partial<Context>,
  options: { idempotencyKey?: string | undefined; isDryRun?: true },
) {
  // Decimals and dates become texts.
  const input = JSON.parse(JSON.stringify(write.input)) as object;
  const unknown = findUnknownFields(inputTypeOf(write.mutation) as GraphQLInputType, input);
  if (unknown.length > 0) throw invalidInputError(renameErrors(unknown, write));
  const mutation = {
    query: buildMutation(write.mutation, selectionFor(call)),
    variables: { input },
    ...options,
  };
  const { data, isReplayed } = await call
    .mutate({ ...call.context, ...context }, mutation)
    .catch((error) => {
      throw errorOfVariables(error, write);
    });
  const {
    code,
    errors,
    message,
    written,
    __typename: _,
    ...details
  } = data.result as MutationResult;
  if (typeof code === 'string') {
    const renamed = renameErrors(errors as FieldError[], write);
    if (code === 'invalid_input') throw invalidInputError(renamed);
    const { nearMatches = [] } = details as { nearMatches?: string[] };
    throw new ActionError(code as ErrorCode, markQuoted(nearMatches, String(message)), {
      ...details,
      nearMatches: nearMatches.map(markText),
      errors: markQuoted(nearMatches, renamed),
    });
  }
  if (typeof written === 'string') return { isReplayed, result: { id: written }, warnings: [] };
  const { __typename: type, warnings, ...record } = written ?? { __typename: undefined };
  return { isReplayed, result: { type, ...record }, warnings };
}

const renameErrors = (errors: readonly FieldError[], write: Write): FieldError[] =>
  errors.map((error) => ({ ...error, path: argumentPath(error.path, write) }));

/** Paths of errors in variables start with `input`. */
function errorOfVariables(error: unknown, write: Write): unknown {
  if (!(error instanceof ActionError) || error.code !== 'invalid_input') return error;
  const errors = (error.details.errors ?? []).map(({ path, ...rest }) => ({
    ...rest,
    path: path.replace(/^input\.?/, ''),
  }));
  return invalidInputError(renameErrors(errors, write));
}

function argumentPath(path: string, { argumentNames = {}, parentArgument }: Write): string {
  const [field = '', ...below] = path.split('.');
  const name = argumentNames[field];
  if (name !== undefined) return [name, ...below].join('.');
  return [parentArgument, path].filter(Boolean).join('.');
}

/** Changes of records that the caller can read. */
function changesFor({ context }: ToolCall, changes: readonly DryRunChange[]): object[] {
  if (restrictedAccessKindOf(context.actor) !== undefined) return [];
  return changes.flatMap(({ recordType, recordId, before, after }) => {
    const area = permissionAreaByModel[recordType as RecordModel];
    if (!area || !canRead(context, area)) return [];
    const mark = (columns: unknown) => markOutsideColumns(recordType, columns as object | null);
    return [
      { record: { type: recordType, id: recordId }, before: mark(before), after: mark(after) },
    ];
  });
}

const maxChanges = 20;

export async function previewWrite(call: ToolCall, write: Write): Promise<Facts> {
  let changes: object[] = [];
  const onDryRunChanges = (all: readonly DryRunChange[]) => {
    changes = changesFor(call, all);
  };
  const { result, warnings } = await mutate(call, write, { onDryRunChanges }, { isDryRun: true });
  const omitted = changes.length > maxChanges && { changesTotal: changes.length };
  return { dryRun: true, result, changes: changes.slice(0, maxChanges), ...omitted, warnings };
}

/**
 * @param expected the version of the record that the caller confirmed
 * @throws ActionError version_mismatch; errors of the mutation
 */
export async function runWrite(
  call: ToolCall,
  write: Write,
  { key, expected }: { key: string | undefined; expected: WriteTarget | undefined },
): Promise<ToolResult> {
  const versionCheck = expected && { ...expected, isChecked: false };
  const { isReplayed, result, warnings } = await mutate(
    call,
    write,
    versionCheck ? { versionCheck } : {},
    { idempotencyKey: key },
  );
  return {
    summary: isReplayed ? 'Done by an earlier call. This is its result.' : 'Done.',
    facts: { ...(isReplayed && { replayed: true }), result, warnings },
  };
}
