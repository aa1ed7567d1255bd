import type { z } from 'zod';
import type { Opportunity, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { resolveChangedReference } from '../../platform/names/resolve-reference.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { mergeCustomValues } from '../custom-fields/values.ts';
import { isClosedStage, resolvePipelineStage } from '../pipeline-stages/rules.ts';
import { toDoItemsToJson } from '../to-do-items/fields.ts';
import { updateOpportunityInput } from './fields.ts';
import type { CloseDate } from './rules.ts';
import { resolveCloseDate } from './rules.ts';

/**
 * A PUT does not reset the stage. In a closed stage, `actualCloseDate` defaults to today. Leaving the stage
 * clears that default, but not a date from the client.
 * @throws ActionError id_missing, record_not_found, invalid_input
 */
export function updateOpportunity(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateOpportunityInput>,
  mode: UpdateMode,
): Promise<{ id: string }> {
  const update = {
    ...({ model: 'Opportunity', schema: updateOpportunityInput, input, mode } as const),
    startLookups,
  };
  return updateWithInput(context, update, async (tx, parsed, current) => {
    const { customValues, toDos, ...change } = parsed;
    const [closeDate, clientId] = await awaitLookups<
      [Partial<CloseDate>, string | null | undefined]
    >(startLookups(tx, change, current));
    const currentValues = current.customValues;
    const values = await mergeCustomValues(tx, 'OPPORTUNITY', currentValues, customValues, mode);
    return {
      ...change,
      ...closeDate,
      clientId,
      ...(toDos && { toDos: toDoItemsToJson(toDos) }),
      ...(values && { customValues: values as Prisma.InputJsonObject }),
    };
  });
}

const startLookups = (
  tx: Context,
  change: Partial<z.output<typeof updateOpportunityInput>>,
  current: Opportunity,
) =>
  [
    resolveChangedCloseDate(tx, current, change),
    resolveChangedReference(tx.names, 'client', {
      id: change.clientId,
      nameField: 'clientName',
      idField: 'clientId',
    }),
  ] as const;

async function resolveChangedCloseDate(
  context: Context,
  current: Opportunity,
  change: { statusId?: string | undefined; actualCloseDate?: Date | null | undefined },
): Promise<Partial<CloseDate>> {
  const { statusId, actualCloseDate: requestedDate = current.actualCloseDate } = change;
  // A client can send back the whole record with the default date.
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
