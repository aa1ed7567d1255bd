import type { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { formatDate, formatDateTime } from '../../platform/dates/dates.ts';
import { defaulted, inputObject, nullable, required } from '../../platform/input/fields.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import {
  date,
  dateTime,
  flag,
  integer,
  list,
  longText,
  object,
  oneOf,
  recordId,
} from '../../platform/input/field-types.ts';

export const timeUnits = ['HOURS', 'DAYS', 'WEEKS', 'MONTHS', 'YEARS'] as const;

const timeUnit = oneOf('TimeUnit', timeUnits, {
  HOUR: 'HOURS',
  DAY: 'DAYS',
  WEEK: 'WEEKS',
  MONTH: 'MONTHS',
  YEAR: 'YEARS',
});

const relativeDueDateInput = inputObject(
  'RelativeDueDateInput',
  'A due date by its distance. It is kept as it is sent; `dueDate` is not computed from it.',
  {
    duration: required(integer({ min: 0 }), 'How many units.'),
    timeUnit: required(timeUnit, 'HOURS, DAYS, WEEKS, MONTHS or YEARS.'),
  },
);

export const toDoItemInput = inputObject('ToDoItemInput', 'One thing to do.', {
  id: nullable(recordId, 'Id of the item; one without gets one.'),
  item: required(longText(), 'What is to be done.'),
  complete: defaulted(flag, false, 'Whether it is done.'),
  dueDate: nullable(date, 'When it is due.'),
  dateCompleted: nullable(dateTime, 'When it was done.'),
  relativeDueDate: nullable(object(relativeDueDateInput), 'When it is due, by distance.'),
});

type ToDoItemInput = z.output<typeof toDoItemInput>;

/** A to-do item of a record (decisions, "ToDoItem"). */
export type ToDoItem = ToDoItemInput & { id: string };

/** How many to-do items a record can have. */
export const mostToDos = 500;

/** The kind of `toDos`: a list, which is always replaced as a whole. */
export const toDoList = list(object(toDoItemInput), { max: mostToDos });

/** A to-do item of which only the words are known. */
export const toDoNamed = (item: string): ToDoItemInput => toDoItemInput.parse({ item });

/** What the database keeps: days as YYYY-MM-DD, moments in UTC, an id for each item. */
export function storeToDos(items: readonly ToDoItemInput[]): Prisma.InputJsonArray {
  return items.map(({ id, dueDate, dateCompleted, relativeDueDate, ...item }) => ({
    ...item,
    id: id ?? newId('ToDoItem'),
    dueDate: dueDate && formatDate(dueDate),
    dateCompleted: dateCompleted && formatDateTime(dateCompleted),
    relativeDueDate: relativeDueDate && { ...relativeDueDate },
  }));
}
