import { createHmac, randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { exportSPKI, importJWK } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { resetSignIn } from '../../src/domain/identities/invitations.ts';
import { deactivateUser, updateUser } from '../../src/domain/workspaces/users.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import type { FakeIssuer } from '../support/fake-issuer.ts';
import { newKey, startFakeIssuer } from '../support/fake-issuer.ts';
import { addPerson, byAdministration, TestBrowser } from '../support/persons.ts';
import type { TestProcess } from '../support/streams.ts';
import { recordChanges, startProcess, useStreams } from '../support/streams.ts';

const issuer = await startFakeIssuer();
const standard = { ...issuer.answers };
const settingsFor = ({ url }: FakeIssuer, more: object = {}) => ({
  tokenIssuer: { issuer: url, audience: 'actiongraph', ...more },
});
const api = useTestApi(settingsFor(issuer));
const subscribe = useStreams();
let service: TestProcess;
beforeAll(async () => {
  service = await startProcess(api, settingsFor(issuer));
});
beforeEach(() => {
  issuer.answers = { ...standard };
});
afterAll(async () => {
  await service?.close();
  await issuer.close();
});

const seconds = (fromNow = 0) => Math.floor(Date.now() / 1_000) + fromNow;
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A person, and the claims of a token of the issuer. */
async function someone(workspaces = [api.ours]) {
  const person = await addPerson(
    api,
    workspaces.map((workspace) => [workspace, 'VIEWER']),
  );
  const claims: JWTPayload = {
    iss: issuer.url,
    sub: `subject of ${person.personId}`,
    aud: 'actiongraph',
    exp: seconds(300),
    email: person.email,
    email_verified: true,
  };
  return { ...person, claims };
}

const list = '/public/action/clients/search?query=a';

/** The status and code of a token in both APIs. */
async function requested(token: string, app = api.app, headers: Record<string, string> = {}) {
  const sent = { authorization: `Bearer ${token}`, ...headers };
  const rest = await app.request(list, { headers: sent });
  const graphql = await app.request('/graphql', {
    method: 'POST',
    headers: { ...sent, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ workspace { name } }' }),
  });
  const { code, message = '' } = (await rest.json()) as { code?: string; message?: string };
  const { data, errors } = (await graphql.json()) as {
    data?: { workspace: { name: string } };
    errors?: { message: string; extensions: { code: string } }[];
  };
  expect([graphql.status, errors?.[0]?.extensions.code]).toEqual([rest.status, code]);
  return { status: rest.status, code, message, name: data?.workspace.name };
}

describe('a token of the configured issuer', () => {
  test('acts for the person of its verified address, in the workspace that is named', async () => {
    const { claims, email } = await someone([api.ours, api.theirs]);
    const token = await issuer.sign({ ...claims, email: email.toUpperCase() });
    expect(await requested(token)).toMatchObject({ status: 400, code: 'workspace_required' });
    const named = { 'x-workspace': String(api.theirs.accountId) };
    expect(await requested(token, api.app, named)).toMatchObject({ status: 200, name: 'Theirs' });
    const { claims: others } = await someone();
    const rejected = await requested(await issuer.sign(others), api.app, named);
    expect(rejected).toMatchObject({ status: 403, code: 'wrong_workspace' });
  });

  test('needs no network request after the first one, and one statement', async () => {
    const { claims } = await someone();
    const token = await issuer.sign(claims);
    await requested(token);
    const before = new Map(issuer.asked);
    const request = new Request('http://actiongraph.test/', {
      headers: { authorization: `Bearer ${token}` },
    });
    for (const _ of [1, 2]) {
      const look = () => api.signIn.authenticate(request, new Date());
      expect((await recordStatements(look)).statements).toHaveLength(1);
    }
    expect(issuer.asked).toEqual(before);
  });

  const forged: [string, (claims: JWTPayload) => Promise<string> | string][] = [
    [
      'is signed by a stranger',
      async (claims) => issuer.sign(claims, { ...(await newKey()), kid: issuer.key.kid }),
    ],
    [
      'brings its key along',
      async (claims) => {
        const stranger = await newKey();
        return issuer.sign(claims, stranger, {
          jwk: stranger.jwk,
          jku: 'https://evil.example/jwks',
        });
      },
    ],
    [
      'was changed',
      async (claims) => {
        const [head, , signature] = (await issuer.sign(claims)).split('.');
        return `${head}.${part({ ...claims, sub: 'other' })}.${signature}`;
      },
    ],
    ['is not signed', (claims) => `${part({ alg: 'none' })}.${part(claims)}.`],
    [
      'is not signed, and names a key',
      (claims) => `${part({ alg: 'none', kid: issuer.key.kid })}.${part(claims)}.x`,
    ],
    [
      'has the public key as its secret',
      async (claims) => {
        const key = await importJWK(issuer.key.jwk, 'RS256', { extractable: true });
        const text = `${part({ alg: 'HS256', kid: issuer.key.kid })}.${part(claims)}`;
        const pem = await exportSPKI(key as CryptoKey);
        return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
      },
    ],
    ['is over', (claims) => issuer.sign({ ...claims, exp: seconds(-60) })],
    ['is not yet valid', (claims) => issuer.sign({ ...claims, nbf: seconds(60) })],
    ['has no end', ({ exp: _, ...claims }) => issuer.sign(claims)],
    ['is about nobody', ({ sub: _, ...claims }) => issuer.sign(claims)],
    ['is for another audience', (claims) => issuer.sign({ ...claims, aud: 'other' })],
    ['is for nobody', ({ aud: _, ...claims }) => issuer.sign(claims)],
    ['is of another issuer', (claims) => issuer.sign({ ...claims, iss: 'https://evil.example' })],
    [
      'names an issuer that begins alike',
      (claims) => issuer.sign({ ...claims, iss: `${issuer.url}.evil.example` }),
    ],
    ['is no token', () => `${part({ alg: 'RS256' })}.${part({ iss: issuer.url })}`],
  ];
  test.each(forged)('that %s counts for nothing', async (_, make) => {
    const { claims } = await someone();
    expect(await requested(await make(claims))).toMatchObject({
      status: 401,
      code: 'not_signed_in',
    });
  });

  test('is valid if clocks differ by a few seconds', async () => {
    const { claims } = await someone();
    const nearby = { ...claims, exp: seconds(-5), nbf: seconds(5) };
    expect(await requested(await issuer.sign(nearby))).toMatchObject({ status: 200 });
  });

  test.each([[false], ['false'], [undefined], [null], [1]])(
    'with email_verified %s matches no user by address, and the error explains it',
    async (isVerified) => {
      const { claims } = await someone();
      const rejection = await requested(
        await issuer.sign({ ...claims, email_verified: isVerified }),
      );
      expect(rejection).toMatchObject({ status: 401, code: 'not_signed_in' });
      expect(rejection.message).toContain('has no verified e-mail address');
    },
  );

  test.each([
    ['a letter that NFC composes to one of ASCII', '\u212a'],
    ['an invisible character', 'k\u00ad'],
  ])('whose address differs by %s matches no user', async (_, letter) => {
    const name = randomUUID();
    const { personId } = await addPerson(api, [[api.ours, 'VIEWER']], `k${name}@tokens.example`);
    const { claims } = await someone();
    const sub = `subject of ${personId}`;
    const other = { ...claims, sub, email: `${letter}${name}@tokens.example` };
    expect(await requested(await issuer.sign(other))).toMatchObject({ status: 401 });
  });

  test('matches the user who signed in with its subject, and no other user by the address afterwards', async () => {
    const { claims, personId } = await someone();
    const data = { id: `met_${personId}`, personId, providerId: 'openid' };
    await api.database.prisma.signInMethod.create({
      data: { ...data, subject: `${issuer.url} ${claims.sub}` },
    });
    const { email: _, email_verified: __, ...bare } = claims;
    expect(await requested(await issuer.sign(bare))).toMatchObject({ status: 200 });
    const other = await requested(await issuer.sign({ ...claims, sub: 'who has the address now' }));
    expect(other).toMatchObject({ status: 401, code: 'not_signed_in' });
    expect(other.message).toContain('are unknown here');
  });

  test('creates no user: the error explains that an invitation is missing', async () => {
    const before = await api.database.prisma.person.count();
    const { claims } = await someone();
    const stranger = { ...claims, sub: 'x', email: 'stranger@tokens.example' };
    expect((await requested(await issuer.sign(stranger))).message).toContain(
      'Ask for an invitation',
    );
    expect(await api.database.prisma.person.count()).toBe(before + 1);
  });

  test('ends with the user: deactivated, or with another address', async () => {
    const { prisma } = api.database;
    for (const end of [
      (id: number) => deactivateUser(api.ours.context, { id }),
      (id: number) => updateUser(api.ours.context, { id, email: `${id}@next.example` }, 'patch'),
    ]) {
      const { claims, personId } = await someone();
      const token = await issuer.sign(claims);
      const caller = { headers: { authorization: `Bearer ${token}` } };
      const stream = await subscribe(service, caller, recordChanges, { types: ['EXPENSE'] });
      const user = await prisma.user.findFirstOrThrow({ where: { personId } });
      await end(user.id);
      expect(await requested(token)).toMatchObject({ status: 403, code: 'wrong_workspace' });
      const reported = await stream.rest();
      expect(reported.at(-1)).toMatchObject({
        errors: [{ extensions: { code: 'not_signed_in' } }],
      });
    }
  });

  test('ends with a reset of the sign-in, unless it was issued since', async () => {
    const { claims, personId } = await someone();
    const token = await issuer.sign({ ...claims, iat: seconds(-1) });
    const caller = { headers: { authorization: `Bearer ${token}` } };
    const stream = await subscribe(service, caller, recordChanges, { types: ['EXPENSE'] });
    await resetSignIn(api.database.prisma, personId, byAdministration());
    const undated = await issuer.sign(claims);
    for (const old of [token, undated]) {
      const denied = await requested(old);
      expect(denied).toMatchObject({ status: 401, code: 'not_signed_in' });
      expect(denied.message).toContain('was reset');
    }
    const received = await stream.rest();
    expect(received.at(-1)).toMatchObject({ errors: [{ extensions: { code: 'not_signed_in' } }] });
    expect(await requested(await issuer.sign({ ...claims, iat: seconds(1) }))).toMatchObject({
      status: 200,
    });
  });

  test('gets the workspaces of its person, like a session token', async () => {
    const { claims, email } = await someone([api.ours, api.theirs]);
    const browser = new TestBrowser(api);
    await browser.signIn(email);
    const own = (await browser.get('/auth/token')).body.token as string;
    const listed = async (path: string, token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return api.request(`/auth/${path}`, { headers });
    };
    for (const token of [own, await issuer.sign(claims)]) {
      const { body } = await listed('workspaces', token);
      expect(body.map(({ name }: { name: string }) => name)).toEqual(['Ours', 'Theirs']);
      expect((await listed('contacts', token)).body).toEqual([]);
    }
    await browser.post('/auth/sign-out');
    for (const token of [own, await issuer.sign({ ...claims, aud: 'other' }), 'a.b.c']) {
      const { body, status } = await listed('workspaces', token);
      expect([status, body.code]).toEqual([401, 'not_signed_in']);
    }
  });

  test('ends a subscription when it ends itself', async () => {
    const { claims } = await someone();
    // Over already, but for clocks that differ: the subscription opens, and is looked at two seconds later.
    const token = await issuer.sign({ ...claims, exp: seconds(-1) });
    const caller = { headers: { authorization: `Bearer ${token}` } };
    const stream = await subscribe(service, caller, recordChanges, { types: ['EXPENSE'] });
    const published = await stream.rest();
    expect(published.at(-1)).toMatchObject({ errors: [{ extensions: { code: 'not_signed_in' } }] });
  });
});

describe('the keys of the issuer', () => {
  test('are read again for one that is new, and a former one counts no more', async () => {
    const { claims } = await someone();
    const app = createTestApp(api.database, settingsFor(issuer));
    const former = await issuer.sign(claims);
    expect(await requested(former, app)).toMatchObject({ status: 200 });
    const next = await newKey('ES256');
    issuer.answers['/jwks'] = { keys: [next.jwk] };
    const token = await issuer.sign(claims, next, { alg: 'ES256' });
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 6_000);
    expect(await requested(token, app)).toMatchObject({ status: 200 });
    expect(await requested(former, app)).toMatchObject({ status: 401 });
    clock.mockRestore();
  });

  test('are not fetched again for each token with an unknown key', async () => {
    const { claims } = await someone();
    const app = createTestApp(api.database, settingsFor(issuer));
    expect(await requested(await issuer.sign(claims), app)).toMatchObject({ status: 200 });
    const before = issuer.asked.get('/jwks');
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    for (const _ of [1, 2, 3]) {
      const token = await issuer.sign(claims, { ...issuer.key, kid: 'unknown' });
      expect(await requested(token, app)).toMatchObject({ status: 401 });
    }
    clock.mockRestore();
    expect(issuer.asked.get('/jwks')).toBe(before);
  });

  test.each([
    ['are away', 503],
    ['are not answered', 'nothing'],
    ['are no keys', { nothing: true }],
    ['are no JSON', '<html>'],
    ['are elsewhere', 302],
  ] as const)(
    'that %s: the error states that the token could not be checked',
    async (_, answer) => {
      const odd = await startFakeIssuer();
      const app = createTestApp(api.database, settingsFor(odd, { timeoutMs: 1_000 }));
      odd.answers['/jwks'] = answer;
      const { claims } = await someone();
      const token = await odd.sign({ ...claims, iss: odd.url });
      const failed = await requested(token, app);
      expect(failed).toMatchObject({ status: 503, code: 'issuer_unavailable' });
      expect(failed.message).toContain('is unavailable');
      expect(await app.request(list, { headers: { 'x-api-key': api.ours.key } })).toMatchObject({
        status: 200,
      });
      await odd.close();
    },
  );

  test('are at the configured place, without discovery', async () => {
    const { claims } = await someone();
    const app = createTestApp(
      api.database,
      settingsFor(issuer, { jwksUrl: `${issuer.url}/elsewhere` }),
    );
    issuer.answers['/elsewhere'] = { keys: [issuer.key.jwk] };
    const before = issuer.asked.get('/.well-known/openid-configuration');
    expect(await requested(await issuer.sign(claims), app)).toMatchObject({ status: 200 });
    expect(issuer.asked.get('/.well-known/openid-configuration')).toBe(before);
  });
});
