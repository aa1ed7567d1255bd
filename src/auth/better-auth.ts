import { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
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
import type { OpenId } from './openid.ts';
import { signInErrorUrl } from './sign-in-errors.ts';
import {
  freshSessionMs,
  freshSessionPaths,
  lifetimeSeconds,
  maxCodeGuesses,
  signInPaths,
} from './sign-in-rules.ts';

/** How better-auth is set up: what it decides, and what it may not. */
export interface OpenBetterAuthOptions {
  prisma: PrismaClient;
  /** Signs cookies and encrypts second factors. */
  secret: string;
  /** Base of the service's URLs. */
  publicUrl: string;
  /** Origins to which somebody may be sent back, besides the service's own. */
  origins: readonly string[];
  /** Writes the mail with a code; who is not known gets none, and nobody waits for it. */
  sendCode: (email: string, code: string) => void;
  /** The same for a link. */
  sendLink: (email: string, url: string) => void;
  /** The OpenID Connect provider; undefined: none. */
  openId: OpenId | undefined;
  /** Told of what goes wrong in the library. */
  log: (message: string, details: unknown[]) => void;
}

/** Cookies are Secure, but where the service runs on the machine of whoever tries it out. */
export function hasSecureCookies(publicUrl: string): boolean {
  const { hostname, protocol } = new URL(publicUrl);
  return protocol === 'https:' || !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** The second factor, asked for after every way in: the library asks only after a password. */
function secondFactor() {
  const plugin = twoFactor({
    issuer: 'Actiongraph',
    allowPasswordless: true,
    schema: betterAuthTables.secondFactor,
  });
  const [hook] = plugin.hooks.after;
  if (hook) hook.matcher = ({ path }: { path?: string }) => path !== undefined && isWayIn(path);
  return plugin;
}

const isWayIn = (path: string) =>
  signInPaths.some((way) => path === way || path.startsWith(`${way}/`) || path === `${way}/:id`);

/** What changes how somebody signs in takes a sign-in of a short while ago: a session that was left open does not do. */
const requireFresh = createAuthMiddleware(async (context) => {
  if (!freshSessionPaths.includes(context.path)) return;
  const found = await getSessionFromCtx(context);
  if (!found || Date.now() - found.session.createdAt.getTime() < freshSessionMs) return;
  throw new APIError('FORBIDDEN', {
    code: 'SESSION_NOT_FRESH',
    message: 'Sign in again first: this takes a sign-in of the last 15 minutes.',
  });
});

/**
 * The library over our tables. It sends nothing anywhere but by `sendCode` and `sendLink`, and makes no person but of a
 * contact who may enter the portal and proved its address.
 */
export function openBetterAuth(options: OpenBetterAuthOptions) {
  const { prisma, publicUrl } = options;
  const noted = async (personId: string) => {
    const { email } = await prisma.person.update({
      where: { id: personId },
      data: { lastSignInAt: new Date() },
    });
    await clearSignInMailBodies(prisma, email);
  };
  const proof = createEmailProofHooks(prisma);
  return betterAuth({
    appName: 'Actiongraph',
    baseURL: `${publicUrl}/auth`,
    secret: options.secret,
    trustedOrigins: [...options.origins],
    telemetry: { enabled: false },
    logger: {
      // With "error" the library writes every refusal to the console as well.
      level: 'info',
      log: (level, message, ...rest) => level === 'error' && options.log(message, rest),
    },
    database: prismaAdapter(withoutUndefinedArguments(prisma), { provider: 'postgresql' }),
    ...betterAuthTables.core,
    session: {
      ...betterAuthTables.core.session,
      expiresIn: lifetimeSeconds.session,
      additionalFields: {
        addressProvenAt: { type: 'date', required: false, input: false, returned: false },
        onlyIn: { type: 'number', required: false, input: false, returned: false },
      },
      updateAge: lifetimeSeconds.sessionRefresh,
      freshAge: freshSessionMs / 1_000,
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 12,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
    },
    // What goes wrong in the database is for the house to tell.
    onAPIError: { throw: true, errorURL: signInErrorUrl(publicUrl) },
    // The door counts, by addresses and mails, before anything is looked up.
    rateLimit: { enabled: false },
    advanced: {
      // Said here, since the library leaves both out where a variable of the environment speaks of tests.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      cookiePrefix: 'actiongraph',
      useSecureCookies: hasSecureCookies(publicUrl),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { ipAddressHeaders: ['x-visitor-address'] },
      database: { generateId: ({ model }) => newSignInId(prismaModelOf(model)) },
    },
    databaseHooks: {
      user: proof.user,
      verification: proof.verification,
      session: {
        create: {
          before: ({ userId }, request) => proof.sessionOf(userId, request),
          after: async ({ userId }) => noted(userId),
        },
      },
    },
    hooks: { before: requireFresh },
    plugins: [
      emailOTP({
        otpLength: 8,
        expiresIn: lifetimeSeconds.code,
        // The door counts guesses, by who guesses; the library's count would be everybody's.
        allowedAttempts: maxCodeGuesses,
        storeOTP: 'hashed',
        sendVerificationOTP: async ({ email, otp }) => options.sendCode(email, otp),
      }),
      magicLink({
        expiresIn: lifetimeSeconds.code,
        storeToken: 'hashed',
        sendMagicLink: async ({ email, url }) => options.sendLink(email, url),
      }),
      secondFactor(),
      ...(options.openId ? [options.openId.plugin] : []),
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
      }),
      // Last: it tells the session as a header, once it is certain that there is one.
      bearer({ requireSignature: true }),
    ],
  });
}

export type BetterAuth = ReturnType<typeof openBetterAuth>;
