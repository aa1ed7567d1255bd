import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** The outcome of requests. */
interface Load {
  answered: number;
  /** Why requests on connections that were accepted got no answer, or another than 200. */
  lost: string[];
}

/** Between a caller's requests: its connection is idle for a moment, too. */
const pauseMs = 50;

/** A new connection was reset before any response. */
class ResetError extends Error {
  constructor(cause: Error) {
    super(String(cause), { cause });
  }
}

/** The error of a caller whose connection was not accepted. */
const rejected = /ECONNREFUSED/;

function post(agent: Agent, url: string, key: string, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/public/action/clients/create`,
      {
        agent,
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
      },
      (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
        response.once('error', reject);
      },
    );
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // The service has accepted a connection that carried a request before: a reset there loses a request.
      const isNew = !sent.reusedSocket && error.code === 'ECONNRESET';
      reject(isNew ? new ResetError(error) : error);
    });
    sent.end(JSON.stringify({ name }));
  });
}

/**
 * Creates clients, one after the other for each caller, on kept-alive connections, until `stop` is called or no process
 * accepts connections.
 */
export function startLoad(url: string, key: string, callers = 4) {
  const load: Load = { answered: 0, lost: [] };
  let isStopped = false;
  const run = async (caller: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let reset: ResetError | undefined;
    for (let at = 0; !isStopped; at += 1) {
      try {
        const status = await post(
          agent,
          url,
          key,
          `Load ${caller} ${at} ${process.hrtime.bigint()}`,
        );
        // The service was still there to accept the one before.
        if (reset) load.lost.push(reset.message);
        reset = undefined;
        if (status === 200) load.answered += 1;
        else load.lost.push(`status ${status}`);
        await sleep(pauseMs);
      } catch (error) {
        // If no process accepts connections now, the system had opened that one while the port was being closed, and
        // reset it. No program received it, and none can prevent that.
        if (rejected.test(String(error))) break;
        if (reset) load.lost.push(reset.message);
        reset = error instanceof ResetError ? error : undefined;
        if (!reset) load.lost.push(`on a connection that was kept: ${error}`);
      }
    }
    if (reset && isStopped) load.lost.push(reset.message);
    agent.destroy();
  };
  const ended = Promise.all(Array.from({ length: callers }, (_, caller) => run(caller)));
  return {
    load,
    /** Resolves when no process accepts connections any more. */
    ended: ended.then(() => load),
    stop: () => {
      isStopped = true;
      return ended.then(() => load);
    },
  };
}
