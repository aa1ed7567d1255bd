import type { Context } from '../../platform/context/context.ts';
import { integer, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { listEventsAfter } from './events-after-position.ts';
import type { EventPage } from './fields.ts';
import { validateEventListRequest } from './rules.ts';

const pageSizes = { default: 100, max: 1_000 };

export const listEventsInput = inputObject('ListEvents', 'Which events.', {
  after: nullable(
    text(64),
    'Starts after this `place`; `now` starts at the end of the log. Default: the oldest stored event.',
  ),
  limit: nullable(
    integer({ min: 1, max: pageSizes.max }),
    `Maximum number of events. Default: ${pageSizes.default}.`,
  ),
  types: nullable(
    text(4_000),
    'Types, with commas between: `invoice.paid,client.updated`, or all of a type of record: `invoice`.',
  ),
});

/** @throws ActionError as {@link listEventsAfter} */
export async function listEvents(
  context: Context,
  input: InputOf<typeof listEventsInput>,
): Promise<EventPage> {
  const { after, limit, types } = parseInput(listEventsInput, input, (valid) =>
    validateEventListRequest({ after: valid.after, types: parseTypes(valid.types) }),
  );
  return listEventsAfter(context, {
    ...{ after, types: parseTypes(types) },
    first: limit ?? pageSizes.default,
  });
}

const parseTypes = (text: string | null | undefined) =>
  text?.split(',').map((type) => type.trim()) ?? null;
