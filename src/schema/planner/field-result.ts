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

/** Applies the post-processor, if any, to the statement's result. */
export async function postProcessResult(
  text: string | null,
  { postProcess }: Pick<RecordPlan, 'postProcess'>,
  rowsOf: (json: unknown) => readonly Row[],
  run: RootFieldRun,
): Promise<FieldResult> {
  if (text === null || !postProcess) return { text: text ?? 'null' };
  const value: unknown = JSON.parse(text);
  await postProcess(rowsOf(value), run);
  return { value };
}
