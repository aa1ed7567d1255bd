import type { BetterAuthPlugin } from 'better-auth';
import type { OAuthProvider } from 'better-auth/oauth2';
import { authorizationCodeRequest, createAuthorizationURL } from 'better-auth/oauth2';
import { errors } from 'jose';
import type { OpenIdSettings } from '../config/sign-in-settings.ts';
import type { ExternalAccount } from '../domain/identities/external-accounts.ts';
import {
  externalProviderId,
  externalSubjectOf,
  findPersonByExternalAccount,
  verifiedEmailOf,
} from '../domain/identities/external-accounts.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { SignInErrorReason } from './sign-in-errors.ts';
import { openIdErrorRedirect } from './sign-in-errors.ts';
import type { Issuer, IssuerMetadata } from './token-issuers.ts';
import { createIssuer, issuerUnavailableError } from './token-issuers.ts';

interface OpenIdOptions extends OpenIdSettings {
  prisma: PrismaClient;
  publicUrl: string;
  log: (message: string, error: unknown) => void;
}

/** better-auth does not store this response. */
interface TokenResponse {
  id_token?: unknown;
  access_token?: unknown;
  failure?: SignInErrorReason;
}

type Claims = Record<string, unknown>;

export interface OpenId {
  /** @throws ActionError issuer_unavailable */
  ready(): Promise<void>;
  plugin: BetterAuthPlugin;
}

/**
 * better-auth handles state, PKCE and nonce. This module verifies issuer and ID token, because better-auth's
 * plugin trusts any issuer and works without an ID token. Only active users can sign in.
 */
export function createOpenId(options: OpenIdOptions): OpenId {
  const issuer = createIssuer(options, options.log);
  let cachedMetadata: IssuerMetadata | undefined;
  const metadata = async () => {
    cachedMetadata = await issuer.metadata();
    return cachedMetadata;
  };
  const provider: OAuthProvider<{ account: string }> = {
    id: externalProviderId,
    name: options.name,
    requiresIdTokenNonce: true,
    disableSignUp: true,
    options: { disableIdTokenSignIn: true, disableSignUp: true },
    get issuer() {
      return cachedMetadata?.issuer;
    },
    accountSubject: ({ profile }) => profile.account,
    createAuthorizationURL: async ({ codeVerifier, idTokenNonce, redirectURI, state }) =>
      createAuthorizationURL({
        id: externalProviderId,
        options: { clientId: options.clientId },
        authorizationEndpoint: endpoint(await metadata(), 'authorization_endpoint'),
        scopes: ['openid', 'email'],
        redirectURI,
        state,
        codeVerifier,
        ...(idTokenNonce !== undefined && { nonce: idTokenNonce }),
      }),
    validateAuthorizationCode: async (codeRequest) => ({
      raw: { ...(await requestTokens(options, issuer, codeRequest)) },
    }),
    getUserInfo: ({ expectedIdTokenNonce: nonce, raw = {} }) =>
      findActiveUser(options, issuer, raw, nonce),
  };
  return {
    ready: async () => void (await metadata()),
    plugin: {
      id: 'openid',
      init: ({ socialProviders }) => ({
        context: { socialProviders: [provider as OAuthProvider, ...socialProviders] },
      }),
    },
  };
}

/** @throws APIError that redirects to an error page */
async function findActiveUser(
  options: OpenIdOptions,
  issuer: Issuer,
  tokens: TokenResponse,
  nonce: string | undefined,
) {
  const account = await readAccount(options, issuer, tokens, nonce).catch(toErrorRedirect(options));
  const person = await findPersonByExternalAccount(options.prisma, account);
  if (person?.isActive) {
    // better-auth finds the person by the stored address.
    const user = { email: person.email, emailVerified: true, name: '' };
    return { user, data: { account: externalSubjectOf(account) } };
  }
  const deniedReason = account.email === null ? 'email_not_verified' : 'not_invited';
  throw openIdErrorRedirect(options.publicUrl, person ? 'not_active' : deniedReason);
}

