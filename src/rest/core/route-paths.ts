import type { Route, RouteBase } from './route.ts';

/**
 * The addresses below which the routes of a base stand; the documentation names the first. Integrations build each of
 * them (decisions, "RouteBase paths"): some put /api in front of everything.
 */
export const basePaths = {
  action: ['/public/action', '/api/public/action', '/zapier/action', '/api/zapier/action'],
  platform: ['/public/api', '/api/public/api'],
} as const satisfies Record<RouteBase, readonly string[]>;

/** A route's address as the documentation names it: `/public/action/clients/list`. */
export function routePathOf({ base, path }: Pick<Route, 'base' | 'path'>): string {
  return `${basePaths[base][0]}/${path}`;
}
