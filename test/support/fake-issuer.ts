import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CryptoKey, JWK, JWTPayload } from 'jose';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** A pair of keys under a name. */
export interface IssuerKey {
  kid: string;
  privateKey: CryptoKey;
  jwk: JWK;
}

export async function newKey(alg = 'RS256'): Promise<IssuerKey> {
  const kid = randomUUID();
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** A token issuer on this machine with the claims of a test, valid or not. */
export interface FakeIssuer {
  url: string;
  key: IssuerKey;
  /** Its response at a path: an object as JSON, a text unchanged, a number as the status, or none at all. */
  answers: Record<string, object | string | number | 'nothing'>;
  /** How often it was asked for a path. */
  asked: Map<string, number>;
  /** Bodies that were sent to it, the last one first. */
  sent: string[];
  sign(claims: JWTPayload, key?: IssuerKey, header?: object): Promise<string>;
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage) => {
  let body = '';
  for await (const part of request) body += part;
  return body;
};

export async function startFakeIssuer(): Promise<FakeIssuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = await newKey();
  const issuer: FakeIssuer = {
    url,
    key,
    answers: {
      '/.well-known/openid-configuration': {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        userinfo_endpoint: `${url}/userinfo`,
        jwks_uri: `${url}/jwks`,
      },
      '/authorize': 'Who are you?',
      '/jwks': { keys: [key.jwk] },
    },
    asked: new Map(),
    sent: [],
    sign: (claims, { kid, privateKey } = issuer.key, header = {}) =>
      new SignJWT({ iss: url, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid, ...header })
        .sign(privateKey),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on('request', async (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    issuer.asked.set(path, (issuer.asked.get(path) ?? 0) + 1);
    issuer.sent.unshift(await bodyOf(request));
    const answer = issuer.answers[path] ?? 404;
    if (answer === 'nothing') return;
    if (typeof answer === 'number') return response.writeHead(answer).end();
    const isText = typeof answer === 'string';
    response.setHeader('content-type', isText ? 'text/plain' : 'application/json');
    response.end(isText ? answer : JSON.stringify(answer));
  });
  return issuer;
}
