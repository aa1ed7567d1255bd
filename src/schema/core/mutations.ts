import type { InputFieldMap } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../platform/context/context.ts';
import type { WriteAttempt } from '../../platform/context/write-state.ts';
import { createNameResolver } from '../../platform/names/name-resolver.ts';
import type { PermissionArea } from '../../platform/permissions/permissions.ts';
import { redactError } from '../../platform/records/error-redaction.ts';
import { assertNoErasedClient } from '../../write/erased-client-guard.ts';
import { withOutcomeUnknownError } from '../../write/write-outcome.ts';
import { builder } from './builder.ts';
import type { ErrorType } from './error-types.ts';
import { resolveExternalIdArguments } from './external-id-arguments.ts';
import type { ReadExtensions } from './field-reads.ts';
import { clearRequestLoaders } from './loaders.ts';
import type { ModelName } from './model-names.ts';
import type { NestedQueries } from './record-keys.ts';
import type { ResultFields } from './results.ts';
import {
  createResultType,
  hasSecretFields,
  recordFieldName,
  runWithErrorResult,
  successResultValue,
  withoutSecrets,
} from './results.ts';

type Input = Record<string, unknown>;

interface Mutation {
  description: string;
  shows: ResultFields;
  args: InputFieldMap;
  errors?: readonly ErrorType[];
  resolve: (context: Context, args: Input, below: NestedQueries) => Promise<Input>;
  writes: readonly PermissionArea[];
  /** Permission areas of other records that the result reveals. */
  reads?: readonly PermissionArea[];
  /** Number of records in the result, for its cost. Default: 1. */
  resultCount?: (args: Input) => number;
  /** `resolve` runs outside of a transaction. */
  isExternal?: boolean;
}

/** Cost of a list entry in an input: most entries become a row. */
const costOfEntry = 5;

function entriesOf({ input }: Input): number {
  const lists = Object.values((input ?? {}) as object).filter((value) => Array.isArray(value));
  return lists.reduce((sum, list) => sum + list.length, 0);
}

/**
 * Defines a mutation whose result is its success type or an expected error.
 * It resets the name resolver and the loaders, because earlier mutations of the operation can make
 * them stale.
 */
export function defineMutation(
  name: string,
  { resolve, shows, writes, reads = [], errors = [], isExternal, ...rest }: Mutation,
): void {
  const { resultCount = () => 1, ...options } = rest;
  // `@atomic` can roll back any mutation.
  const type = createResultType(name, shows, [...errors, 'NotDoneError']);
  builder.mutationField(name, (t) =>
    t.field({
      ...options,
      type,
      extensions: { writes, areas: reads, isExternal } satisfies ReadExtensions,
      complexity: (args: Input) => ({
        field: 1 + costOfEntry * entriesOf(args),
        multiplier: resultCount(args),
      }),
      resolve: (async (_root: unknown, args: Input, context: Context, below: ResolverInfo) => {
        const { attempt } = context;
        if (attempt?.replayed) return successResultValue(name, attempt.replayed as Input);
        context.origin.operation = context.origin.tool ?? name;
        clearRequestLoaders(context);
        const names = createNameResolver(context);
        return runWithErrorResult(name, async () => {
          const done = await withOutcomeUnknownError(context.requestId, async () => {
            if (attempt?.error) throw attempt.error;
            const given = await resolveExternalIdArguments(context, args, argumentsOf(below));
            const answer = await resolve({ ...context, names }, given, below);
            await assertNoErasedClient(context.changeCollector);
            return answer;
          }).catch((error) => {
            throw redactError(context, writes, error);
          });
          if (attempt) noteDone(attempt, shows, done);
          return done;
        });
      }) as never,
    } as never),
  );
}

type ResolverInfo = NestedQueries & GraphQLResolveInfo;

const argumentsOf = ({ fieldName, parentType }: ResolverInfo) =>
  parentType.getFields()[fieldName]?.args ?? [];

/** Records the result for the stored response of the idempotency key. */
function noteDone(attempt: WriteAttempt, shows: ResultFields, done: Input): void {
  attempt.written = withoutSecrets(shows, done);
  attempt.isSecret = hasSecretFields(shows);
}

/** The query planner reads the record by this key, unless the write statement returned it. */
export const recordResultValue = (
  model: ModelName,
  record: { id?: unknown; shown?: string },
): Input => ({
  [recordFieldName(model)]: { id: record.id, written: record.shown },
});
