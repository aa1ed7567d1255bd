import type { ActiveCommitFlusher } from '../database/transactions/commit-flusher.ts';
import { activeCommitFlusherOf } from '../database/transactions/commit-flusher.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';

/** How many writes of each workspace a process is at. */
const counts = new WeakMap<PrismaClient, Map<number, number>>();

/** A write that was begun. */
export interface TrackedWrite {
  /**
   * By what its commit is waited for, where it is to leave that until it has committed: where other writes of the workspace are under way, which
   * could not commit before it otherwise (decision 93). Undefined: its commit waits for the disk.
   */
  flusher(): ActiveCommitFlusher | undefined;
  end(): void;
}

/** Counts a write of a workspace until it ends. */
export function trackWrite(root: PrismaClient, accountId: number): TrackedWrite {
  const ofRoot = counts.get(root) ?? new Map<number, number>();
  counts.set(root, ofRoot);
  const count = () => ofRoot.get(accountId) ?? 0;
  ofRoot.set(accountId, count() + 1);
  return {
    flusher: () => (count() > 1 ? activeCommitFlusherOf(root) : undefined),
    end: () => {
      if (count() > 1) ofRoot.set(accountId, count() - 1);
      else ofRoot.delete(accountId);
    },
  };
}
