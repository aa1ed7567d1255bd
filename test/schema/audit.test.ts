import { serverAudits } from 'graphql-http';
import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

/** What the protocol allows a server to do, and this one does not: no operation travels in a URL. */
const refusedOnPurpose = [
  'MAY accept application/x-www-form-urlencoded formatted GET requests',
  'MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/graphql-response+json',
  'MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/json',
];

const audits = serverAudits({
  url: 'http://localhost/graphql',
  fetchFn: (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('x-api-key', api.ours.key);
    return api.app.request(url, { ...init, headers });
  },
});

test.each(audits.map((audit) => [audit.name, audit.fn] as const))('%s', async (name, run) => {
  const result = await run();
  const reason = 'reason' in result ? result.reason : undefined;
  if (refusedOnPurpose.includes(name)) expect(result.status).toBe('notice');
  else expect(result.status, reason).toBe('ok');
});

test('what is refused on purpose is part of the suite, which is whole', () => {
  const names = audits.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(refusedOnPurpose));
  expect(names.length).toBeGreaterThan(60);
});
