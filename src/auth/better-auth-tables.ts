import type { SignInRecordType } from '../domain/identities/sign-in-ids.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';

/** Table and field names for better-auth. */
export const betterAuthTables = {
  core: {
    user: { modelName: 'person' },
    session: { modelName: 'signInSession', fields: { userId: 'personId' } },
    account: {
      modelName: 'signInMethod',
      fields: { userId: 'personId', accountId: 'subject' },
      // openid.ts has already selected the person.
      accountLinking: { enabled: true, requireLocalEmailVerified: true },
      updateAccountOnSignIn: false,
    },
    verification: { modelName: 'signInVerification' },
  },
  secondFactor: { twoFactor: { modelName: 'secondFactor', fields: { userId: 'personId' } } },
  signingKey: { jwks: { modelName: 'signingKey' } },
  oauth: {
    oauthClient: { modelName: 'oAuthClient' },
    oauthConsent: {
      modelName: 'oAuthGrant',
      // The service inserts the grant, and names it by its id.
      fields: { userId: 'personId', referenceId: 'id' },
    },
    oauthRefreshToken: {
      modelName: 'oAuthRefreshToken',
      fields: { userId: 'personId', referenceId: 'grantId' },
    },
  },
} as const;

const models: Readonly<Record<string, SignInRecordType>> = {
  user: 'Person',
  session: 'SignInSession',
  account: 'SignInMethod',
  verification: 'SignInVerification',
  twoFactor: 'SecondFactor',
  jwks: 'SigningKey',
  oauthClient: 'OAuthClient',
  oauthConsent: 'OAuthGrant',
  oauthRefreshToken: 'OAuthRefreshToken',
};

export function prismaModelOf(model: string): SignInRecordType {
  const found = models[model];
  if (found === undefined) throw new Error(`There is no table for "${model}".`);
  return found;
}

/** At every level of plain objects. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (value === null || typeof value !== 'object') return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutUndefined(part)]));
}

/** better-auth passes `undefined`, which strictUndefinedChecks rejects. */
export const withoutUndefinedArguments = (prisma: PrismaClient) =>
  prisma.$extends({
    query: { $allOperations: ({ args, query }) => query(withoutUndefined(args)) },
  });
