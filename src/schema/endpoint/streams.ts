import type { DocumentNode, ExecutionResult } from 'graphql';
import { createSourceEventStream, execute } from 'graphql';
import { withDeadline } from '../../database/deadline.ts';
import type { ChangeQueue, Changes } from '../../domain/changes/index.ts';
import { laterContext } from '../../domain/kernel/context.ts';
import type { KeyWatch, Watched } from '../../domain/workspaces/key-watch.ts';
import { schema } from '../index.ts';
import type { ServerContext } from '../server-context.ts';
import { requireEvents } from './answers.ts';
import { eventStream } from './event-stream.ts';

export interface StreamDependencies {
  changes: Changes;
  keys: KeyWatch;
}

/** A subscription that is to be opened, after all that is checked of every operation. */
export interface Subscription {
  request: Request;
  requestId: string;
  /** The operation, which takes its variables as they are. */
  document: DocumentNode;
  variables: Record<string, unknown>;
  context: Omit<ServerContext, 'follow'>;
  /** Writes a result as the client sees it. */
  present: (result: ExecutionResult) => ExecutionResult;
  onFault: (error: unknown) => void;
}

/**
 * Opens streams of events. Each event is executed by itself, with a context of its own; a key that no longer works ends
 * its streams within seconds, the last event saying so.
 */
export function createStreams({ changes, keys }: StreamDependencies) {
  return async (subscription: Subscription): Promise<Response | ExecutionResult> => {
    const { request, requestId, document, variables, context, present, onFault } = subscription;
    requireEvents(request);
    const operation = { schema, document, variableValues: variables };
    const opened = openedBy(context, keys);
    const follow: ServerContext['follow'] = async (wanted) =>
      opened.add(await changes.follow(context.accountId, wanted));
    const contextValue = { ...context, follow };
    const source = await createSourceEventStream({ ...operation, contextValue });
    if (!(Symbol.asyncIterator in source)) {
      opened.end();
      return source;
    }
    const events = source[Symbol.asyncIterator]();
    const run = (rootValue: unknown) =>
      withDeadline(context.limits.timeMs, async () =>
        execute({ ...operation, rootValue, contextValue: opened.refreshed(contextValue) }),
      );
    const results: AsyncIterator<ExecutionResult> = {
      next: async () => {
        const { done, value } = await events.next();
        if (done) opened.end();
        return done ? { done, value: undefined } : { value: present(await run(value)) };
      },
      return: async () => {
        opened.end();
        await events.return?.();
        return { done: true, value: undefined };
      },
    };
    return eventStream(results, { requestId, onFault });
  };
}

/** What a stream keeps open by its key: its queue of changes, which ends when the key does. */
function openedBy(context: Omit<ServerContext, 'follow'>, keys: KeyWatch) {
  const { accountId, actor, workspace } = context;
  let watched: Watched | undefined;
  return {
    add: (queue: ChangeQueue): ChangeQueue => {
      const { keyId, keyName, scopes } = actor;
      const named = { keyId: keyId ?? '', keyName: keyName ?? '' };
      const key = { accountId, ...named, scopes: [...scopes], workspace };
      watched = keys.watch(key, (error) => queue.refuse(error));
      return queue;
    },
    refreshed: (before: ServerContext): ServerContext => {
      const latest = watched?.latest();
      if (!latest) return before;
      const { keyId, keyName, scopes, workspace: settings } = latest;
      const now = new Date();
      return laterContext(before, { actor: { keyId, keyName, scopes }, workspace: settings, now });
    },
    end: () => watched?.stop(),
  };
}
