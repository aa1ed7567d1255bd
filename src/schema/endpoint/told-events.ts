import type { Change, createLooks, FollowedLists } from '../../domain/changes/index.ts';
import { createListSight, createSight, mayBeTold } from '../../domain/changes/index.ts';
import type { Context } from '../../domain/kernel/context.ts';
import { ActionError } from '../../domain/kernel/errors.ts';

/** Which events of a subscription are told: those of records that who acts may read and sees, and that lists which are followed have or had. */

type Event = Change | ActionError;

/** What is told of an event to who acts; undefined where nothing is. */
type Told = (context: Context, event: Event) => Promise<Event | undefined>;

/** What is told by what may be seen, and by the lists that are followed. */
export function createTold(lists: FollowedLists, looks: ReturnType<typeof createLooks>): Told {
  const isSeen = createSight();
  const { forget, meaningOf } = createListSight(lists, looks);
  return async (context, event) => {
    if (event instanceof ActionError) {
      forget();
      return event;
    }
    if (!lists.has(event.type)) return (await isSeen(context, event)) ? event : undefined;
    const list = await meaningOf(context, event);
    if (list === undefined || list instanceof ActionError) return list;
    event.list = list;
    return event;
  };
}

/** The next event of those that the key may be told of by now. */
export async function nextTold(
  queue: AsyncIterator<unknown>,
  latest: () => Context,
  toldOf: Told,
): Promise<IteratorResult<unknown>> {
  for (;;) {
    const next = await queue.next();
    if (next.done) return next;
    const event = next.value as Event;
    const value = mayBeTold(latest(), event) ? await toldOf(latest(), event) : undefined;
    if (value !== undefined) return { value };
  }
}
