import { decodeJwt, errors } from 'jose';
import type { TokenIssuerSettings } from '../config/sign-in-settings.ts';
import { verifiedEmailOf } from '../domain/identities/external-accounts.ts';
import type { SessionProof } from '../domain/identities/session-proofs.ts';
import { notSignedInError } from '../domain/identities/session-proofs.ts';
import { createIssuer } from './token-issuers.ts';

export interface ExternalTokenVerifier {
  /** Does not check the signature. */
  isClaimed(token: string): boolean;
  /**
   * May fetch the issuer's keys.
   * @throws ActionError not_signed_in, issuer_unavailable
   */
  check(token: string): Promise<SessionProof>;
}

export function createExternalTokenVerifier(
  settings: TokenIssuerSettings,
  log: (message: string, error: unknown) => void,
): ExternalTokenVerifier {
  const issuer = createIssuer(settings, log);
  return {
    isClaimed: (token) => {
      try {
        return issuer.matches(decodeJwt(token).iss);
      } catch {
        return false;
      }
    },
    check: async (token) => {
      try {
        const claims = await issuer.verify(token, settings.audience, []);
        return {
          account: {
            issuer: issuer.url,
            subject: String(claims.sub),
            email: verifiedEmailOf(claims),
          },
          until: new Date(Number(claims.exp) * 1_000),
          issuedAt: claims.iat === undefined ? null : new Date(claims.iat * 1_000),
        };
      } catch (error) {
        throw error instanceof errors.JOSEError ? notSignedInError() : error;
      }
    },
  };
}
