import type { Call } from './apis.ts';
import type { Model } from './state.ts';
import { Rejected } from './state.ts';

/** The prediction of a call: the record by its key, null if it is deleted, or the reason of its rejection. */
export type Outcome = { row: number | null } | { code: string };

/** How several calls hang together. */
export type Batch = 'alone' | 'partial' | 'all' | 'atomic';

export const isDone = (outcome: Outcome): outcome is { row: number | null } => 'row' in outcome;

function applied(model: Model, { operation, input }: Call): Outcome {
  model.operation = operation.name;
  try {
    return { row: model.whole(() => operation.apply(model, input))?.key ?? null };
  } catch (error) {
    if (error instanceof Rejected) return { code: error.code };
    throw error;
  }
}

/** Of items that are done all or none, the answer is of one error: one of the input before others. */
function combined(outcomes: readonly Outcome[]): Outcome | undefined {
  const errors = outcomes.filter((outcome) => !isDone(outcome)) as { code: string }[];
  return errors.find(({ code }) => code === 'invalid_input') ?? errors[0];
}

/** Of mutations in one transaction, those after one that is rejected are not tried, and none is done. */
function atomically(model: Model, calls: readonly Call[]): Outcome[] {
  const putBack = model.keep();
  const outcomes: Outcome[] = [];
  for (const call of calls) {
    outcomes.push(applied(model, call));
    if (isDone(outcomes.at(-1) as Outcome)) continue;
    putBack();
    const problem = outcomes.length - 1;
    return calls.map((_, at) => (at === problem ? outcomes[at] : { code: 'not_done' }) as Outcome);
  }
  return outcomes;
}

/** Executes calls on the model, and predicts each result. */
export function predict(model: Model, calls: readonly Call[], batch: Batch): Outcome[] {
  if (batch === 'atomic') return atomically(model, calls);
  const putBack = model.keep();
  const outcomes = calls.map((call) => applied(model, call));
  if (batch !== 'all') return outcomes;
  const failure = combined(outcomes);
  if (!failure) return outcomes;
  putBack();
  return outcomes.map(() => failure);
}
