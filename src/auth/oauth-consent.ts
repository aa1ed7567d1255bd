import { giveGrant } from '../domain/identities/oauth-grants.ts';
import { listWorkspacesOfPerson } from '../domain/identities/person-workspaces.ts';
import type { RequestOrigin } from '../domain/identities/sign-in-audit-entries.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Signer } from '../platform/encryption/signer.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { mcpWriteScope } from '../platform/permissions/permissions.ts';
import type { RequestMetadata } from './auth-request.ts';
import { readAuthForm } from './auth-request.ts';
import type { BetterAuth } from './better-auth.ts';
import { toActionError } from './better-auth-errors.ts';
import type { Forward } from './forwarded-request.ts';
import type { Forwarders } from './forwarders.ts';
import { grantInProgress, mcpResource, oauthPaths, oauthScopes } from './oauth-provider.ts';
import { requireSession } from './request-session.ts';
import { requestOriginOf } from './sign-in-audit.ts';
import type { RateLimits } from './sign-in-rate-limits.ts';
import { readResponseJson, signInPagePath } from './sign-in-redirects.ts';

export interface ConsentRequest {
  /** The app chose it, and nothing verifies it. Null if the app has no name. */
  appName: string | null;
  redirectUri: string;
  email: string;
  workspaces: { accountId: number; name: string }[];
  asksForWriting: boolean;
  /** The signed parameters of the authorization request. */
  query: string;
  /** Proves that the form was shown in this session. */
  formToken: string;
}

type AuthorizationStep = { redirect: string } | { consent: ConsentRequest };

export interface OAuthConsent {
  /** @throws ActionError too_many_requests and others */
  begin(request: Request, metadata: RequestMetadata): Promise<AuthorizationStep>;
  /**
   * @returns the URL of the app
   * @throws ActionError not_signed_in, origin_not_allowed, conflicting_state, wrong_workspace
   */
  decide(request: Request, metadata: RequestMetadata): Promise<string>;
}

interface OAuthConsentOptions {
  prisma: PrismaClient;
  publicUrl: string;
  betterAuth: () => Promise<BetterAuth>;
  forwarders: Forwarders;
  rateLimits: RateLimits;
  signer: Signer;
  requireOwnOrigin: (request: Request) => void;
}

const forwardedParameters = [
  ...['response_type', 'client_id', 'redirect_uri', 'state'],
  ...['code_challenge', 'code_challenge_method'],
];

function authorizationQuery(given: URLSearchParams, publicUrl: string): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of forwardedParameters) {
    const value = given.get(name);
    if (value !== null) query.set(name, value);
  }
  const asked = given.get('scope')?.split(' ') ?? [];
  query.set(
    'scope',
    oauthScopes.filter((scope) => scope !== mcpWriteScope || asked.includes(scope)).join(' '),
  );
  const resources = given.getAll('resource');
  for (const resource of resources.length > 0 ? resources : [mcpResource(publicUrl)])
    query.append('resource', resource);
  query.set('prompt', 'consent');
  return query;
}

const formText = (sessionId: string, query: string) => `oauth consent ${sessionId} ${query}`;

type Session = Awaited<ReturnType<typeof requireSession>>;

const identityOf = ({ session, user }: Session) => ({ personId: user.id, sessionId: session.id });

class ConsentFlow implements OAuthConsent {
  readonly #options: OAuthConsentOptions;

  constructor(options: OAuthConsentOptions) {
    this.#options = options;
  }

