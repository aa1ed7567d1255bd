import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

describe('the served GraphiQL', () => {
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  test('a client that does not accept HTML gets the response of the endpoint', async () => {
    expect((await api.request('/graphql', { headers: html })).status).toBe(200);
    expect((await api.request('/graphql')).status).toBe(401);
    const { status } = await api.request('/graphql', {
      headers: { accept: 'application/json', 'x-api-key': api.ours.key },
    });
    expect(status).toBe(400);
  });

  test('an unchanged page is not sent again', async () => {
    const { headers } = await api.request('/graphql', { headers: html });
    const again = await api.request('/graphql', {
      headers: { ...html, 'if-none-match': headers.get('etag') ?? '' },
    });
    expect([again.status, again.body]).toEqual([304, '']);
    expect(headers.get('vary')?.toLowerCase()).toContain('accept');
  });

  test.each([
    ['br', 1_300_000],
    ['gzip', 1_500_000],
  ])('the script is served as %s, and is immutable', async (encoding, maxBytes) => {
    const { body } = await api.request('/graphql', { headers: html });
    const path = /"script":"([^"]+)"/.exec(body)?.[1] ?? '';
    expect(path).toMatch(/^\/graphiql\/graphiql\.js\?v=[0-9a-f]{16}$/);
    const answer = await api.app.request(path, { headers: { 'accept-encoding': encoding } });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(maxBytes);
  });

  test('the content security policy allows scripts and requests of this service only', async () => {
    const { headers } = await api.request('/graphql', { headers: html });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; worker-src 'self'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/https?:/);
  });
});
