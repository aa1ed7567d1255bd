import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** Resolves when the service has read the headers of a request with `Expect: 100-continue`. Rejects on any other response. */
export async function untilContinue(sent: ClientRequest): Promise<void> {
  const response = once(sent, 'response').then(([answer]) => {
    throw new Error(`The status is ${(answer as IncomingMessage).statusCode} instead of 100.`);
  });
  await Promise.race([once(sent, 'continue'), response]);
}
