import type { PrismaClient, Workspace } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { fullAccessScopes } from '../../platform/permissions/permissions.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { createWorkspaceContext } from './administration-context.ts';
import { createApiKey } from './api-keys.ts';
import { buildDefaultSetup } from './default-setup.ts';
import { createWorkspaceInput } from './fields.ts';

/** What the log calls it. */
const createOperation = 'workspace create';

/**
 * Makes a workspace with everything it needs from the start (decisions, "A new workspace") and a first key of every
 * scope, in one transaction. The key is in this answer only.
 * @throws ActionError invalid_input
 */
export async function createWorkspace(
  root: PrismaClient,
  input: InputOf<typeof createWorkspaceInput>,
  now: Date,
): Promise<{ workspace: Workspace; context: Context; key: string }> {
  const fields = parseInput(createWorkspaceInput, input);
  const { ownerEmail, ownerFirstName, ownerLastName, ...settings } = fields;
  const rows = await root.$queryRaw<[{ accountId: number }]>`
    SELECT nextval(pg_get_serial_sequence('"Workspace"', 'accountId'))::int AS "accountId"`;
  const [{ accountId }] = rows;
  const draft = { ...settings, accountId } as Workspace;
  const draftContext = createWorkspaceContext(root, draft, 0, now, createOperation);
  const { workspace, ownerId, key } = await inTransaction(draftContext, async (tx) => {
    const { db } = tx;
    const createdWorkspace = await db.workspace.create({ data: { ...settings, accountId } });
    const owner = await db.user.create({
      data: {
        accountId,
        email: ownerEmail,
        firstName: ownerFirstName,
        lastName: ownerLastName,
        role: 'OWNER',
      },
    });
    const setup = buildDefaultSetup(accountId);
    await db.pipelineStage.createMany({ data: setup.pipelineStages });
    await db.projectType.create({ data: setup.projectType });
    await db.taskStage.createMany({ data: setup.taskStages });
    await db.invoiceTemplate.create({ data: setup.invoiceTemplate });
    await db.emailTemplate.create({ data: setup.emailTemplate });
    await db.invoiceSequence.create({ data: { accountId } });
    const firstKey = await createApiKey(tx, { name: 'First key', scopes: [...fullAccessScopes] });
    return { workspace: createdWorkspace, ownerId: owner.id, key: firstKey.key };
  });
  return {
    workspace,
    key,
    context: createWorkspaceContext(root, workspace, ownerId, now, createOperation),
  };
}
