import type { Context } from '../../platform/context/context.ts';
import { integer, list, text } from '../../platform/input/field-types.ts';
import type { FieldType, InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { listEventsAfter } from './events-after-position.ts';
import type { EventPage } from './fields.ts';
import { validateEventListRequest } from './rules.ts';

const pageSizes = { default: 100, max: 1_000 };

/** Also several parameters. */
const typeList: FieldType<string[]> = {
  ...list(text()),
  json: { type: 'string', maxLength: 4_000 },
  read: (value, report) =>
    text(4_000)
      .read(String(value), report)
      ?.split(',')
      .map((type) => type.trim()),
};

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
    typeList,
    'Types, with commas between: `invoice.paid,client.updated`, or all of a type of record: `invoice`.',
  ),
});

/** @throws ActionError as {@link listEventsAfter} */
export async function listEvents(
  context: Context,
  input: InputOf<typeof listEventsInput>,
): Promise<EventPage> {
  const { after, limit, types } = parseInput(listEventsInput, input, (valid) =>
    validateEventListRequest({ after: valid.after, types: valid.types ?? null }),
  );
  return listEventsAfter(context, {
    ...{ after, types },
    first: limit ?? pageSizes.default,
  });
}
