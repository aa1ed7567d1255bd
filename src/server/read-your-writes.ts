import type { Database } from '../database/client/client.ts';
import type { ReadScope } from '../database/statements/read-scope.ts';
import { inReadScope, readScope } from '../database/statements/read-scope.ts';
import { nowhereYet, readPosition } from '../database/replicas/wal-position.ts';
import type { Context } from '../platform/context/context.ts';
import { callerOf } from '../platform/context/context.ts';
import type { DoorRequest } from '../http/http-request.ts';

/**
 * The header by which a caller says what it has to see, and by which an answer says what was written: a place in the database's
 * log. It is needed only where requests of one caller reach several processes.
 */
const positionHeader = 'x-write-position';

/** Where a request asks to see what somebody wrote. What is no place is one that only the primary has reached. */
function positionOf(request: DoorRequest): bigint {
  const told = request.headers.get(positionHeader);
  return told === null ? 0n : readPosition(told);
}

/** What lets replicas answer requests; does nothing where there are none. */
export interface ReplicaReads {
  /** Runs the work of a request, whose answer says what was written. */
  run<T>(request: DoorRequest, work: () => Promise<T>): Promise<T>;
  /** Says who a request was let in as: what follows may be read on a replica. */
  letIn(context: Context): void;
}

export function createReplicaReads({ replicas }: Database): ReplicaReads {
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
        answer = await inReadScope(scope, work);
        return answer;
      } finally {
        if (scope.caller !== undefined && scope.mayHaveWritten && !scope.onlyReads) {
          const position = await replicas.noteWritten(scope.caller);
          const { headers } = (answer ?? {}) as { headers?: Record<string, string> };
          if (headers && position) headers[positionHeader] = position;
        }
      }
    },
    letIn: ({ accountId, actor }) => {
      const scope = readScope();
      if (!scope) return;
      scope.caller = `${accountId} ${callerOf(actor)}`;
      // Looking up who asks is no write of the request's own.
      scope.mayHaveWritten = scope.after === nowhereYet;
    },
  };
}
