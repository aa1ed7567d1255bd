import type { Context } from '../../platform/context/context.ts';
import { readList } from '../../query/record-list.ts';
import type { RecordList } from './list-routes.ts';
import type { ListLimits, LongList } from './list-streaming.ts';
import { streamList } from './list-streaming.ts';

interface ListDependencies {
  limits: ListLimits;
  /** Runs the work of a long list when there is room for one more. @throws ActionError database_unavailable */
  takeTurn: (caller: string, work: () => Promise<void>) => Promise<void>;
  /** Told why an answer was broken off that had begun. */
  onBroken: (reason: Error, requestId: string) => void;
}

interface ListRequest {
  context: Context;
  requestId: string;
  /** The connection's answer; none where nothing is behind the request. */
  outgoing: { destroy(): void } | undefined;
  isHead: boolean;
  /** Leaves the request's place to others while it waits. */
  aside: <T>(waiting: () => Promise<T>) => Promise<T>;
}

/** A list that is short; of the one record that was asked for, with its version. */
interface ShortList {
  text: string;
  version: number | undefined;
}

/** The body of a list. Where only the headers are asked for, a long one has none. */
export type ListResponder = (
  list: RecordList,
  request: ListRequest,
) => Promise<ShortList | ReadableStream<Uint8Array> | null>;

/** Answers lists: short ones at once, and of the long ones no more at the same time than there is room for. */
export function createListResponder({
  limits,
  takeTurn,
  onBroken,
}: ListDependencies): ListResponder {
  function stream(list: LongList, { context, requestId, outgoing }: ListRequest) {
    const breakOff = (reason: Error) => {
      onBroken(reason, requestId);
      outgoing?.destroy();
      return outgoing !== undefined;
    };
    return new Promise<ReadableStream<Uint8Array>>((resolve, reject) => {
      const work = async () => {
        const { body, ended } = await streamList(list, limits, breakOff);
        resolve(body);
        // Others have a turn when the connection is given back.
        await ended;
      };
      takeTurn(String(context.accountId), work).catch(reject);
    });
  }

  return async ({ tree, listing, isOne }, request) => {
    const read = await readList(request.context, tree, listing, isOne);
    if ('body' in read) return { text: read.body, version: read.version ?? undefined };
    if (request.isHead) return null;
    return request.aside(() => stream(read, request));
  };
}
