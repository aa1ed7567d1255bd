import { randomUUID } from 'node:crypto';
import type { PrismaClient, Workspace } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { createContext, inTransaction } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import {
  currency,
  email,
  integer,
  percent,
  text,
  timeZone,
} from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  parseInput,
  required,
  withDefault,
} from '../../platform/input/fields.ts';
import { fullAccessScopes } from '../../platform/permissions/permissions.ts';
import { createApiKey } from './api-keys.ts';
import { buildDefaultSetup } from './default-setup.ts';
import { existingWorkspacesQuery, workspaceNotFoundMessage } from './workspace-existence.ts';

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

function contextOf(
  root: PrismaClient,
  { accountId, name, currency: code, timeZone: zone, language }: Workspace,
  ownerId: number,
  now: Date,
  operation: string,
): Context {
  return createContext({
    root,
    accountId,
    actor: { keyId: null, keyName: null, scopes: fullAccessScopes },
    workspace: { name, currency: code, timeZone: zone, language, ownerId },
    now,
    requestId: randomUUID(),
    origin: { operation, address: null },
    publicUrl: '',
  });
}

/**
 * A context for the workspace's own administration, from the command line say; `operation` is what the log says was called.
 * @throws ActionError record_not_found, which names the workspaces that there are
 */
export async function createAdministrationContext(
  root: PrismaClient,
  accountId: number,
  now: Date,
  operation = 'administration',
): Promise<Context> {
  const workspace = await root.workspace.findUnique({ where: { accountId } });
  const owner = await root.user.findFirst({
    where: { accountId, role: 'OWNER' },
    orderBy: [{ active: 'desc' }, { id: 'asc' }],
  });
  if (!workspace || !owner) {
    const known = await root.workspace.findMany(existingWorkspacesQuery);
    throw new ActionError('record_not_found', workspaceNotFoundMessage(accountId, known));
  }
  return contextOf(root, workspace, owner.id, now, operation);
}

/** A workspace and who owns it, as administration lists it. */
export type WorkspaceWithOwner = Workspace & { ownerEmail: string | null };

/** Every workspace of the database that was not deleted, by number: for its administrator, never for a request. */
export async function listWorkspaces(root: PrismaClient): Promise<WorkspaceWithOwner[]> {
  const rows = await root.workspace.findMany({
    where: { deletedAt: null },
    include: { users: { where: { role: 'OWNER' }, orderBy: { id: 'asc' }, take: 1 } },
    orderBy: { accountId: 'asc' },
  });
  return rows.map(({ users, ...workspace }) => ({
    ...workspace,
    ownerEmail: users[0]?.email ?? null,
  }));
}

/** The workspace as a supplier is shown. */
export type WorkspaceRecord = Workspace;

export const accountPathInput = inputObject('AccountPath', 'Whose identity to read.', {
  accountId: required(integer({ min: 1 }), 'The workspace; must be the key’s own.'),
});

/**
 * Lets only the key's own workspace be asked for (spec part 4, "account/{accountId}").
 * @throws ActionError wrong_workspace for any other number, whether that workspace exists or not
 */
export function requireOwnWorkspace(
  { accountId }: Pick<Context, 'accountId'>,
  input: InputOf<typeof accountPathInput>,
): void {
  const asked = accountPathInput.safeParse(input);
  if (asked.success && asked.data.accountId === accountId) return;
  throw new ActionError(
    'wrong_workspace',
    `This key belongs to workspace ${accountId}; it cannot read another’s identity.`,
  );
}
