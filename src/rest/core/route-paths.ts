import type { Route, RouteBase } from './route.ts';

/** URL prefixes of each base. The documentation uses the first. Existing integrations use all. */
export const basePaths = {
  action: ['/public/action', '/api/public/action', '/zapier/action', '/api/zapier/action'],
  platform: ['/public/api', '/api/public/api'],
} as const satisfies Record<RouteBase, readonly string[]>;

export function routePathOf({ base, path }: Pick<Route, 'base' | 'path'>): string {
  return `${basePaths[base][0]}/${path}`;
}
