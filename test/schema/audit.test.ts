import { serverAudits } from 'graphql-http';
import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

const audits = serverAudits({
  url: 'http://localhost/graphql',
  fetchFn: (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('x-api-key', api.ours.key);
    return api.app.request(url, { ...init, headers });
  },
});

test.each(audits.map((audit) => [audit.name, audit.fn] as const))('%s', async (_name, run) => {
  const result = await run();
  const reason = 'reason' in result ? result.reason : undefined;
  expect(result.status, reason).toBe('ok');
});

test('the suite is complete', () => {
  expect(audits.length).toBeGreaterThan(60);
});
