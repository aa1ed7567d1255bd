import type { FieldNode } from 'graphql';
import { locatedError } from 'graphql';
import type { Context } from '../../platform/context/context.ts';
import { UnexplainedFault } from '../../platform/records/constraint-errors.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { Attempt } from '../../write/idempotency/run-idempotent.ts';
import type { Rights } from '../../platform/permissions/permissions.ts';
import { schema } from '../index.ts';
import type { Outcome } from '../planner/index.ts';
import { neededFor } from '../core/required-permissions.ts';

/** Changes that are made in a transaction which is undone where they fail. */

/** A field at the root that makes a change. */
export interface ChangeField {
  name: string;
  nodes: readonly FieldNode[];
}

export type ReadChange = (context: Context) => Promise<Outcome>;

/** A change that was not made, or not to be kept; the transaction of the attempt is undone. */
export class NotDone extends Error {
  override readonly name = 'NotDone';
  readonly outcome: Outcome;
  /** The database's, where it says that the transaction is to be tried again. */
  readonly code: unknown;
  readonly meta: unknown;

  constructor(outcome: Outcome) {
    const cause = outcome.errors[0]?.originalError;
    super('The change was not made.', { cause });
    this.outcome = outcome;
    const { code, meta } = (cause ?? {}) as { code?: unknown; meta?: unknown };
    this.code = code;
    this.meta = meta;
  }
}

/** Makes a change and reads what is answered of it. @throws NotDone where it is not made, or the transaction cannot go on */
export async function makeChange(
  context: Context & { attempt: Attempt },
  { name, nodes }: ChangeField,
  read: ReadChange,
): Promise<Outcome> {
  const outcome = await read(context);
  if (outcome.text === undefined || !context.attempt.written) throw new NotDone(outcome);
  // A statement that failed while the answer was read undoes what was written before it.
  const fault = outcome.errors.find(
    ({ originalError }) => originalError && !(originalError instanceof ActionError),
  );
  if (!fault) return outcome;
  const errors = [locatedError(fault.originalError, nodes, [name])];
  throw new NotDone({ text: undefined, errors });
}

/** What is answered of a change that was not made, when its transaction is undone. */
export async function answerNotDone(
  { cause, outcome }: NotDone,
  context: Context,
  read: ReadChange,
): Promise<Outcome> {
  if (!(cause instanceof UnexplainedFault)) return outcome;
  const refusal = await cause.explained(context);
  return read({ ...context, attempt: { needed: 0, refusal } });
}

/** What was written, without the JSON that the statement wrote: records are read again by their keys. */
export const keysOf = (written: unknown): string =>
  JSON.stringify(written, (name, value) => (name === 'written' ? undefined : value));

/** The rights without which a change is refused. */
export function neededBy([node]: readonly FieldNode[]): Rights {
  const mutations = schema.getMutationType();
  const field = mutations?.getFields()[node?.name.value ?? ''];
  return mutations && field ? neededFor(mutations, field) : 0;
}
