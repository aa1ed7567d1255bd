import type { z } from 'zod';
import type { BulkResult } from '../../write/bulk-actions.ts';
import type { Context } from '../../platform/context/context.ts';
import { refusingTakenExternalId } from '../../platform/external-ids/external-ids.ts';
import { areaOf } from '../../platform/ids/permission-areas.ts';
import { toldError } from '../../platform/records/error-redaction.ts';
import type { ListedModel } from '../../query/list-queries.ts';
import type { Tree } from '../../query/json-query.ts';
import { errorsOf, inputArgument } from './command-mutations.ts';
import { errorAsShown, inDomainNames } from './input-names.ts';
import { refersByIds } from './inputs.ts';
import { mutation, shownOf } from './mutations.ts';
import { askedOfWritten } from './record-keys.ts';
import type { ShownFields } from './results.ts';
import { refusalValue, resultTypeOf, successValue } from './results.ts';

interface BulkAction {
  description: string;
  record: Exclude<ListedModel, 'LogEntry'>;
  input: z.ZodObject;
  /** The mutation that does one item; the results of items are its results. */
  each: string;
  neverConflicts?: true;
  /** The domain's verb; `shown` is what is asked of each record, which its statement may answer as well. */
  run: (context: Context, input: never, shown?: Tree) => Promise<BulkResult<object>[]>;
}

/** Items whose answers cost as much as one record of a list: they are read again by a statement for all of them. */
const itemsForOne = 10;

/** A mutation that does many items at once and says of each what became of it. */
export function bulkAction(
  name: string,
  { description, record, input, each, neverConflicts, run }: BulkAction,
): void {
  const writes = [areaOf[record]];
  mutation(name, {
    description,
    shows: shownItems(each),
    writes,
    args: inputArgument(input),
    errors: errorsOf(refersByIds(input), neverConflicts),
    answers: ({ input }) =>
      Math.ceil((input as { items: unknown[] }).items.length / itemsForOne) || 1,
    resolve: async (context, { input: given }, below) => {
      const shown = askedOfWritten(below, record);
      const work = () => inDomainNames(input, given, (named) => run(context, named, shown));
      const done = await refusingTakenExternalId(context, record, given, work, true);
      const made = done.filter(({ error }) => error === null).length;
      const results = done.map(({ record: own, error }) =>
        error
          ? refusalValue(each, errorAsShown(input, toldError(context, writes, error)))
          : successValue(each, shownOf(record, own as object)),
      );
      return { made, refused: done.length - made, results };
    },
  });
}

const shownItems = (each: string): ShownFields => ({
  made: { type: 'Int', description: 'How many records there are.' },
  refused: {
    type: 'Int',
    description: 'How many items could not be taken; none unless `partial` was asked for.',
  },
  results: {
    type: [resultTypeOf(each)],
    description: `What became of each item, in the order of the input: the results of \`${each}\`. Paths of errors begin with \`items.\` and the item’s index, from 0.`,
    complexity: { field: 0, multiplier: 1 },
  },
});
