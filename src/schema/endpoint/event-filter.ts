import { createRecordVisibility } from '../../domain/record-changes/event-visibility.ts';
import type {
  createListMembershipCache,
  FollowedLists,
} from '../../domain/record-changes/followed-lists.ts';
import { createListChangeClassifier } from '../../domain/record-changes/followed-lists.ts';
import type { RecordChange } from '../../domain/record-changes/record-change.ts';
import { canReceiveChange } from '../../domain/record-changes/record-change.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';

/** Decides which events a subscription receives: those of readable records and of followed lists. */

type Event = RecordChange | ActionError;

interface EventFilter {
  /** Undefined: not sent. Called once per event. */
  first(context: Context, event: Event): Promise<Event | undefined>;
  /** Checks a result of `first` again, since the caller may have lost permissions. */
  still(context: Context, event: Event): Event | undefined;
}

export function createEventFilter(
  lists: FollowedLists,
  looks: ReturnType<typeof createListMembershipCache>,
): EventFilter {
  const isVisible = createRecordVisibility();
  const { forget, classify, permissionErrorOf } = createListChangeClassifier(lists, looks);
  return {
    first: async (context, event) => {
      if (event instanceof ActionError) {
        forget();
        return event;
      }
      if (!canReceiveChange(context, event)) return undefined;
      if (!lists.has(event.type)) return (await isVisible(context, event)) ? event : undefined;
      const list = await classify(context, event);
      if (list === undefined || list instanceof ActionError) return list;
      event.list = list;
      return event;
    },
    still: (context, event) => {
      if (event instanceof ActionError) return event;
      if (!canReceiveChange(context, event)) return undefined;
      return permissionErrorOf(context, event.type) ?? event;
    },
  };
}

export type GetCurrentCaller = () => Promise<Context | undefined>;

/** If the caller lost its access, returns the error from the queue. */
export async function readNextVisibleEvent(
  queue: AsyncIterator<unknown>,
  currentCaller: GetCurrentCaller,
  filter: EventFilter,
): Promise<IteratorResult<Event>> {
  for (;;) {
    const next = await queue.next();
    if (next.done) return next;
    const event = next.value as Event;
    const context = await currentCaller();
    if (context === undefined && event instanceof ActionError) return { value: event };
    const value = context && (await filter.first(context, event));
    if (value !== undefined) return { value };
  }
}
