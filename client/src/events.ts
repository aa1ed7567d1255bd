import type { Event, ListEventsParameters, RestMethods } from './generated/rest.ts';
import { nextPageOf } from './rest-call.ts';
import { sleep } from './timeout.ts';
import type { RequestOptions } from './transport.ts';

export interface EventOptions
  extends Pick<ListEventsParameters, 'after' | 'types'>,
    RequestOptions {
  /** Pause at the end of the log. Default: 2,000. */
  pollIntervalMs?: number;
  /** Receives the position to continue from after each page, also if the page is empty. */
  onPosition?(position: string): void;
}

/**
 * Every change of a record, once and in order, without an end. Starts at the end of the log unless `after` is a position.
 * @throws ActiongraphError events_expired if the events after the position are no longer stored
 */
export async function* followEvents(
  rest: RestMethods,
  { after = 'now', onPosition, pollIntervalMs = 2_000, types, ...options }: EventOptions = {},
): AsyncGenerator<Event, void, undefined> {
  let position = after;
  for (;;) {
    const input = { after: position, ...(types !== undefined && { types }) };
    const { data, response } = await rest.listEvents(input, options).withResponse();
    yield* data;
    const next = new URLSearchParams(nextPageOf(response)).get('after') ?? position;
    onPosition?.(next);
    if (next === position) await sleep(pollIntervalMs, options.signal);
    position = next;
  }
}
