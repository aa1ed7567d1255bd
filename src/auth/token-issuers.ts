import type { JWTPayload } from 'jose';
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { isSecureUrl } from '../config/secure-urls.ts';
import type { IssuerSettings } from '../config/sign-in-settings.ts';
import { ActionError } from '../platform/errors/action-error.ts';

const defaultTimeoutMs = 8_000;

/** After an error, requests fail immediately for this long. */
const retryDelayMs = 5_000;

const metadataMaxAgeMs = 3_600_000;

const keySetOptions = { cacheMaxAge: 600_000, cooldownDuration: 5_000 };

/** In seconds. */
const clockTolerance = 30;

/** Asymmetric only (RFC 8725 §3.1, §3.2). */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

const address = z.string().refine(isSecureUrl, 'must be a URL of https');

/** OpenID Connect Discovery 1.0 §3. */
const metadataShape = z.object({
  issuer: z.string(),
  authorization_endpoint: address.optional(),
  token_endpoint: address.optional(),
  userinfo_endpoint: address.optional(),
  jwks_uri: address,
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

export type IssuerMetadata = z.output<typeof metadataShape>;

/** Contacted on first use. */
export interface Issuer {
  /** Without a trailing slash. */
  url: string;
  matches(iss: unknown): boolean;
  /**
   * With a timeout, without redirects.
   * @throws ActionError issuer_unavailable
   */
  sendRequest: SendRequest;
  /** @throws ActionError issuer_unavailable */
  metadata(): Promise<IssuerMetadata>;
  /**
   * Verifies signature, issuer, audience and times.
   * @throws JOSEError if the token is invalid; ActionError issuer_unavailable
   */
  verify(token: string, audience: string, requiredClaims: string[]): Promise<JWTPayload>;
}

type Log = (message: string, error: unknown) => void;

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

export function issuerUnavailableError(cause?: unknown): ActionError {
  return new ActionError(
    'issuer_unavailable',
    'The sign-in provider is unavailable. Try again in a moment.',
    { retryAfterSeconds: Math.ceil(retryDelayMs / 1_000), cause },
  );
}

type SendRequest = (url: string, init: RequestInit) => Promise<{ status: number; text: string }>;

const createRequester =
  (timeoutMs: number): SendRequest =>
  async (url, init) => {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(url, { ...init, redirect: 'manual', signal });
      const text = await response.text();
      if (response.status >= 500) throw new Error(`${url} answered ${response.status}.`);
      return { status: response.status, text };
    } catch (error) {
      throw issuerUnavailableError(error);
    }
  };

/** Reads static documents, and pauses after an error. */
function createReader(sendRequest: SendRequest, log: Log) {
  const unavailableUntil = new Map<string, number>();
  return async (url: string): Promise<string> => {
    if (performance.now() < (unavailableUntil.get(url) ?? 0)) throw issuerUnavailableError();
    try {
      const headers = { accept: 'application/json, application/jwk-set+json' };
      const { status, text } = await sendRequest(url, { headers });
      if (status !== 200) throw issuerUnavailableError(new Error(`${url} answered ${status}.`));
      return text;
    } catch (error) {
      unavailableUntil.set(url, performance.now() + retryDelayMs);
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

/** Concurrent callers share one request. */
function createDiscovery(url: string, read: (url: string) => Promise<string>, log: Log) {
  let cached: { metadata: IssuerMetadata; readAt: number } | undefined;
  let pending: Promise<IssuerMetadata> | undefined;

  async function discover(): Promise<IssuerMetadata> {
    try {
      const text = await read(`${url}/.well-known/openid-configuration`);
      const metadata = metadataOf(url, text);
      cached = { metadata, readAt: performance.now() };
      return metadata;
    } catch (error) {
      if (!(error instanceof ActionError)) log(`the issuer ${url} does not describe itself`, error);
      // Expired metadata is used during an outage. The keys are loaded separately.
      if (cached) return cached.metadata;
      throw error instanceof ActionError ? error : issuerUnavailableError(error);
    }
  }

  return async (): Promise<IssuerMetadata> => {
    if (cached && performance.now() - cached.readAt < metadataMaxAgeMs) return cached.metadata;
    pending ??= discover().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

export function createIssuer(
  { issuer, jwksUrl, timeoutMs = defaultTimeoutMs }: IssuerSettings,
  log: Log,
): Issuer {
  const url = withoutSlash(issuer);
  const sendRequest = createRequester(timeoutMs);
  const read = createReader(sendRequest, log);
  const metadata = createDiscovery(url, read, log);
  let keys: { from: string; find: ReturnType<typeof createRemoteJWKSet> } | undefined;

  function keySetOf(from: string) {
    if (keys?.from === from) return keys.find;
    const fetchKeys = async () => new Response(await read(from));
    const find = createRemoteJWKSet(new URL(from), { ...keySetOptions, [customFetch]: fetchKeys });
    keys = { from, find };
    return find;
  }

  return {
    url,
    matches: (iss) => typeof iss === 'string' && withoutSlash(iss) === url,
    sendRequest,
    metadata,
    verify: async (token, audience, requiredClaims) => {
      const find = keySetOf(jwksUrl ?? (await metadata()).jwks_uri);
      // A trailing slash makes no difference.
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
