import type { Deliverable } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import { actorNameOf } from '../../platform/actors/actor.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput } from '../../platform/input/fields.ts';
import { notForRoleError } from '../../platform/permissions/permissions.ts';
import { write } from '../../write/write.ts';
import { findLastDeliverablePosition, taskStageOrder } from './deliverable-status.ts';
import { resolveWork, validateWorkReference, workReferenceFields } from './work-references.ts';

export const approveDeliverableInput = inputObject(
  'ApproveDeliverable',
  'The deliverable to approve: by client, project and deliverable name, or by ids.',
  workReferenceFields,
);

/**
 * Sets the status labelled Complete, otherwise the first complete status (spec parts 3 and 4, "deliverable/approve"). A
 * complete deliverable does not change.
 * @throws ActionError invalid_input, name_not_found, record_not_found; conflicting_state if the project's type has no
 * complete status
 */
export const approveDeliverable = (
  context: Context,
  input: InputOf<typeof approveDeliverableInput>,
): Promise<Deliverable> =>
  write(context, async (tx) => {
    const work = parseInput(approveDeliverableInput, input, (fields) =>
      validateWorkReference(fields, true),
    );
    const { deliverableId } = (await resolveWork(tx, work)) ?? {};
    const deliverable = await tx.lock('Deliverable', deliverableId ?? '');
    await requireApproval(tx, deliverable);
    // A contact may approve a deliverable without seeing the others of its project.
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
    return tx.update('Deliverable', deliverable, {
      statusId: completeStage.id,
      completedAt: tx.now,
      approvedAt: tx.now,
      approvedBy: actorNameOf(tx.actor),
    });
  });

/** @throws ActionError not_for_role */
async function requireApproval(
  { accountId, actor, db }: Context,
  { projectId }: Deliverable,
): Promise<void> {
  if (!actor.contact) return;
  const [project] = await db.$queryRaw<{ portalAccess: string }[]>`
    SELECT "portalAccess" FROM "Project" WHERE "accountId" = ${accountId} AND id = ${projectId}`;
  if (project?.portalAccess !== 'FULL') throw notForRoleError('contact');
}
