import type { Deliverable } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import { actorNameOf } from '../../platform/actors/actor.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput } from '../../platform/input/fields.ts';
import { notForRoleError } from '../../platform/permissions/permissions.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord } from '../../write/lock-records.ts';
import { requireWrittenRow } from '../../write/written-rows.ts';
import { findLastDeliverablePosition, taskStageOrder } from './deliverable-status.ts';
import { resolveWork, validateWorkReference, workReferenceFields } from './work-references.ts';

export const approveDeliverableInput = inputObject(
  'ApproveDeliverable',
  'The deliverable to approve: by client, project and deliverable name, or by ids.',
  workReferenceFields,
);

/**
 * Approves a deliverable: it gets the status labelled Complete of its project's type, or where there is none the first
 * that means complete (spec parts 3 and 4, "deliverable/approve"). One that is complete stays as it is.
 * @throws ActionError invalid_input, name_not_found, record_not_found; conflicting_state where the project's type has no
 * status that means complete
 */
export async function approveDeliverable(
  context: Context,
  input: InputOf<typeof approveDeliverableInput>,
): Promise<Deliverable> {
  const work = parseInput(approveDeliverableInput, input, (fields) =>
    validateWorkReference(fields, true),
  );
  const id = (await resolveWork(context, work))?.deliverableId ?? '';
  return inTransaction(context, async (tx) => {
    const deliverable = await lockRecord<Deliverable>(tx, 'Deliverable', id);
    await requireApproval(tx, deliverable);
    // What may be seen was looked at: the rest is the workspace's own affair.
    const { projectTypeId } = await findLastDeliverablePosition(
      { ...tx, db: unfilteredClient(tx.db) },
      deliverable.projectId,
    );
    const stages = await tx.db.taskStage.findMany({
      where: { accountId: tx.accountId, projectTypeId },
      orderBy: taskStageOrder,
    });
    const completeStage =
      stages.find(({ label }) => label === 'Complete') ?? stages.find(({ complete }) => complete);
    const isComplete = stages.some((stage) => stage.id === deliverable.statusId && stage.complete);
    if (isComplete || completeStage?.id === deliverable.statusId) return deliverable;
    if (completeStage === undefined) {
      throw new ActionError(
        'conflicting_state',
        'The deliverable cannot be approved: its project’s type has no status that means complete.',
      );
    }
    const rows = await tx.db.deliverable.updateManyAndReturn({
      where: { accountId: tx.accountId, id },
      data: {
        statusId: completeStage.id,
        completedAt: tx.now,
        approvedAt: tx.now,
        approvedBy: actorNameOf(tx.actor),
      },
    });
    return requireWrittenRow(rows, 'Deliverable', id);
  });
}

/**
 * A contact of the client approves what the portal lets it approve.
 * @throws ActionError not_for_role
 */
async function requireApproval(
  { accountId, actor, db }: Context,
  { projectId }: Deliverable,
): Promise<void> {
  if (!actor.contact) return;
  const [project] = await db.$queryRaw<{ portalAccess: string }[]>`
    SELECT "portalAccess" FROM "Project" WHERE "accountId" = ${accountId} AND id = ${projectId}`;
  if (project?.portalAccess !== 'FULL') throw notForRoleError('contact');
}
