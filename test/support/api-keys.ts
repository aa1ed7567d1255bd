import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { authenticateKey } from '../../src/domain/workspaces/authentication.ts';
import type { Context } from '../../src/platform/context/context.ts';
import type { Scope } from '../../src/platform/permissions/permissions.ts';
import type { TestApi } from './api.ts';

/** Default permissions of keys that manage keys. */
const manages: readonly Scope[] = ['read', 'write', 'keys:write'];

/** What a request of our workspace with a key acts as. */
export async function actingAs(api: TestApi, key: string, now = new Date()): Promise<Context> {
  const { keyId, keyName, scopes } = await authenticateKey(api.database.prisma, key, now);
  return { ...api.ours.context, now, actor: { keyId, keyName, scopes } };
}

/** A new key of our workspace, which the one that a context acts as makes. */
export const makeKey = (context: Context, scopes: readonly Scope[] = manages, expiresAt?: string) =>
  createApiKey(context, { name: 'Key', scopes, ...(expiresAt && { expiresAt }) });

/** Whether a key is let in. */
export const keyWorks = (api: TestApi, key: string): Promise<boolean> =>
  authenticateKey(api.database.prisma, key, new Date()).then(
    () => true,
    () => false,
  );
