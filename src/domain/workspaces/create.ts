import type { PrismaClient, Workspace } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { currency, email, percent, text, timeZone } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  parseInput,
  required,
  withDefault,
} from '../../platform/input/fields.ts';
import { fullAccessScopes } from '../../platform/permissions/permissions.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { contextOf } from './administration-context.ts';
import { createApiKey } from './api-keys.ts';
import { buildDefaultSetup } from './default-setup.ts';

export const createWorkspaceInput = inputObject('CreateWorkspace', 'A new workspace.', {
  name: required(text()),
  ownerEmail: required(email, 'E-mail address of the owner.'),
  ownerFirstName: nullable(text(), 'First name of the owner.'),
  ownerLastName: nullable(text(), 'Last name of the owner.'),
  currency: withDefault(currency, 'USD'),
  timeZone: withDefault(timeZone, 'UTC'),
  country: nullable(text()),
  taxLabel: nullable(text(40)),
  defaultTaxRate: nullable(percent(), 'Tax percentage where neither client nor invoice has one.'),
});

/** What the log calls it. */
const created = 'workspace create';

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
  const place = await root.$queryRaw<[{ accountId: number }]>`
    SELECT nextval(pg_get_serial_sequence('"Workspace"', 'accountId'))::int AS "accountId"`;
  const [{ accountId }] = place;
  const unmade = { ...settings, accountId } as Workspace;
  const making = contextOf(root, unmade, 0, now, created);
  const { workspace, ownerId, key } = await inTransaction(making, async (tx) => {
    const { db } = tx;
    const made = await db.workspace.create({ data: { ...settings, accountId } });
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
    const first = await createApiKey(tx, { name: 'First key', scopes: [...fullAccessScopes] });
    return { workspace: made, ownerId: owner.id, key: first.key };
  });
  return { workspace, key, context: contextOf(root, workspace, ownerId, now, created) };
}
