import type { GraphQLObjectType } from 'graphql';
import type { JsonQuery, JsonQueryPart } from '../../query/json-query.ts';
import type { JsonValueFormat } from '../../query/json-values.ts';
import type { ModelName } from '../core/model-names.ts';
import type { Operation } from './operation.ts';
import type { RootFieldRun } from './root-field-run.ts';
import type { Row } from './row.ts';

/** Completes the rows of one selection after the statement. */
export type RowPostProcessor = (rows: readonly Row[], run: RootFieldRun) => Promise<void>;

/** How the records of one selection are read: one query, and a post-processor in the process. */
export interface RecordPlan {
  tree: JsonQuery;
  /** Undefined if the JSON is the result. Called once with all records of the selection. */
  postProcess: RowPostProcessor | undefined;
}

export interface PlanDraft {
  model: ModelName;
  type: GraphQLObjectType;
  operation: Operation;
  parts: JsonQueryPart[];
  /** Read only by the planner; the response omits them. */
  hidden: Set<string>;
  postProcessors: RowPostProcessor[];
}

/** `as` must differ from every field name. */
export function addHiddenColumn(
  { hidden, parts }: PlanDraft,
  as: string,
  column: string,
  written: JsonValueFormat = 'plain',
) {
  if (hidden.has(as)) return;
  hidden.add(as);
  parts.push({ as, kind: 'column', column, written });
}

export const addNestedPostProcessor = (
  draft: PlanDraft,
  name: string,
  postProcess: RowPostProcessor | undefined,
) => addPostProcessor(draft, postProcess, (row) => (row[name] as Row | Row[] | null) ?? []);

export function addPostProcessor(
  { postProcessors }: PlanDraft,
  postProcess: RowPostProcessor | undefined,
  nestedRowsOf: (row: Row) => Row | readonly Row[],
): void {
  if (postProcess) postProcessors.push((rows, run) => postProcess(rows.flatMap(nestedRowsOf), run));
}
