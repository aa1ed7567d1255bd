import type { Hono } from 'hono';
import { expect } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import type { TestApi } from './api.ts';

/** What the endpoint answered. */
interface Requested {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: returns of every shape
  body: any;
  headers: Headers;
  /** The statements, without the key look-up. */
  statements: string[];
}

/** Posts bodies to the endpoint with our key, as they are where they are text; to another service of `api` on request. */
export function usePost(api: TestApi) {
  return async (body: unknown, headers: object = {}, app: Hono = api.app): Promise<Requested> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const { result, statements } = await recordStatements(async () =>
      app.request('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': api.ours.key, ...headers },
        body: text,
      }),
    );
    return {
      status: result.status,
      headers: result.headers,
      body: await result.json(),
      statements: statements.filter((statement) => !statement.includes('"ApiKey"')),
    };
  };
}

/** An operation was rejected with a code and words, and nothing was asked of the database for it. */
export function expectRejection(
  { status, body, statements }: Requested,
  code: string,
  message: RegExp,
): void {
  expect(body).not.toHaveProperty('data');
  expect(body.errors[0].message).toMatch(message);
  expect(body.errors[0].extensions).toEqual({ code, requestId: expect.any(String) });
  expect(status).toBeLessThan(500);
  expect(statements).toEqual([]);
}
