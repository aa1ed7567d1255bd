import { randomUUID } from 'node:crypto';
import type { PrismaClient, Workspace } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { fullAccessScopes } from '../../platform/permissions/permissions.ts';
import { createContext } from '../../write/request-context.ts';
import { existingWorkspacesQuery, workspaceNotFoundMessage } from './workspace-existence.ts';

export function createWorkspaceContext(
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
 * A context for the CLI. `operation` is its name in the audit log.
 * @throws ActionError record_not_found, which lists the workspaces
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
    const workspaces = await root.workspace.findMany(existingWorkspacesQuery);
    throw new ActionError('record_not_found', workspaceNotFoundMessage(accountId, workspaces));
  }
  return createWorkspaceContext(root, workspace, owner.id, now, operation);
}
