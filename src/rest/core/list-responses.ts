import type { Cursor } from '../../database/transactions/cursors.ts';
import type { Context } from '../../platform/context/context.ts';
import { readList } from '../../query/record-list.ts';
import { addDraftWarnings } from './draft-warnings.ts';
import type { RecordList } from './list-routes.ts';
import type { ListLimits, LongList } from './list-streaming.ts';
import { streamList } from './list-streaming.ts';

/** PostgreSQL has no text with this character. */
const separator = '\0';

const withDraftWarnings = (context: Context, cursor: Cursor): Cursor => ({
  ...cursor,
  next: async (count) => {
    const records = await cursor.next(count);
    const json = await addDraftWarnings(context, records.join(separator));
    return records.length === 0 ? [] : json.split(separator);
  },
});

interface ListDependencies {
  limits: ListLimits;
  /**
   * Limits the number of long lists in progress.
   * @throws ActionError database_unavailable
   */
  runInListSlot: (caller: string, work: () => Promise<void>) => Promise<void>;
  /** Called when a started response is aborted. */
  onAborted: (reason: Error, requestId: string) => void;
}

interface ListRequest {
  context: Context;
  requestId: string;
  /** Undefined without a network connection. */
  outgoing: { destroy(): void } | undefined;
  isHead: boolean;
  /** Releases the slot of the request while it waits. */
  runWithoutSlot: <T>(callback: () => Promise<T>) => Promise<T>;
}

/** `version` is set if the request was for one record. */
interface ShortList {
  text: string;
  version: number | undefined;
}

/** Null for a long list if the request is HEAD. */
export type ListResponder = (
  list: RecordList,
  request: ListRequest,
) => Promise<ShortList | ReadableStream<Uint8Array> | null>;

/** Returns short lists at once and streams long ones. */
export function createListResponder({
  limits,
  runInListSlot,
  onAborted,
}: ListDependencies): ListResponder {
  function stream(list: LongList, { context, requestId, outgoing }: ListRequest) {
    const abortConnection = (reason: Error) => {
      onAborted(reason, requestId);
      outgoing?.destroy();
      return outgoing !== undefined;
    };
    return new Promise<ReadableStream<Uint8Array>>((resolve, reject) => {
      const work = async () => {
        const { body, ended } = await streamList(list, limits, abortConnection);
        resolve(body);
        // The slot is free when the connection is released.
        await ended;
      };
      runInListSlot(String(context.accountId), work).catch(reject);
    });
  }

  return async ({ tree, listing, isById }, request) => {
    const read = await readList(request.context, tree, listing, isById);
    const { context } = request;
    if ('body' in read) {
      const text = await addDraftWarnings(context, read.body);
      return { text, version: read.version ?? undefined };
    }
    if (request.isHead) return null;
    const open = async () => withDraftWarnings(context, await read.open());
    return request.runWithoutSlot(() => stream({ ...read, open }, request));
  };
}
