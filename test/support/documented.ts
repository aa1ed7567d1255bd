import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { errorBodySchema } from '../../src/rest/core/error-responses.ts';
import { errorCodesOf } from '../../src/rest/core/openapi-errors.ts';
import { basePaths } from '../../src/rest/core/route-paths.ts';
import { routes } from '../../src/rest/index.ts';
import type { Answer } from './api.ts';

const addresses = routes.map((route) => {
  const pattern = route.path.replace(/\{\w+\}/g, '[^/]+');
  return { route, address: new RegExp(`^(${basePaths[route.base].join('|')})/${pattern}$`) };
});

/** The route that a request reaches, if any. */
function routeOf(method: string, path: string) {
  const pathname = path.replace(/\?.*$/s, '');
  const matching = addresses
    .filter(({ address }) => address.test(pathname))
    .map(({ route }) => route);
  // A path that is written out wins over one with a parameter, whatever methods the two have.
  const literal = matching.filter((route) => !route.path.includes('{'));
  return (literal.length > 0 ? literal : matching).find((route) => route.method === method);
}

/**
 * Compares every response in every test with the documentation of its operation: exactly the fields of a success, and
 * the codes of errors.
 * @throws Error that names the difference
 */
export function rejectUndocumented(method: string, path: string, { status, body }: Answer): void {
  const route = routeOf(method, path);
  if (route === undefined || status === 500) return;
  const success = route.output ?? z.literal('');
  const documented = status === 200 ? success : errorBodySchema;
  const parsed = documented.safeParse(body);
  if (!parsed.success) {
    throw new Error(`${route.operationId} answered otherwise than documented: ${parsed.error}`);
  }
  if (!isDeepStrictEqual(parsed.data, body)) {
    throw new Error(`${route.operationId} answered fields that are not documented.`);
  }
  if (status !== 200 && !errorCodesOf(route).includes(body.code)) {
    throw new Error(`${route.operationId} answered ${body.code}, which is not documented.`);
  }
}
