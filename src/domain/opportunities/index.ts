import type { z } from 'zod';
import type { Opportunity, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { inTransaction } from '../../platform/context/context.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import {
  externalIdFields,
  externalIdUpdateFields,
} from '../../platform/external-ids/external-ids.ts';
import {
  booleanType,
  date,
  integer,
  money,
  multilineText,
  object,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  aliasOf,
  inputObject,
  nullable,
  parseInput,
  required,
  requiredOnCreate,
  withDefault,
  withRecordName,
} from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { parseUpdateInput, requireId } from '../../platform/input/update-input.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { lockRecord, requireWrittenRow } from '../../write/records.ts';
import type { WithCustomValues } from '../custom-fields/values.ts';
import {
  customValueList,
  customValueMap,
  mergeCustomValues,
  resolveCustomValueMap,
} from '../custom-fields/values.ts';
import { leadInfoInput } from '../lead-info/index.ts';
import type { PipelineStageRecord } from '../pipeline-stages/index.ts';
import { isClosedStage, resolvePipelineStage } from '../pipeline-stages/index.ts';
import type { ToDoItem } from '../to-do-items/index.ts';
import { toDoItemsToJson, toDoList } from '../to-do-items/index.ts';

/** An opportunity as it is shown: custom values named, to-do items read. */
export type OpportunityRecord = Omit<WithCustomValues<Opportunity>, 'toDos'> & {
  toDos: readonly ToDoItem[];
};

const opportunityFields = {
  description: nullable(multilineText(), 'What it is about.'),
  clientId: nullable(recordIdType, 'The client or prospect.'),
  value: nullable(money()),
  estCloseDate: nullable(date),
  actualCloseDate: nullable(
    date,
    'When it was decided; moving it into a closed stage sets it to today when it is empty.',
  ),
  sentiment: nullable(integer()),
  toDos: withDefault(toDoList, [], 'What is to be done for it; the list replaces the former one.'),
};

export const createOpportunityInput = inputObject('CreateOpportunity', 'A new opportunity.', {
  name: required(text(), 'What it is called.'),
  ...opportunityFields,
  clientName: nullable(text(), 'Name of the client or prospect.'),
  stageName: withRecordName(
    'statusName',
    nullable(text(), 'Label of the pipeline stage; the first one when left out.'),
  ),
  stageId: aliasOf('statusId', nullable(recordIdType, 'The same as statusId.')),
  statusId: nullable(recordIdType, 'Id of the pipeline stage.'),
  leadInfo: nullable(object(leadInfoInput), 'Who the lead is.'),
  ...externalIdFields,
  customValues: nullable(customValueMap, 'Values of custom fields, keyed by field name.'),
});

export const updateOpportunityInput = inputObject('UpdateOpportunity', 'An opportunity’s fields.', {
  name: required(text(), 'What it is called.'),
  ...opportunityFields,
  statusId: requiredOnCreate(recordIdType, 'Pipeline stage; another one moves the opportunity.'),
  customValues: nullable(customValueList, 'Values of custom fields.'),
  archived: withDefault(booleanType, false, 'Whether it is archived.'),
  ...externalIdUpdateFields,
});

/**
 * Makes an opportunity, in the first stage of the pipeline where no stage is named (decisions,
 * "opportunities/create").
 * @throws ActionError invalid_input, name_not_found, record_not_found
 */
export async function createOpportunity(
  context: Context,
  input: InputOf<typeof createOpportunityInput>,
): Promise<Opportunity> {
  const parsed = await parseOrCollectErrors(
    () => parseInput(createOpportunityInput, input, stageIdsAgree),
    (rest) => namedBy(context, rest),
  );
  const { clientName: _client, stageName: _name, stageId: _id, ...rest } = parsed;
  const { customValues, statusId: _status, ...fields } = rest;
  const [clientId, stage] = await awaitLookups<
    [string | null, Awaited<ReturnType<typeof resolvePipelineStage>>]
  >(namedBy(context, parsed));
  const write = async (tx: Context) => {
    const stored = await resolveCustomValueMap(tx, 'OPPORTUNITY', customValues);
    return insertOpportunity(tx, stage, {
      ...fields,
      clientId,
      customValues: stored as Prisma.InputJsonObject,
    });
  };
  return customValues === null ? write(context) : inTransaction(context, write);
}