  async begin(request: Request, metadata: RequestMetadata): Promise<AuthorizationStep> {
    const { betterAuth, publicUrl } = this.#options;
    await this.#count(metadata);
    const search = authorizationQuery(new URL(request.url).searchParams, publicUrl);
    const auth = await betterAuth();
    const session = await auth.api.getSession({ headers: request.headers });
    if (!session) {
      const next = `${oauthPaths.authorize}?${search}`;
      return { redirect: `${signInPagePath}?${new URLSearchParams({ next })}` };
    }
    const forwarded = { body: null, search: `?${search}`, headers: { accept: 'text/html' } };
    const response = await this.#forward(request, 'GET', '/oauth2/authorize', forwarded, metadata);
    const location = response.headers.get('location');
    if (location === null) throw await toActionError(response);
    const [page, query = ''] = location.split('?', 2);
    return page === oauthPaths.consent
      ? { consent: await this.#describe(query, session) }
      : { redirect: location };
  }

  async decide(request: Request, metadata: RequestMetadata): Promise<string> {
    const { betterAuth, requireOwnOrigin, signer } = this.#options;
    requireOwnOrigin(request);
    await this.#count(metadata);
    const form = await readAuthForm(request);
    const session = await requireSession(await betterAuth(), request);
    const query = form.get('query') ?? '';
    const shown = formText(session.session.id, query);
    if (!(await signer.isSignatureOf(form.get('token') ?? '', shown))) throw staleFormError();
    const send = (decision: object) =>
      this.#sendDecision(request, { ...decision, oauth_query: query }, metadata);
    return form.get('decision') === 'allow'
      ? this.#allow(form, session, requestOriginOf(request, metadata), send)
      : send({ accept: false });
  }

  async #allow(
    form: URLSearchParams,
    session: Session,
    at: RequestOrigin,
    send: (decision: object) => Promise<string>,
  ): Promise<string> {
    const { prisma, publicUrl } = this.#options;
    const workspaces = await listWorkspacesOfPerson(prisma, identityOf(session));
    const accountId = Number(form.get('workspace'));
    if (!workspaces.some((workspace) => workspace.accountId === accountId))
      throw new ActionError('wrong_workspace', 'Choose a workspace of which you are a user.');
    const parameters = new URLSearchParams(form.get('query') ?? '');
    const scopes = scopesOf(parameters).filter(
      (scope) => scope !== mcpWriteScope || form.get('write') === 'on',
    );
    const clientId = parameters.get('client_id') ?? '';
    const owner = { clientId, personId: session.user.id, accountId };
    const grant = { ...owner, scopes, resource: mcpResource(publicUrl) };
    return giveGrant(prisma, grant, at, (grantId) =>
      grantInProgress.run(grantId, () => send({ accept: true, scope: scopes.join(' ') })),
    );
  }

  async #describe(query: string, session: Session): Promise<ConsentRequest> {
    const { prisma, signer } = this.#options;
    const parameters = new URLSearchParams(query);
    const clientId = parameters.get('client_id') ?? '';
    const { name } = await prisma.oAuthClient.findUniqueOrThrow({ where: { clientId } });
    return {
      appName: name,
      redirectUri: parameters.get('redirect_uri') ?? '',
      email: session.user.email,
      workspaces: await listWorkspacesOfPerson(prisma, identityOf(session)),
      asksForWriting: scopesOf(parameters).includes(mcpWriteScope),
      query,
      formToken: await signer.sign(formText(session.session.id, query)),
    };
  }

  async #sendDecision(request: Request, decision: object, metadata: RequestMetadata) {
    const body = JSON.stringify(decision);
    const forwarded = { body, search: '', headers: { accept: 'application/json' } };
    const response = await this.#forward(request, 'POST', '/oauth2/consent', forwarded, metadata);
    const { url } = response.ok ? await readResponseJson(response) : {};
    if (typeof url !== 'string' || url.startsWith(oauthPaths.consent)) throw staleFormError();
    return url;
  }

  #forward(
    { headers, url }: Request,
    method: string,
    ...rest: Parameters<Forward> extends [unknown, ...infer R] ? R : never
  ): Promise<Response> {
    const cookie = headers.get('cookie') ?? '';
    return this.#options.forwarders.forwardRaw(
      new Request(url, { method, headers: { cookie } }),
      ...rest,
    );
  }

  #count({ address }: RequestMetadata): Promise<void> {
    const { rateLimits } = this.#options;
    return rateLimits.count('other', address, { email: undefined, browser: undefined });
  }
}

export const createOAuthConsent = (options: OAuthConsentOptions): OAuthConsent =>
  new ConsentFlow(options);

const scopesOf = (parameters: URLSearchParams): string[] =>
  (parameters.get('scope') ?? '').split(' ');

const staleFormError = (): ActionError =>
  new ActionError('conflicting_state', 'This page has expired. Start again in the app.');
