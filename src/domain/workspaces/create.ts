import type { PrismaClient, Workspace } from '../../generated/prisma/client.ts';
import { countryCodeOf } from '../../locales/country-names.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { fullAccessScopes } from '../../platform/permissions/permissions.ts';
import { write } from '../../write/write.ts';
import { createWorkspaceContext } from './administration-context.ts';
import { createApiKey } from './api-keys.ts';
import { buildDefaultSetup } from './default-setup.ts';
import { createWorkspaceInput } from './fields.ts';

/** In the audit log. */
const createOperation = 'workspace create';

/**
 * Only the result contains the first key, which has all scopes.
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
  const draft = { ...settings, accountId: rows[0].accountId } as Workspace;
  const draftContext = createWorkspaceContext(root, draft, 0, now, createOperation);
  const { workspace, ownerId, key } = await write(draftContext, async (tx) => {
    const countryCode = countryCodeOf(settings.country);
    const created = await tx.insertReturning('Workspace', { ...settings, countryCode });
    const owner = await tx.insertReturning('User', {
      email: ownerEmail,
      firstName: ownerFirstName,
      lastName: ownerLastName,
      role: 'OWNER',
    });
    const setup = buildDefaultSetup(tx.accountId);
    tx.insertAll('PipelineStage', setup.pipelineStages);
    tx.insert('ProjectType', setup.projectType);
    tx.insertAll('TaskStage', setup.taskStages);
    tx.insert('InvoiceTemplate', setup.invoiceTemplate);
    tx.insert('EmailTemplate', setup.emailTemplate);
    tx.insert('InvoiceSequence', {});
    const firstKey = await createApiKey(tx, { name: 'First key', scopes: [...fullAccessScopes] });
    return { workspace: created, ownerId: owner.id, key: firstKey.key };
  });
  return {
    workspace,
    key,
    context: createWorkspaceContext(root, workspace, ownerId, now, createOperation),
  };
}
