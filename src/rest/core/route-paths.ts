import type { Route, RouteBase } from './route.ts';

/** URL prefixes of each route base. The documentation uses the first. Existing integrations call all of them, some with /api in front. */
export const basePaths = {
  action: ['/public/action', '/api/public/action', '/zapier/action', '/api/zapier/action'],
  platform: ['/public/api', '/api/public/api'],
} as const satisfies Record<RouteBase, readonly string[]>;

/** The documented path of a route: `/public/action/clients/list`. */
export function routePathOf({ base, path }: Pick<Route, 'base' | 'path'>): string {
  return `${basePaths[base][0]}/${path}`;
}
