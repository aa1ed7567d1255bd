import type { RecordChange } from '../../domain/record-changes/change-queue.ts';
import { canReceiveChange } from '../../domain/record-changes/change-queue.ts';
import { createRecordVisibility } from '../../domain/record-changes/event-visibility.ts';
import type {
  createListMembershipCache,
  FollowedLists,
} from '../../domain/record-changes/followed-lists.ts';
import { createListChangeClassifier } from '../../domain/record-changes/followed-lists.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';

/** Which events of a subscription are told: those of records that who acts may read and sees, and that lists which are followed have or had. */

type Event = RecordChange | ActionError;

/** What a subscription tells. */
interface Told {
  /** What is told of an event to who acts; undefined where nothing is. Asked once for each event. */
  first(context: Context, event: Event): Promise<Event | undefined>;
  /** The same of what it answered, where who acts may have less by now. */
  still(context: Context, event: Event): Event | undefined;
}

/** What is told by what may be seen, and by the lists that are followed. */
export function createEventFilter(
  lists: FollowedLists,
  looks: ReturnType<typeof createListMembershipCache>,
): Told {
  const isSeen = createRecordVisibility();
  const { forget, meaningOf, refusalOf } = createListChangeClassifier(lists, looks);
  return {
    first: async (context, event) => {
      if (event instanceof ActionError) {
        forget();
        return event;
      }
      if (!canReceiveChange(context, event)) return undefined;
      if (!lists.has(event.type)) return (await isSeen(context, event)) ? event : undefined;
      const list = await meaningOf(context, event);
      if (list === undefined || list instanceof ActionError) return list;
      event.list = list;
      return event;
    },
    still: (context, event) => {
      if (event instanceof ActionError) return event;
      if (!canReceiveChange(context, event)) return undefined;
      return refusalOf(context, event.type) ?? event;
    },
  };
}

/** Who is told, as far as it is let in by now; undefined where it is not. What was heard of it is looked at first. */
export type GetCurrentCaller = () => Promise<Context | undefined>;

/** The next event of those that may be told by now. Who is let in no more finds that as the next of its queue. */
export async function readNextVisibleEvent(
  queue: AsyncIterator<unknown>,
  asker: GetCurrentCaller,
  told: Told,
): Promise<IteratorResult<Event>> {
  for (;;) {
    const next = await queue.next();
    if (next.done) return next;
    const event = next.value as Event;
    const context = await asker();
    if (context === undefined && event instanceof ActionError) return { value: event };
    const value = context && (await told.first(context, event));
    if (value !== undefined) return { value };
  }
}
