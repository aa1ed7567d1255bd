import type { Db } from '../../database/client/db.ts';
import type { Actor } from './actor.ts';

/** A workspace with the caller's view of its data. */
export interface WorkspaceAccess {
  /** The open transaction, otherwise the pool; with the caller's row filters. */
  db: Db;
  accountId: number;
  actor: Actor;
}
