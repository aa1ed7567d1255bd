import type { RecordPlan } from './plan-draft.ts';
import type { RootFieldRun } from './root-field-run.ts';
import type { Row } from './row.ts';

/** JSON from a statement, or a value to serialize. */
export type FieldResult = { text: string } | { value: unknown };

type ReadRoot = (run: RootFieldRun, rootValue?: unknown) => Promise<FieldResult>;

/**
 * Checks the arguments without a statement.
 * @throws ActionError, GraphQLError
 */
export type PrepareRootField = (variables: Record<string, unknown>) => ReadRoot;

/** Applies the finisher, if any, to the statement's result. */
export async function finishResult(
  text: string | null,
  { finish }: Pick<RecordPlan, 'finish'>,
  rowsOf: (json: unknown) => readonly Row[],
  run: RootFieldRun,
): Promise<FieldResult> {
  if (text === null || !finish) return { text: text ?? 'null' };
  const value: unknown = JSON.parse(text);
  await finish(rowsOf(value), run);
  return { value };
}
