import type { Database } from '../database/client/client.ts';
import { parseWalPosition, unreachedWalPosition } from '../database/replicas/wal-position.ts';
import type { ReadScope } from '../database/statements/read-scope.ts';
import { currentReadScope, runInReadScope } from '../database/statements/read-scope.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { callerIdOf } from '../platform/actors/actor.ts';
import type { Context } from '../platform/context/context.ts';

/**
 * In responses, the WAL position of a write; in requests, the minimum position for reads. For callers that reach
 * several processes.
 */
const positionHeader = 'x-write-position';

/** An invalid position selects the primary. */
function positionOf(request: HttpRequest): bigint {
  const headerValue = request.headers.get(positionHeader);
  return headerValue === null ? 0n : parseWalPosition(headerValue);
}

export interface ReadYourWrites {
  run<T>(request: HttpRequest, work: () => Promise<T>): Promise<T>;
  setCaller(context: Context): void;
}

export function createReadYourWrites({ replicas }: Database): ReadYourWrites {
  if (!replicas) return { run: (_, work) => work(), setCaller: () => undefined };
  return {
    run: async (request, work) => {
      const scope: ReadScope = {
        onlyReads: request.method === 'GET' || request.method === 'HEAD',
        caller: undefined,
        after: positionOf(request),
        mayHaveWritten: false,
      };
      let response: Awaited<ReturnType<typeof work>> | undefined;
      try {
        response = await runInReadScope(scope, work);
        return response;
      } finally {
        if (scope.caller !== undefined && scope.mayHaveWritten && !scope.onlyReads) {
          const position = await replicas.recordWrite(scope.caller);
          const { headers } = (response ?? {}) as { headers?: Record<string, string> };
          if (headers && position) headers[positionHeader] = position;
        }
      }
    },
    setCaller: ({ accountId, actor }) => {
      const scope = currentReadScope();
      if (!scope) return;
      scope.caller = `${accountId} ${callerIdOf(actor)}`;
      // A write during authentication is not a write of the request.
      scope.mayHaveWritten = scope.after === unreachedWalPosition;
    },
  };
}
