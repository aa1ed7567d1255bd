import type { Database } from '../database/client/client.ts';
import { parseWalPosition, unreachedWalPosition } from '../database/replicas/wal-position.ts';
import type { ReadScope } from '../database/statements/read-scope.ts';
import { currentReadScope, runInReadScope } from '../database/statements/read-scope.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { callerIdOf } from '../platform/actors/actor.ts';
import type { Context } from '../platform/context/context.ts';

/**
 * The header by which a caller says what it has to see, and by which an answer says what was written: a place in the database's
 * log. It is needed only where requests of one caller reach several processes.
 */
const positionHeader = 'x-write-position';

/** Where a request asks to see what somebody wrote. What is no place is one that only the primary has reached. */
function positionOf(request: HttpRequest): bigint {
  const told = request.headers.get(positionHeader);
  return told === null ? 0n : parseWalPosition(told);
}

/** What lets replicas answer requests; does nothing where there are none. */
export interface ReadYourWrites {
  /** Runs the work of a request, whose answer says what was written. */
  run<T>(request: HttpRequest, work: () => Promise<T>): Promise<T>;
  /** Says who a request was let in as: what follows may be read on a replica. */
  letIn(context: Context): void;
}

export function createReadYourWrites({ replicas }: Database): ReadYourWrites {
  if (!replicas) return { run: (_, work) => work(), letIn: () => undefined };
  return {
    run: async (request, work) => {
      const scope: ReadScope = {
        onlyReads: request.method === 'GET' || request.method === 'HEAD',
        caller: undefined,
        after: positionOf(request),
        mayHaveWritten: false,
      };
      let answer: Awaited<ReturnType<typeof work>> | undefined;
      try {
        answer = await runInReadScope(scope, work);
        return answer;
      } finally {
        if (scope.caller !== undefined && scope.mayHaveWritten && !scope.onlyReads) {
          const position = await replicas.recordWrite(scope.caller);
          const { headers } = (answer ?? {}) as { headers?: Record<string, string> };
          if (headers && position) headers[positionHeader] = position;
        }
      }
    },
    letIn: ({ accountId, actor }) => {
      const scope = currentReadScope();
      if (!scope) return;
      scope.caller = `${accountId} ${callerIdOf(actor)}`;
      // Looking up who asks is no write of the request's own.
      scope.mayHaveWritten = scope.after === unreachedWalPosition;
    },
  };
}
