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

export interface MutationField {
  name: string;
  nodes: readonly FieldNode[];
}

export type ReadMutation = (context: Context) => Promise<FieldOutcome>;

/** Thrown to roll back the transaction of the attempt. */
export class MutationNotAppliedError extends Error {
  override readonly name = 'MutationNotAppliedError';
  readonly outcome: FieldOutcome;
  /** The database's error code, which decides whether the transaction restarts. */
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

/** @throws MutationNotAppliedError if the mutation failed or the transaction cannot continue */
export async function runMutation(
  context: Context & { attempt: WriteAttempt },
  { name, nodes }: MutationField,
  read: ReadMutation,
): Promise<FieldOutcome> {
  const outcome = await read(context);
  if (outcome.text === undefined || !context.attempt.written)
    throw new MutationNotAppliedError(outcome);
  // A failed read aborts the transaction of the write.
  const defect = outcome.errors.find(
    ({ originalError }) => originalError && !(originalError instanceof ActionError),
  );
  if (!defect) return outcome;
  const errors = [locatedError(defect.originalError, nodes, [name])];
  throw new MutationNotAppliedError({ text: undefined, errors });
}

/** Called after the rollback. */
export async function readNotAppliedOutcome(
  { cause, outcome }: MutationNotAppliedError,
  context: Context,
  read: ReadMutation,
): Promise<FieldOutcome> {
  if (!(cause instanceof UnexplainedConstraintError)) return outcome;
  const error = await cause.explained(context);
  return read({ ...context, attempt: { requiredPermissions: 0, error: error } });
}

/** Omits the JSON of written records, which a replay reads again. */
export const writtenKeysJson = (written: unknown): string =>
  JSON.stringify(written, (name, value) => (name === 'written' ? undefined : value));

const mutationOf = ([node]: readonly FieldNode[]) =>
  schema.getMutationType()?.getFields()[node?.name.value ?? ''];

export function permissionsForMutation(nodes: readonly FieldNode[]): Permissions {
  const mutations = schema.getMutationType();
  const field = mutationOf(nodes);
  return mutations && field ? permissionsForField(mutations, field) : 0;
}

export const isExternalMutation = (nodes: readonly FieldNode[]): boolean =>
  mutationOf(nodes)?.extensions.isExternal === true;
