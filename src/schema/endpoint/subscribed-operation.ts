import type { DocumentNode } from 'graphql';
import type { ServerContext } from '../core/server-context.ts';

/** A subscription whose variables have been coerced, and what each of its events costs. */
export interface SubscribedOperation {
  document: DocumentNode;
  variables: Record<string, unknown>;
  cost: number;
  requestId: string;
  context: Omit<ServerContext, 'follow'>;
}
