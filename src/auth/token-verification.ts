import type { JWK, JWTPayload, JWTVerifyOptions } from 'jose';
import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import type { AppClaims } from '../domain/identities/oauth-grants.ts';
import { notSignedInError } from '../domain/identities/session-proofs.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';

/** Minimum interval between reloads for unknown keys. */
const minReadIntervalMs = 5_000;

/** A removed key remains valid this long. */
const maxCacheAgeMs = 300_000;

/** In seconds. */
const clockTolerance = 5;

export interface TokenClaims {
  personId: string;
  sessionId: string;
}

type TokenKind = Pick<JWTVerifyOptions, 'audience' | 'requiredClaims' | 'typ'>;

const sessionToken = { requiredClaims: ['sub', 'sid', 'exp'] };

/** Of an app. */
const accessToken = {
  typ: 'at+jwt',
  requiredClaims: ['sub', 'grant', 'workspace', 'scope', 'exp'],
};

const toAppClaims = (claims: JWTPayload): AppClaims => ({
  grantId: String(claims.grant),
  personId: String(claims.sub),
  accountId: Number(claims.workspace),
  scopes: String(claims.scope).split(' '),
  clientName: String(claims.client_name),
});

/**
 * The caller checks that the session or grant is active.
 * @throws ActionError not_signed_in
 */
export function createTokenVerifier(prisma: PrismaClient, publicUrl: string) {
  let cache:
    | { keys: ReturnType<typeof createLocalJWKSet>; isEmpty: boolean; readAt: number }
    | undefined;

  async function readKeys() {
    const keys = await readSigningKeys(prisma);
    cache = {
      keys: createLocalJWKSet({ keys }),
      isEmpty: keys.length === 0,
      readAt: performance.now(),
    };
    return cache;
  }

  const verify = (token: string, keys: ReturnType<typeof createLocalJWKSet>, kind: TokenKind) =>
    jwtVerify(token, keys, { issuer: publicUrl, algorithms: ['EdDSA'], clockTolerance, ...kind });

  const check = async (token: string, kind: TokenKind): Promise<JWTPayload> => {
    const age = cache ? performance.now() - cache.readAt : Number.POSITIVE_INFINITY;
    const { isEmpty, keys } = cache && age < maxCacheAgeMs ? cache : await readKeys();
    try {
      const { payload } = await verify(token, keys, kind).catch(async (error) => {
        const isUnknown = error instanceof errors.JWKSNoMatchingKey;
        // The first token creates the first key.
        if (!isUnknown || (age < minReadIntervalMs && !isEmpty)) throw error;
        return verify(token, (await readKeys()).keys, kind);
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) throw notSignedInError();
      throw error;
    }
  };
  return {
    check: async (token: string): Promise<TokenClaims> => {
      const { sid, sub } = await check(token, { ...sessionToken, audience: publicUrl });
      return { personId: String(sub), sessionId: String(sid) };
    },
    checkApp: async (token: string, audience: string): Promise<AppClaims> =>
      toAppClaims(await check(token, { ...accessToken, audience })),
    clearCache: (): void => {
      cache = undefined;
    },
  };
}

async function readSigningKeys(prisma: PrismaClient): Promise<JWK[]> {
  const rows = await prisma.signingKey.findMany();
  return rows.map(({ alg, id, publicKey }) => {
    const key = JSON.parse(publicKey) as JWK;
    return { ...key, kid: id, alg: alg ?? 'EdDSA', use: 'sig' };
  });
}
