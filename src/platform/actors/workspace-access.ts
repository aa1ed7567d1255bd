import type { Db } from '../../database/client/db.ts';
import type { Actor } from './actor.ts';

/** A workspace, and its data as the caller may see them. */
export interface WorkspaceAccess {
  /** The transaction where one is open, the pool otherwise; the caller's row filters apply. */
  db: Db;
  accountId: number;
  actor: Actor;
}
