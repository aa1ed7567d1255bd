import type { FieldNode } from 'graphql';
import { locatedError } from 'graphql';
import type { Context } from '../../platform/context/context.ts';
import type { WriteAttempt } from '../../platform/context/write-state.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import { UnexplainedConstraintError } from '../../platform/records/constraint-errors.ts';
import { permissionsForField } from '../core/required-permissions.ts';
import { schema } from '../index.ts';
import type { FieldOutcome } from '../planner/index.ts';

/** Changes that are made in a transaction which is undone where they fail. */

/** A field at the root that makes a change. */
export interface MutationField {
  name: string;
  nodes: readonly FieldNode[];
}

export type ReadMutation = (context: Context) => Promise<FieldOutcome>;

/** A change that was not made, or not to be kept; the transaction of the attempt is undone. */
export class MutationNotAppliedError extends Error {
  override readonly name = 'MutationNotAppliedError';
  readonly outcome: FieldOutcome;
  /** The database's, where it says that the transaction is to be tried again. */
  readonly code: unknown;
  readonly meta: unknown;

  constructor(outcome: FieldOutcome) {
    const cause = outcome.errors[0]?.originalError;
    super('The change was not executed.', { cause });
    this.outcome = outcome;
    const { code, meta } = (cause ?? {}) as { code?: unknown; meta?: unknown };
    this.code = code;
    this.meta = meta;
  }
}

/** Makes a change and reads what is answered of it. @throws MutationNotAppliedError where it is not made, or the transaction cannot go on */
export async function runMutation(
  context: Context & { attempt: WriteAttempt },
  { name, nodes }: MutationField,
  read: ReadMutation,
): Promise<FieldOutcome> {
  const outcome = await read(context);
  if (outcome.text === undefined || !context.attempt.written)
    throw new MutationNotAppliedError(outcome);
  // A statement that failed while the answer was read undoes what was written before it.
  const fault = outcome.errors.find(
    ({ originalError }) => originalError && !(originalError instanceof ActionError),
  );
  if (!fault) return outcome;
  const errors = [locatedError(fault.originalError, nodes, [name])];
  throw new MutationNotAppliedError({ text: undefined, errors });
}

/** What is answered of a change that was not made, when its transaction is undone. */
export async function readNotAppliedOutcome(
  { cause, outcome }: MutationNotAppliedError,
  context: Context,
  read: ReadMutation,
): Promise<FieldOutcome> {
  if (!(cause instanceof UnexplainedConstraintError)) return outcome;
  const refusal = await cause.explained(context);
  return read({ ...context, attempt: { requiredPermissions: 0, error: refusal } });
}

/** What was written, without the JSON that the statement wrote: records are read again by their keys. */
export const writtenKeysJson = (written: unknown): string =>
  JSON.stringify(written, (name, value) => (name === 'written' ? undefined : value));

/** The rights without which a change is refused. */
export function permissionsForMutation([node]: readonly FieldNode[]): Permissions {
  const mutations = schema.getMutationType();
  const field = mutations?.getFields()[node?.name.value ?? ''];
  return mutations && field ? permissionsForField(mutations, field) : 0;
}
