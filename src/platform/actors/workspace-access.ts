import type { Db } from '../../database/client/db.ts';
import type { Actor } from './actor.ts';

export interface WorkspaceAccess {
  /** The open transaction or the pool, with row filters. */
  db: Db;
  accountId: number;
  actor: Actor;
}
