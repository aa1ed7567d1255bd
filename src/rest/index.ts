import { clientRoutes } from './clients.ts';
import type { Route } from './route.ts';

/** Every operation of the action surface. The server, the OpenAPI document and the walks all read this table. */
export const routes: readonly Route[] = [...clientRoutes];

/** Integrations build either form (decisions, "Base paths"). */
export const basePaths = ['/public/action', '/api/public/action'] as const;
