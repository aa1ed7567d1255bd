import { ActiongraphError } from './errors.ts';

/** An abort signal of one attempt. */
export interface Timeout {
  signal: AbortSignal;
  restart(): void;
  pause(): void;
  /** Closes the connection. */
  close(): void;
}

const abortedError = ({ reason }: AbortSignal) =>
  new ActiongraphError('aborted', 'The caller aborted the request.', { cause: reason });

/** Aborts with the caller's signal, or after a time without `restart`. The reason is an ActiongraphError. */
export function startTimeout(timeoutMs: number, signal?: AbortSignal): Timeout {
  const controller = new AbortController();
  const abort = () => signal && controller.abort(abortedError(signal));
  const expire = () =>
    controller.abort(
      new ActiongraphError('timeout', `The service sent nothing for ${timeoutMs} ms.`),
    );
  let timer = setTimeout(expire, timeoutMs);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  const pause = () => clearTimeout(timer);
  return {
    signal: controller.signal,
    pause,
    restart: () => {
      pause();
      timer = setTimeout(expire, timeoutMs);
    },
    close: () => {
      pause();
      signal?.removeEventListener('abort', abort);
      controller.abort();
    },
  };
}

/** @throws ActiongraphError aborted */
export async function sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
  let finish = (): void => undefined;
  const timer = setTimeout(() => finish(), delayMs);
  await new Promise<void>((resolve) => {
    finish = resolve;
    signal?.addEventListener('abort', finish);
    if (signal?.aborted) resolve();
  });
  clearTimeout(timer);
  signal?.removeEventListener('abort', finish);
  if (signal?.aborted) throw abortedError(signal);
}
