import type { z } from 'zod';
import type { Opportunity, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { parseUpdateInput, requireId } from '../../platform/input/update-input.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord } from '../../write/lock-records.ts';
import { requireWrittenRow } from '../../write/written-rows.ts';
import { mergeCustomValues } from '../custom-fields/values.ts';
import { isClosedStage, resolvePipelineStage } from '../pipeline-stages/rules.ts';
import { toDoItemsToJson } from '../to-do-items/fields.ts';
import { updateOpportunityInput } from './fields.ts';
import type { CloseDate } from './rules.ts';
import { resolveCloseDate } from './rules.ts';

/**
 * Changes an opportunity: patch keeps what is left out, replace resets it, except the stage, which cannot be empty (spec
 * part 4, "Update endpoints"). Another `statusId` moves it; into a closed stage with today, in the workspace's time zone,
 * as `actualCloseDate` when that is empty. Moving it out again takes that date away, but not one that a caller gave.
 * @throws ActionError id_missing, record_not_found (the opportunity, its client or stage), invalid_input
 */
export async function updateOpportunity(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateOpportunityInput>,
  mode: UpdateMode,
): Promise<Opportunity> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    const current = await lockRecord<Opportunity>(tx, 'Opportunity', id);
    const lookUp = (change: Partial<z.output<typeof updateOpportunityInput>>) =>
      [
        resolveChangedCloseDate(tx, current, change),
        resolveReference(tx.names, 'client', {
          id: change.clientId ?? null,
          nameField: 'clientName',
          idField: 'clientId',
        }),
      ] as const;
    const parsed = await parseOrCollectErrors(
      () => parseUpdateInput(updateOpportunityInput, input, mode),
      (rest) => lookUp(rest),
    );
    const { customValues, toDos, ...change } = parsed;
    const [closeDate] = await awaitLookups<[Partial<CloseDate>, string | null]>(lookUp(change));
    const { customValues: currentValues } = current;
    const storedValues = await mergeCustomValues(
      tx,
      'OPPORTUNITY',
      currentValues,
      customValues,
      mode,
    );
    const rows = await tx.db.opportunity.updateManyAndReturn({
      where: { accountId: tx.accountId, id },
      data: {
        ...change,
        ...closeDate,
        ...(toDos && { toDos: toDoItemsToJson(toDos) }),
        ...(storedValues && { customValues: storedValues as Prisma.InputJsonObject }),
      },
    });
    return requireWrittenRow(rows, 'Opportunity', id);
  });
}

/** What a move to another stage changes besides; nothing where the stage stays. */
async function resolveChangedCloseDate(
  context: Context,
  current: Opportunity,
  change: { statusId?: string | undefined; actualCloseDate?: Date | null | undefined },
): Promise<Partial<CloseDate>> {
  const { statusId, actualCloseDate: requestedDate = current.actualCloseDate } = change;
  // Who sends the whole record back says the date as well, and means nothing by it.
  const isUnchanged = requestedDate?.getTime() === current.actualCloseDate?.getTime();
  const closeDateAssumed = isUnchanged && current.closeDateAssumed;
  if (statusId === undefined || statusId === current.statusId) return { closeDateAssumed };
  const stage = await resolvePipelineStage(context, {
    id: statusId,
    nameField: 'stageName',
    idField: 'statusId',
  });
  if (closeDateAssumed && isClosedStage(stage)) return {};
  return resolveCloseDate(context, stage, closeDateAssumed ? null : requestedDate);
}