/** The client and the stage that a new opportunity names. */
function namedBy(context: Context, named: Partial<z.output<typeof createOpportunityInput>>) {
  const { clientId = null, clientName = null } = named;
  const { stageId = null, stageName = null, statusId = null } = named;
  return [
    resolveReference(context.names, 'client', {
      name: clientName,
      id: clientId,
      nameField: 'clientName',
      idField: 'clientId',
    }),
    resolvePipelineStage(context, {
      name: stageName,
      id: stageId ?? statusId,
      nameField: 'stageName',
      idField: stageId === null ? 'statusId' : 'stageId',
    }),
  ] as const;
}

function stageIdsAgree({
  stageId,
  statusId,
}: {
  stageId?: string | null;
  statusId?: string | null;
}) {
  if (!stageId || !statusId || stageId === statusId) return [];
  return [{ path: 'stageId', code: 'disagrees', message: 'is another stage than statusId' }];
}

/** What an opportunity is made of, once every name is resolved. */
type NewOpportunity = Omit<
  Prisma.OpportunityUncheckedCreateInput,
  'accountId' | 'id' | 'statusId' | 'toDos' | 'leadInfo'
> & {
  actualCloseDate?: Date | null;
  toDos?: Parameters<typeof toDoItemsToJson>[0];
  leadInfo: object | null;
};

/** Puts an opportunity into a stage; into a closed one with today as its close date, if it has none. */
export async function insertOpportunity(
  context: Context,
  stage: PipelineStageRecord,
  { toDos = [], leadInfo, actualCloseDate = null, ...fields }: NewOpportunity,
): Promise<Opportunity> {
  return context.db.opportunity.create({
    data: {
      ...fields,
      accountId: context.accountId,
      id: newRecordId(context, 'Opportunity'),
      statusId: stage.id,
      ...closeDate(context, stage, actualCloseDate),
      toDos: toDoItemsToJson(toDos),
      ...(leadInfo && { leadInfo: leadInfo as Prisma.InputJsonObject }),
    },
  });
}

/** The day on which an opportunity was decided, and whether that is no more than the day on which it was moved. */
type CloseDate = Pick<Opportunity, 'actualCloseDate' | 'closeDateAssumed'>;

/** Moving into a closed stage sets the close date when it is empty (decisions, "opportunities/create"). */
function closeDate(context: Context, into: PipelineStageRecord, given: Date | null): CloseDate {
  if (given !== null || !isClosedStage(into)) {
    return { actualCloseDate: given, closeDateAssumed: false };
  }
  const today = dateToDb(todayIn(context.workspace.timeZone, context.now));
  return { actualCloseDate: today, closeDateAssumed: true };
}

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
    const look = (change: Partial<z.output<typeof updateOpportunityInput>>) =>
      [
        move(tx, current, change),
        resolveReference(tx.names, 'client', {
          id: change.clientId ?? null,
          nameField: 'clientName',
          idField: 'clientId',
        }),
      ] as const;
    const parsed = await parseOrCollectErrors(
      () => parseUpdateInput(updateOpportunityInput, input, mode),
      (rest) => look(rest),
    );
    const { customValues, toDos, ...change } = parsed;
    const [moved] = await awaitLookups<[Partial<CloseDate>, string | null]>(look(change));
    const { customValues: before } = current;
    const stored = await mergeCustomValues(tx, 'OPPORTUNITY', before, customValues, mode);
    const rows = await tx.db.opportunity.updateManyAndReturn({
      where: { accountId: tx.accountId, id },
      data: {
        ...change,
        ...moved,
        ...(toDos && { toDos: toDoItemsToJson(toDos) }),
        ...(stored && { customValues: stored as Prisma.InputJsonObject }),
      },
    });
    return requireWrittenRow(rows, 'Opportunity', id);
  });
}

/** What a move to another stage changes besides; nothing where the stage stays. */
async function move(
  context: Context,
  current: Opportunity,
  change: { statusId?: string | undefined; actualCloseDate?: Date | null | undefined },
): Promise<Partial<CloseDate>> {
  const { statusId, actualCloseDate: given = current.actualCloseDate } = change;
  // Who sends the whole record back says the date as well, and means nothing by it.
  const isSame = given?.getTime() === current.actualCloseDate?.getTime();
  const closeDateAssumed = isSame && current.closeDateAssumed;
  if (statusId === undefined || statusId === current.statusId) return { closeDateAssumed };
  const stage = await resolvePipelineStage(context, {
    id: statusId,
    nameField: 'stageName',
    idField: 'statusId',
  });
  if (closeDateAssumed && isClosedStage(stage)) return {};
  return closeDate(context, stage, closeDateAssumed ? null : given);
}
