import { AsyncLocalStorage } from 'node:async_hooks';
import { oauthProvider } from '@better-auth/oauth-provider';
import type { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError } from 'better-auth/api';
import { findGrant } from '../domain/identities/oauth-grants.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { mcpWriteScope } from '../platform/permissions/permissions.ts';
import { betterAuthTables } from './better-auth-tables.ts';

export const oauthScopes = ['read', mcpWriteScope, 'offline_access'] as const;

export const oauthPaths = {
  authorize: '/auth/oauth2/authorize',
  consent: '/auth/oauth2/consent',
  token: '/auth/oauth2/token',
  register: '/auth/oauth2/register',
  revoke: '/auth/oauth2/revoke',
} as const;

export const mcpResource = (publicUrl: string): string => `${publicUrl}/mcp`;

/** RFC 8414 §2. Contains only the features of the plugin that the service offers. */
export const authorizationServerMetadata = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}${oauthPaths.authorize}`,
  token_endpoint: `${publicUrl}${oauthPaths.token}`,
  registration_endpoint: `${publicUrl}${oauthPaths.register}`,
  revocation_endpoint: `${publicUrl}${oauthPaths.revoke}`,
  jwks_uri: `${publicUrl}/auth/jwks`,
  scopes_supported: oauthScopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

export const grantInProgress = new AsyncLocalStorage<string>();

function requireGrantInProgress(): string {
  const id = grantInProgress.getStore();
  if (id === undefined) throw new Error('An authorization code needs a grant.');
  return id;
}

/** The plugin has more fields, for features that the service does not use. */
const usedFields: Readonly<Record<string, readonly string[]>> = {
  oauthClient: ['clientId', 'name', 'redirectUris', 'tokenEndpointAuthMethod', 'createdAt'],
  oauthConsent: ['clientId', 'userId', 'referenceId', 'scopes', 'resources', 'createdAt'],
  oauthRefreshToken: [
    ...['token', 'clientId', 'userId', 'referenceId', 'authorizationCodeId', 'scopes'],
    ...['resources', 'expiresAt', 'createdAt', 'revoked', 'rotatedAt'],
  ],
};

type Schema = Record<string, { fields: Record<string, unknown> }>;

function withUsedFields<S extends object>(schema: S): S {
  const tables = Object.entries(usedFields).map(([name, fields]) => {
    const table = (schema as unknown as Schema)[name];
    const used = Object.entries(table?.fields ?? {}).filter(([field]) => fields.includes(field));
    return [name, { ...table, fields: Object.fromEntries(used) }];
  });
  return Object.fromEntries(tables) as S;
}

/** Without `init` and the other hooks: they are for OpenID Connect and for resources in the database. */
export function createOAuthProvider(prisma: PrismaClient) {
  const { hooks, id, options, endpoints, schema } = oauthProvider({
    scopes: [...oauthScopes],
    grantTypes: ['authorization_code', 'refresh_token'],
    loginPage: '/sign-in',
    consentPage: oauthPaths.consent,
    enforcePerClientResources: false,
    postLogin: {
      page: oauthPaths.consent,
      shouldRedirect: () => false,
      consentReferenceId: requireGrantInProgress,
    },
    customAccessTokenClaims: async ({ referenceId }) => {
      const grant = await findGrant(prisma, String(referenceId));
      if (!grant) throw new APIError('BAD_REQUEST', { error: 'invalid_grant' });
      return { grant: referenceId, workspace: grant.accountId, client_name: grant.clientName };
    },
    schema: betterAuthTables.oauth,
  });
  return {
    id,
    options,
    endpoints,
    hooks: { before: hooks.before },
    schema: withUsedFields(schema),
  };
}

type Database = ReturnType<typeof prismaAdapter>;

/** PostgreSQL stores no such text, and its driver throws. */
const hasNul = ({ value }: { value: unknown }): boolean =>
  typeof value === 'string' && value.includes('\0');

/** The plugin also reads tables that would have one constant row or no row. */
export const withConstantTables =
  (database: Database, publicUrl: string): Database =>
  (options) => {
    const adapter = database(options);
    const { deleteMany, findOne } = adapter;
    const resource = { identifier: mcpResource(publicUrl), disabled: false };
    return Object.assign(adapter, {
      findOne: async <T>(query: Parameters<typeof findOne>[0]): Promise<T | null> => {
        if (query.model === 'oauthAccessToken' || query.where.some(hasNul)) return null;
        if (query.model !== 'oauthResource') return findOne<T>(query);
        return query.where[0]?.value === resource.identifier ? (resource as T) : null;
      },
      deleteMany: async (query: Parameters<typeof deleteMany>[0]): Promise<number> =>
        query.model === 'oauthAccessToken' ? 0 : deleteMany(query),
    });
  };
