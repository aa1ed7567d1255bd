import { prismaAdapter } from 'better-auth/adapters/prisma';
import { betterAuth } from 'better-auth/minimal';
import { bearer, emailOTP, jwt, magicLink, twoFactor } from 'better-auth/plugins';
import { newSignInId } from '../domain/identities/sign-in-ids.ts';
import { clearSignInMailBodies } from '../domain/identities/sign-in-mails.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import {
  betterAuthTables,
  prismaModelOf,
  withoutUndefinedArguments,
} from './better-auth-tables.ts';
import { createEmailProofHooks } from './email-verification.ts';
import { createOAuthProvider, withConstantTables } from './oauth-provider.ts';
import type { OpenId } from './openid.ts';
import { signInErrorUrl } from './sign-in-errors.ts';
import { lifetimeSeconds, maxCodeGuesses, signInPaths } from './sign-in-rules.ts';

export interface OpenBetterAuthOptions {
  prisma: PrismaClient;
  /** Signs cookies and encrypts second factors. */
  secret: string;
  publicUrl: string;
  /** Allowed for redirects, in addition to the service. */
  origins: readonly string[];
  /** Must not delay the response. Unknown addresses get no code. */
  sendCode: (email: string, code: string) => void;
  /** As `sendCode`. */
  sendLink: (email: string, url: string) => void;
  openId: OpenId | undefined;
  log: (message: string, details: unknown[]) => void;
}

/** Cookies are Secure unless the service runs on localhost. */
export function hasSecureCookies(publicUrl: string): boolean {
  const { hostname, protocol } = new URL(publicUrl);
  return protocol === 'https:' || !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** better-auth requires the second factor only after a password, this hook after every sign-in. */
function secondFactor() {
  const plugin = twoFactor({
    issuer: 'Actiongraph',
    allowPasswordless: true,
    schema: betterAuthTables.secondFactor,
  });
  const [hook] = plugin.hooks.after;
  if (hook) hook.matcher = ({ path = '' }: { path?: string }) => signInPaths.includes(path);
  return plugin;
}

const sessionSettings = {
  ...betterAuthTables.core.session,
  expiresIn: lifetimeSeconds.session,
  additionalFields: {
    addressProvenAt: { type: 'date', required: false, input: false, returned: false },
    onlyIn: { type: 'number', required: false, input: false, returned: false },
  },
  updateAge: lifetimeSeconds.sessionRefresh,
} as const;

function createDatabaseHooks(prisma: PrismaClient) {
  const { sessionOf, user, verification } = createEmailProofHooks(prisma);
  type Context = Parameters<typeof sessionOf>[1];
  return {
    user,
    verification,
    session: {
      create: {
        before: ({ userId }: { userId: string }, context: Context) => sessionOf(userId, context),
        after: ({ userId }: { userId: string }) => recordSignIn(prisma, userId),
      },
    },
  };
}

async function recordSignIn(prisma: PrismaClient, personId: string): Promise<void> {
  const { email } = await prisma.person.update({
    where: { id: personId },
    data: { lastSignInAt: new Date() },
  });
  await clearSignInMailBodies(prisma, email);
}

const emailCodes = (options: Pick<OpenBetterAuthOptions, 'sendCode'>) =>
  emailOTP({
    otpLength: 8,
    expiresIn: lifetimeSeconds.code,
    // The router limits guesses per requester. better-auth would count all requesters together.
    allowedAttempts: maxCodeGuesses,
    storeOTP: 'hashed',
    sendVerificationOTP: async ({ email, otp }) => options.sendCode(email, otp),
  });

const emailLinks = (options: Pick<OpenBetterAuthOptions, 'sendLink'>) =>
  magicLink({
    expiresIn: lifetimeSeconds.code,
    storeToken: 'hashed',
    sendMagicLink: async ({ email, url }) => options.sendLink(email, url),
  });

const tokens = (publicUrl: string) =>
  jwt({
    jwks: { rotationInterval: lifetimeSeconds.signingKey, gracePeriod: 3_600 },
    jwt: {
      issuer: publicUrl,
      audience: publicUrl,
      expirationTime: '5m',
      definePayload: ({ session }) => ({ sid: session.id }),
      getSubject: ({ user }) => user.id,
    },
    disableSettingJwtHeader: true,
    schema: betterAuthTables.signingKey,
  });

/** Creates a person only for a portal contact with a verified address. */
export function openBetterAuth(options: OpenBetterAuthOptions) {
  const { prisma, publicUrl } = options;
  return betterAuth({
    appName: 'Actiongraph',
    baseURL: `${publicUrl}/auth`,
    secret: options.secret,
    trustedOrigins: [...options.origins],
    telemetry: { enabled: false },
    logger: {
      // With "error", better-auth would also log every rejected request.
      level: 'info',
      log: (level, message, ...rest) => level === 'error' && options.log(message, rest),
    },
    database: withConstantTables(
      prismaAdapter(withoutUndefinedArguments(prisma), { provider: 'postgresql' }),
      publicUrl,
    ),
    ...betterAuthTables.core,
    session: sessionSettings,
    emailAndPassword: { enabled: true, disableSignUp: true },
    // The service handles database errors.
    onAPIError: { throw: true, errorURL: signInErrorUrl(publicUrl) },
    // The router counts requests before any look-up.
    rateLimit: { enabled: false },
    advanced: {
      // Otherwise better-auth disables both checks in test environments.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      cookiePrefix: 'actiongraph',
      useSecureCookies: hasSecureCookies(publicUrl),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { ipAddressHeaders: ['x-visitor-address'] },
      database: { generateId: ({ model }) => newSignInId(prismaModelOf(model)) },
    },
    databaseHooks: createDatabaseHooks(prisma),
    plugins: [
      emailCodes(options),
      emailLinks(options),
      secondFactor(),
      ...(options.openId ? [options.openId.plugin] : []),
      tokens(publicUrl),
      createOAuthProvider(prisma),
      // Must be the last plugin, because it copies the final session.
      bearer({ requireSignature: true }),
    ],
  });
}

export type BetterAuth = ReturnType<typeof openBetterAuth>;
