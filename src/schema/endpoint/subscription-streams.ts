import type { ExecutionResult } from 'graphql';
import type { HttpRequest } from '../../http/http-request.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { callerIdOf } from '../../platform/actors/actor.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { requireEventStreamAccept } from './responses.ts';
import { createEventStream, eventIds } from './server-sent-events.ts';
import { createSharedSubscriptions } from './shared-subscriptions.ts';
import type { SubscribedOperation } from './subscribed-operation.ts';
import type { SharedSubscriptionsDependencies } from './subscription-execution.ts';

export interface StreamDependencies extends SharedSubscriptionsDependencies {
  /** Aborts the connection; false without one. */
  breakOff: (request: HttpRequest, reason: Error, requestId: string) => boolean;
}

export interface Subscription extends SubscribedOperation {
  request: HttpRequest;
  about: Readonly<Record<string, string>>;
  /** Converts a result for the client. */
  present: (result: ExecutionResult) => ExecutionResult;
  onError: (error: unknown) => void;
}

/** For clients at the limit of their streams. */
const retryAfterSeconds = 10;

/** Limits streams per key. A revoked key's streams end within seconds, with an error event. */
export function createSubscriptionStreams(dependencies: StreamDependencies) {
  const events = createSharedSubscriptions(dependencies);
  const admit = createAdmission();
  return async (subscription: Subscription): Promise<HttpResponse | ExecutionResult> => {
    const { about, request, requestId, present, onError } = subscription;
    requireEventStreamAccept(request);
    const leave = admit(subscription);
    const lastEventId = request.headers.get('last-event-id') || undefined;
    const context = { ...subscription.context, lastEventId };
    try {
      const followed = await events({ ...subscription, context });
      if (!('next' in followed)) {
        leave();
        return followed;
      }
      const results: AsyncIterator<ExecutionResult> = {
        next: async () => {
          try {
            const { done, value } = await followed.next();
            if (done) leave();
            if (done) return { done, value: undefined };
            const presented = present(value);
            const id = eventIds.get(value);
            if (id !== undefined) eventIds.set(presented, id);
            return { value: presented };
          } catch (error) {
            leave();
            throw error;
          }
        },
        return: async () => {
          leave();
          await followed.return?.();
          return { done: true, value: undefined };
        },
      };
      // The client may have left before its stream began.
      const end = () => void results.return?.();
      if (request.signal.aborted) end();
      else request.signal.addEventListener('abort', end, { once: true });
      const breakOff = (reason: Error) => dependencies.breakOff(request, reason, requestId);
      return createEventStream(results, { about, breakOff, onError: onError });
    } catch (error) {
      leave();
      throw error;
    }
  };
}

function createAdmission() {
  const open = new Map<string, number>();
  /** @throws ActionError too_many_requests */
  return ({ context: { actor, limits } }: Subscription): (() => void) => {
    const key = callerIdOf(actor);
    const others = open.get(key) ?? 0;
    const maxStreams = limits.subscriptions;
    if (maxStreams > 0 && others >= maxStreams) {
      const message = `${actor.keyId === null ? 'You have' : 'This key has'} ${others} open subscriptions; the limit is ${maxStreams}.`;
      throw new ActionError('too_many_requests', message, { retryAfterSeconds });
    }
    open.set(key, others + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    };
  };
}
