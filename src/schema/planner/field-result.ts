import type { RecordPlan } from './record-plan.ts';
import type { RootFieldRun } from './root-field-run.ts';
import type { Row } from './row.ts';

/** What a field at the root was read as: JSON that a statement wrote, or a value of which JSON is to be made. */
export type FieldResult = { text: string } | { value: unknown };

type ReadRoot = (run: RootFieldRun, rootValue?: unknown) => Promise<FieldResult>;

/** Checks the arguments of a field at the root, without any statement. @throws ActionError, GraphQLError */
export type PrepareRootField = (variables: Record<string, unknown>) => ReadRoot;

/** What a statement brought, with what was left to be done. */
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
