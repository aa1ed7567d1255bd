import type { GraphQLDirective, OperationDefinitionNode } from 'graphql';
import type { HttpRequest } from '../../http/http-request.ts';
import type { Context } from '../../platform/context/context.ts';
import type { WriteAttempt } from '../../platform/context/write-state.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { readDryRunHeader } from '../../write/dry-run.ts';
import { isKeyConflict } from '../../write/idempotency/response-store.ts';
import { runIdempotent } from '../../write/idempotency/run-idempotent.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { withOutcomeUnknownError } from '../../write/write-outcome.ts';
import { atomicDirective } from '../core/atomic-directive.ts';
import { dryRunDirective } from '../core/dry-run-directive.ts';
import type { FieldGuard, FieldOutcome, ReadAllFields, RootFieldToRead } from '../planner/index.ts';
import { lockForMutations } from './mutation-locks.ts';
import {
  MutationNotAppliedError,
  permissionsForMutation,
  readNotAppliedOutcome,
  runMutation,
  writtenKeysJson,
} from './mutation-results.ts';

/** Operations with `@atomic` or `@dryRun`: all mutations run in one transaction. */

const hasDirective = ({ directives }: OperationDefinitionNode, directive: GraphQLDirective) =>
  directives?.some(({ name }) => name.value === directive.name) === true;

export const isAtomic = (operation: OperationDefinitionNode): boolean =>
  hasDirective(operation, atomicDirective);

/** @throws ActionError invalid_input for the header `Dry-Run` */
export const isDryRunOperation = (
  operation: OperationDefinitionNode,
  headers: HttpRequest['headers'],
): boolean =>
  operation.operation === 'mutation' &&
  (hasDirective(operation, dryRunDirective) || readDryRunHeader(headers));

/** A mutation failed, and the others are rolled back. */
class RolledBackError extends Error {
  override readonly name = 'RolledBackError';
  readonly index: number;
  /** The database's error code, which decides whether the transaction restarts. */
  readonly code: unknown;
  readonly meta: unknown;

  constructor(index: number, cause: unknown) {
    super('The changes were rolled back.', { cause });
    this.index = index;
    const { code, meta } = (cause ?? {}) as { code?: unknown; meta?: unknown };
    this.code = code;
    this.meta = meta;
  }
}

interface Parts {
  /** The coerced variables of the operation. */
  variables: Readonly<Record<string, unknown>>;
  /** Fields with an idempotency key. */
  guards: ReadonlyMap<string, FieldGuard>;
  whole?: { key: string; input: unknown; onReplay: () => void };
  isDryRun?: boolean;
}

/** Maximum, if requests use the same key concurrently. */
const maxAttempts = 3;

/**
 * Commits all mutations before the response.
 * @throws ActionError if no field has an outcome
 */
export function createAtomicExecutor({
  guards,
  variables,
  whole,
  isDryRun = false,
}: Parts): ReadAllFields {
  const make = (context: Context, fields: readonly RootFieldToRead[]) =>
    whole
      ? executeWithKey(context, fields, { guards, variables, whole })
      : inTransaction(
          { ...context, isDryRun },
          async (tx) => (await executeAll(tx, fields, { guards, variables })).outcomes,
        );
  return async (context, fields) => {
    const faulty = fields.findIndex(({ argumentError }) => argumentError);
    if (faulty >= 0) return rolledBackOutcomes(context, fields, faulty);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const isKeyed = whole !== undefined || guards.size === fields.length;
        return await withOutcomeUnknownError(
          context.requestId,
          () => make(context, fields),
          isKeyed,
        );
      } catch (error) {
        if (error instanceof RolledBackError)
          return rolledBackOutcomes(context, fields, error.index, guards, error);
        if (attempt >= maxAttempts || !isKeyConflict(error)) throw error;
      }
    }
  };
}

interface ExecutedMutations {
  outcomes: FieldOutcome[];
  /** By field; empty for fields with their own key. */
  attempts: WriteAttempt[];
}

/**
 * Sequential.
 * @throws RolledBackError at the first failure
 */
async function executeAll(
  tx: Context,
  fields: readonly RootFieldToRead[],
  { guards, variables }: Pick<Parts, 'guards' | 'variables'>,
): Promise<ExecutedMutations> {
  const executed: ExecutedMutations = { outcomes: [], attempts: [] };
  if (tx.changeCollector) tx.changeCollector.mayRepeat = true;
  if (fields.length > 1) await lockForMutations(tx, fields, variables);
  for (const [index, field] of fields.entries()) {
    const attempt: WriteAttempt = { requiredPermissions: 0 };
    const guard = guards.get(field.name);
    try {
      const outcome = guard
        ? await guard.read(tx, field.read)
        : await runMutation({ ...tx, attempt }, field, field.read);
      executed.outcomes.push(outcome);
      executed.attempts.push(attempt);
    } catch (cause) {
      throw new RolledBackError(index, cause);
    }
  }
  return executed;
}

/** With the idempotency key of the whole operation. */
async function executeWithKey(
  context: Context,
  fields: readonly RootFieldToRead[],
  { whole: { key, input, onReplay }, ...parts }: Parts & Required<Pick<Parts, 'whole'>>,
): Promise<FieldOutcome[]> {
  const needed = fields.reduce((all, { nodes }) => all | permissionsForMutation(nodes), 0);
  const outcome = await runIdempotent(
    context,
    { key, input, requiredPermissions: needed },
    async (tx) => {
      const { outcomes, attempts } = await executeAll(tx, fields, parts);
      for (const one of attempts) tx.attempt.requiredPermissions |= one.requiredPermissions;
      const isWhole =
        outcomes.every(({ errors }) => errors.length === 0) &&
        !attempts.some(({ isSecret }) => isSecret);
      const texts = outcomes.map(({ text }) => text);
      return {
        outcomes,
        answer: isWhole ? JSON.stringify(texts) : null,
        written: writtenKeysJson(attempts.map(({ written }) => written)),
      };
    },
  );
  if ('result' in outcome) return outcome.result.outcomes;
  onReplay();
  const { replay } = outcome;
  if ('answer' in replay) {
    return (JSON.parse(replay.answer) as string[]).map((text) => ({ text, errors: [] }));
  }
  const written = replay.written as object[];
  const outcomes: FieldOutcome[] = [];
  for (const [index, { read }] of fields.entries()) {
    const replayed = written[index] ?? {};
    outcomes.push(await read({ ...context, attempt: { requiredPermissions: 0, replayed } }));
  }
  return outcomes;
}

/** The outcomes after a rollback: the error of the failed mutation, and `not_done` for the others. */
async function rolledBackOutcomes(
  context: Context,
  fields: readonly RootFieldToRead[],
  failedIndex: number,
  guards?: Parts['guards'],
  error?: RolledBackError,
): Promise<FieldOutcome[]> {
  const notDoneError = new ActionError(
    'not_done',
    `This was not executed because "${fields[failedIndex]?.name}" failed: the mutations of the operation succeed or fail together.`,
  );
  const outcomes: FieldOutcome[] = [];
  for (const [index, { name, read }] of fields.entries()) {
    const cause = index === failedIndex ? error?.cause : undefined;
    const guard = guards?.get(name);
    if (cause === undefined)
      outcomes.push(
        await read({ ...context, attempt: { requiredPermissions: 0, error: notDoneError } }),
      );
    else if (guard) outcomes.push(await guard.failed(cause, context, read));
    else if (cause instanceof MutationNotAppliedError)
      outcomes.push(await readNotAppliedOutcome(cause, context, read));
    else throw cause;
  }
  return outcomes;
}
