import { withExternalIdConflict } from '../../platform/external-ids/external-ids.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import type { BulkOperation, Named } from '../../platform/operations/operations.ts';
import { redactError } from '../../platform/records/error-redaction.ts';
import type { ErrorType } from './error-types.ts';
import { toGraphQLFieldNames, withDomainInputNames } from './input-names.ts';
import { inputArgument } from './mutation-inputs.ts';
import { defineMutation, recordResultValue } from './mutations.ts';
import type { ResultFields } from './results.ts';
import { errorResultValue, resultTypeOf, successResultValue } from './results.ts';

/** Number of items whose results cost as much as one list record: one statement reads them all. */
const itemsForOne = 10;

/** Defines a mutation that runs a command for many items and returns a result for each. */
export function defineBulkMutation(
  { name, description, record, input, itemOperation, run }: Named<BulkOperation>,
  errors: readonly ErrorType[],
): void {
  const writes = [permissionAreaByModel[record]];
  defineMutation(name, {
    description,
    shows: shownItems(itemOperation),
    writes,
    args: inputArgument(input),
    errors,
    resultCount: ({ input }) =>
      Math.ceil((input as { items: unknown[] }).items.length / itemsForOne) || 1,
    resolve: async (context, { input: given }) => {
      const work = () => withDomainInputNames(input, given, (named) => run(context, named));
      const done = await withExternalIdConflict(context, record, given, work, true);
      const made = done.filter(({ error }) => error === null).length;
      const results = done.map(({ record: own, error }) =>
        error
          ? errorResultValue(
              itemOperation,
              toGraphQLFieldNames(input, redactError(context, writes, error)),
            )
          : successResultValue(itemOperation, recordResultValue(record, own as object)),
      );
      return { made, refused: done.length - made, results };
    },
  });
}

const shownItems = (each: string): ResultFields => ({
  made: { type: 'Int', description: 'Number of records.' },
  refused: {
    type: 'Int',
    description: 'Number of items that failed. 0 unless `partial` is true.',
  },
  results: {
    type: [resultTypeOf(each)],
    description: `Result of each item, in the order of the input: the results of \`${each}\`. Paths of errors begin with \`items.\` and the item’s index, from 0.`,
    complexity: { field: 0, multiplier: 1 },
  },
});
