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
  /** What its success type shows. */
  shows: ResultFields;
  args: InputFieldMap;
  /** What its result may be beside that; none, if left out. */
  errors?: readonly ErrorType[];
  /** What the verb did, as the success type shows it. */
  resolve: (context: Context, args: Input, below: NestedQueries) => Promise<Input>;
  /** The areas of what it writes. */
  writes: readonly PermissionArea[];
  /** Areas of what it reads and tells of in what it writes. */
  reads?: readonly PermissionArea[];
  /** As how many records it counts what it answers; one, if left out. */
  answers?: (args: Input) => number;
}

/** What an entry of a list in an input costs: most are written as a row of their own. */
const costOfEntry = 5;

/** The entries of the lists that an input has. */
function entriesOf({ input }: Input): number {
  const lists = Object.values((input ?? {}) as object).filter((value) => Array.isArray(value));
  return lists.reduce((sum, list) => sum + list.length, 0);
}

/**
 * A mutation whose result is a type of its own that says what was done, or one of the expected errors. It looks names
 * up anew and forgets what was loaded: the mutations before it in the same operation may have changed either.
 */
export function defineMutation(
  name: string,
  { resolve, shows, writes, reads = [], errors = [], answers = () => 1, ...options }: Mutation,
): void {
  // Whatever is changed together with others can be taken back with them.
  const type = createResultType(name, shows, [...errors, 'NotDoneError']);
  builder.mutationField(name, (t) =>
    t.field({
      ...options,
      type,
      extensions: { writes, areas: reads } satisfies ReadExtensions,
      complexity: (args: Input) => ({
        field: 1 + costOfEntry * entriesOf(args),
        multiplier: answers(args),
      }),
      resolve: (async (_root: unknown, args: Input, context: Context, below: Told) => {
        const { attempt } = context;
        if (attempt?.replayed) return successResultValue(name, attempt.replayed as Input);
        context.origin.operation = name;
        clearRequestLoaders(context);
        const names = createNameResolver(context);
        return runWithErrorResult(name, async () => {
          const done = await withOutcomeUnknownError(context.requestId, async () => {
            if (attempt?.error) throw attempt.error;
            const given = await resolveExternalIdArguments(context, args, argumentsOf(below));
            const answer = await resolve({ ...context, names }, given, below);
            await assertNoErasedClient(context.log);
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

/** What a resolver is told besides. */
type Told = NestedQueries & GraphQLResolveInfo;

const argumentsOf = ({ fieldName, parentType }: Told) =>
  parentType.getFields()[fieldName]?.args ?? [];

/** Notes what was done for whoever keeps the answer. */
function noteDone(attempt: WriteAttempt, shows: ResultFields, done: Input): void {
  attempt.written = withoutSecrets(shows, done);
  attempt.isSecret = hasSecretFields(shows);
}

/**
 * What a success type shows of a record that a verb answered: its key, by which it is read as it is then, and what the
 * verb's own statement wrote of it.
 */
export const recordResultValue = (
  model: ModelName,
  record: { id?: unknown; shown?: string },
): Input => ({
  [recordFieldName(model)]: { id: record.id, written: record.shown },
});
