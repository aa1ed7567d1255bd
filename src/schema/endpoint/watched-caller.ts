import type {
  CredentialMonitor,
  WatchedCaller,
} from '../../domain/identities/credential-monitor.ts';
import type { ChangeQueue } from '../../domain/record-changes/change-queue.ts';
import { refreshContext } from '../../write/request-context.ts';
import type { ServerContext } from '../core/server-context.ts';
import type { SubscribedOperation } from './subscribed-operation.ts';

/** Ends the queue of changes when the caller loses its access. */
export function watchCaller(context: SubscribedOperation['context'], callers: CredentialMonitor) {
  const { accountId, actor, workspace } = context;
  let monitor: WatchedCaller | undefined;
  let cached: { of: object; context: ServerContext } | undefined;
  return {
    add: (queue: ChangeQueue): ChangeQueue => {
      const caller = { ...actor, accountId, workspace };
      monitor = callers.watch(caller, (error) => queue.failWith(error));
      return queue;
    },
    /** The caller's current context; undefined after a loss of access. */
    settled: async (previous: ServerContext): Promise<ServerContext | undefined> => {
      while (monitor?.isUnchecked()) await monitor.checked();
      if (monitor?.isRefused()) return undefined;
      const latest = monitor?.latest();
      if (!latest) return previous;
      const now = new Date();
      // Most changes of a batch arrive in the same millisecond.
      if (cached?.of === latest && cached.context.now.getTime() === now.getTime())
        return cached.context;
      const { accountId: _, workspace: settings, ...current } = latest;
      const context = refreshContext(previous, { actor: current, workspace: settings, now });
      cached = { of: latest, context };
      return context;
    },
    end: () => monitor?.stop(),
  };
}