/** @throws ActionError issuer_unavailable if the metadata lacks the endpoint */
function endpoint(
  metadata: IssuerMetadata,
  name: 'authorization_endpoint' | 'token_endpoint',
): string {
  const url = metadata[name];
  if (url === undefined)
    throw issuerUnavailableError(new Error(`${metadata.issuer} has no ${name}.`));
  return url;
}

/** OpenID Connect Core §3.1.3. */
async function requestTokens(
  { clientId, clientSecret, log }: OpenIdOptions,
  issuer: Issuer,
  codeRequest: { code: string; redirectURI: string; codeVerifier?: string | undefined },
): Promise<TokenResponse> {
  try {
    const metadata = await issuer.metadata();
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isPost = !methods.includes('client_secret_basic');
    const { body, headers } = await authorizationCodeRequest({
      ...codeRequest,
      options: { clientId, ...(clientSecret !== undefined && { clientSecret }) },
      ...(clientSecret !== undefined && { authentication: isPost ? 'post' : 'basic' }),
    });
    const url = endpoint(metadata, 'token_endpoint');
    const { status, text } = await issuer.sendRequest(url, { method: 'POST', body, headers });
    if (status === 200) return JSON.parse(text) as TokenResponse;
    throw new Error(`The provider gave nothing for the code: ${status} ${text.slice(0, 500)}`);
  } catch (error) {
    log('a sign-in at the OpenID Connect provider failed', error);
    return { failure: error instanceof ActionError ? 'issuer_unavailable' : 'invalid_answer' };
  }
}

/** OpenID Connect Core §3.1.3.7. Missing email claims come from UserInfo (§5.3). */
async function readAccount(
  { clientId, emailDomains }: OpenIdOptions,
  issuer: Issuer,
  { access_token: accessToken, id_token: idToken, failure }: TokenResponse,
  nonce: string | undefined,
): Promise<ExternalAccount> {
  if (failure) throw new OpenIdError(failure);
  if (typeof idToken !== 'string') throw new OpenIdError('invalid_answer');
  const claims: Claims = await issuer.verify(idToken, clientId, ['iat', 'nonce']);
  const isForClient = claims.azp === undefined || claims.azp === clientId;
  if (nonce === undefined || claims.nonce !== nonce || !isForClient) {
    throw new OpenIdError('invalid_answer');
  }
  const hasEmailClaims = claims.email !== undefined && claims.email_verified !== undefined;
  const profile = hasEmailClaims ? claims : await requestProfile(issuer, claims, accessToken);
  const email = verifiedEmailOf(profile);
  const domain = email?.slice(email.lastIndexOf('@') + 1);
  if (emailDomains.length > 0 && domain !== undefined && !emailDomains.includes(domain)) {
    throw new OpenIdError('email_domain_not_allowed');
  }
  if (emailDomains.length > 0 && domain === undefined) throw new OpenIdError('email_not_verified');
  return { issuer: issuer.url, subject: String(claims.sub), email };
}

async function requestProfile(
  issuer: Issuer,
  claims: Claims,
  accessToken: unknown,
): Promise<Claims> {
  const { userinfo_endpoint: url } = await issuer.metadata();
  if (url === undefined || typeof accessToken !== 'string') return {};
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
  const { status, text } = await issuer.sendRequest(url, { headers });
  const profile = status === 200 ? (JSON.parse(text) as Claims) : {};
  // The response may be about another person.
  return profile.sub === claims.sub ? profile : {};
}

class OpenIdError extends Error {
  readonly reason: SignInErrorReason;
  constructor(reason: SignInErrorReason) {
    super(reason);
    this.reason = reason;
  }
}

const toErrorRedirect =
  ({ log, publicUrl }: OpenIdOptions) =>
  (error: unknown): never => {
    if (error instanceof OpenIdError) throw openIdErrorRedirect(publicUrl, error.reason);
    log('a sign-in at the OpenID Connect provider failed', error);
    if (error instanceof ActionError) throw openIdErrorRedirect(publicUrl, 'issuer_unavailable');
    if (error instanceof errors.JOSEError || error instanceof SyntaxError) {
      throw openIdErrorRedirect(publicUrl, 'invalid_answer');
    }
    throw error;
  };
