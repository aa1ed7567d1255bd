import type { JWTPayload } from 'jose';
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { isSecureUrl } from '../config/secure-urls.ts';
import type { IssuerSettings } from '../config/sign-in-settings.ts';
import { ActionError } from '../platform/errors/action-error.ts';

/** An issuer that does not answer within this long is taken for unreachable. */
const defaultTimeoutMs = 8_000;

/** An issuer that could not be reached is left alone for so long: whoever comes meanwhile is refused at once. */
const restMillis = 5_000;

/** What an issuer says of itself is read again after this long. */
const metadataMillis = 3_600_000;

/** Keys of an issuer are read again after this long, and for a token of an unknown one not more often than that. */
const keysMillis = { cacheMaxAge: 600_000, cooldownDuration: 5_000 };

/** Clocks of services differ by so many seconds. */
const clockTolerance = 30;

/** Signatures that nobody can make with what is public (RFC 8725, 3.1 and 3.2): no secret that both sides know, never none. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

const address = z.string().refine(isSecureUrl, 'must be a URL of https');

/** What is used of the document by which an issuer describes itself (OpenID Connect Discovery 1.0, 3). */
const metadataShape = z.object({
  issuer: z.string(),
  authorization_endpoint: address.optional(),
  token_endpoint: address.optional(),
  userinfo_endpoint: address.optional(),
  jwks_uri: address,
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

export type IssuerMetadata = z.output<typeof metadataShape>;

/** Who elsewhere signs tokens, and may be believed. Nothing is asked of it before it is needed. */
export interface Issuer {
  /** Its URL without a slash at the end, by which it is known here. */
  url: string;
  /** Whether a token's `iss` names it. */
  isNamed(iss: unknown): boolean;
  /** Asks it something: bounded in time, and led nowhere else. @throws ActionError issuer_unavailable */
  ask: Ask;
  /** What it says of itself. @throws ActionError issuer_unavailable */
  metadata(): Promise<IssuerMetadata>;
  /**
   * What a token says, once it is certain that this issuer signed it for that audience, and that it counts now.
   * @throws JOSEError where it does not; ActionError issuer_unavailable where its keys cannot be had
   */
  verify(token: string, audience: string, requiredClaims: string[]): Promise<JWTPayload>;
}

type Log = (message: string, error: unknown) => void;

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

export function issuerUnavailableError(cause?: unknown): ActionError {
  return new ActionError(
    'issuer_unavailable',
    'The sign-in provider is unavailable. Try again in a moment.',
    { retryAfterSeconds: Math.ceil(restMillis / 1_000), cause },
  );
}

type Ask = (url: string, init: RequestInit) => Promise<{ status: number; text: string }>;

const createAsk =
  (timeoutMs: number): Ask =>
  async (url, init) => {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await fetch(url, { ...init, redirect: 'manual', signal });
      const text = await answer.text();
      if (answer.status >= 500) throw new Error(`${url} answered ${answer.status}.`);
      return { status: answer.status, text };
    } catch (error) {
      throw issuerUnavailableError(error);
    }
  };

/** Reads what does not change from request to request, and leaves who could not be reached alone for a while. */
function createReader(ask: Ask, log: Log) {
  const resting = new Map<string, number>();
  return async (url: string): Promise<string> => {
    if (performance.now() < (resting.get(url) ?? 0)) throw issuerUnavailableError();
    try {
      const headers = { accept: 'application/json, application/jwk-set+json' };
      const { status, text } = await ask(url, { headers });
      if (status !== 200) throw issuerUnavailableError(new Error(`${url} answered ${status}.`));
      return text;
    } catch (error) {
      resting.set(url, performance.now() + restMillis);
      log(`an issuer of tokens cannot be read: ${url}`, error);
      throw error;
    }
  };
}

function metadataOf(url: string, text: string): IssuerMetadata {
  const metadata = metadataShape.parse(JSON.parse(text));
  if (withoutSlash(metadata.issuer) === url) return metadata;
  throw new Error(`${url} says that it is ${metadata.issuer}.`);
}

/** Reads by discovery what an issuer says of itself: when that is first needed, and once for everybody who waits for it. */
function createDiscovery(url: string, read: (url: string) => Promise<string>, log: Log) {
  let known: { metadata: IssuerMetadata; readAt: number } | undefined;
  let reading: Promise<IssuerMetadata> | undefined;

  async function discover(): Promise<IssuerMetadata> {
    try {
      const text = await read(`${url}/.well-known/openid-configuration`);
      const metadata = metadataOf(url, text);
      known = { metadata, readAt: performance.now() };
      return metadata;
    } catch (error) {
      if (!(error instanceof ActionError)) log(`the issuer ${url} does not describe itself`, error);
      // What was said an hour ago is likely to be so still; its keys are read for themselves.
      if (known) return known.metadata;
      throw error instanceof ActionError ? error : issuerUnavailableError(error);
    }
  }

  return async (): Promise<IssuerMetadata> => {
    if (known && performance.now() - known.readAt < metadataMillis) return known.metadata;
    reading ??= discover().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}

/** An issuer by its URL. No I/O before it is asked for something. */
export function createIssuer(
  { issuer, jwksUrl, timeoutMs = defaultTimeoutMs }: IssuerSettings,
  log: Log,
): Issuer {
  const url = withoutSlash(issuer);
  const ask = createAsk(timeoutMs);
  const read = createReader(ask, log);
  const metadata = createDiscovery(url, read, log);
  let keys: { from: string; find: ReturnType<typeof createRemoteJWKSet> } | undefined;

  function keysFrom(from: string) {
    if (keys?.from === from) return keys.find;
    const fetchKeys = async () => new Response(await read(from));
    const find = createRemoteJWKSet(new URL(from), { ...keysMillis, [customFetch]: fetchKeys });
    keys = { from, find };
    return find;
  }

  return {
    url,
    isNamed: (iss) => typeof iss === 'string' && withoutSlash(iss) === url,
    ask,
    metadata,
    verify: async (token, audience, requiredClaims) => {
      const find = keysFrom(jwksUrl ?? (await metadata()).jwks_uri);
      // Both ways of writing it are the same issuer: who owns one owns the other.
      const options = { issuer: [url, `${url}/`], audience, algorithms, clockTolerance };
      try {
        const all = { ...options, requiredClaims: ['iss', 'sub', 'exp', ...requiredClaims] };
        return (await jwtVerify(token, find, all)).payload;
      } catch (error) {
        const hasNoKeys =
          error instanceof errors.JWKSInvalid ||
          (error instanceof errors.JOSEError && error.code === errors.JOSEError.code);
        throw hasNoKeys ? issuerUnavailableError(error) : error;
      }
    },
  };
}
