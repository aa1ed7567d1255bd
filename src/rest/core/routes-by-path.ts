import { ActionError } from '../../platform/errors/action-error.ts';
import type { HttpMethod, Route } from './route.ts';
import { routePathOf } from './route-paths.ts';

interface PathRoutes extends Pick<Route, 'base' | 'path'> {
  byMethod: Map<HttpMethod, Route>;
}

/** Fixed paths first, because `{id}` also matches them. */
export function groupByPath(routes: readonly Route[]): Iterable<PathRoutes> {
  const routesByPath = new Map<string, PathRoutes>();
  for (const route of routes) {
    const { base, path } = route;
    const pathRoutes = routesByPath.get(routePathOf(route)) ?? { base, path, byMethod: new Map() };
    pathRoutes.byMethod.set(route.method, route);
    routesByPath.set(routePathOf(route), pathRoutes);
  }
  return [...routesByPath.values()].sort((a, b) => parametersIn(a) - parametersIn(b));
}

const parametersIn = ({ path }: PathRoutes): number => path.split('{').length;

/** @throws ActionError method_not_allowed */
export async function rejectMethod(
  method: string,
  byMethod: ReadonlyMap<HttpMethod, Route>,
): Promise<never> {
  const methods = [...byMethod.keys()];
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
  throw new ActionError('method_not_allowed', `${method} is not allowed here; use ${allowed}.`, {
    allow: allowed,
  });
}
