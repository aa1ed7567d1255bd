import type { DocumentNode } from 'graphql';
import type { ServerContext } from '../core/server-context.ts';

/** `variables` are coerced; `cost` is per event. */
export interface SubscribedOperation {
  document: DocumentNode;
  variables: Record<string, unknown>;
  cost: number;
  requestId: string;
  context: Omit<ServerContext, 'follow'>;
}
