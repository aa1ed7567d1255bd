import type { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { formatDate, formatDateTime } from '../../platform/dates/dates.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import {
  booleanType,
  date,
  dateTime,
  enumOf,
  integer,
  list,
  multilineText,
  object,
  recordIdType,
} from '../../platform/input/field-types.ts';
import { inputObject, nullable, required, withDefault } from '../../platform/input/fields.ts';

export const timeUnits = ['HOURS', 'DAYS', 'WEEKS', 'MONTHS', 'YEARS'] as const;

const timeUnit = enumOf('TimeUnit', timeUnits, {
  HOUR: 'HOURS',
  DAY: 'DAYS',
  WEEK: 'WEEKS',
  MONTH: 'MONTHS',
  YEAR: 'YEARS',
});

const relativeDueDateInput = inputObject(
  'RelativeDueDateInput',
  'A relative due date. It is stored as sent; `dueDate` is not calculated from it.',
  {
    duration: required(integer({ min: 0 }), 'Number of units.'),
    timeUnit: required(timeUnit, 'HOURS, DAYS, WEEKS, MONTHS or YEARS.'),
  },
);

export const toDoItemInput = inputObject('ToDoItemInput', 'A to-do item.', {
  id: nullable(recordIdType, 'Id of the item; one without gets one.'),
  item: required(multilineText(), 'Title of the item.'),
  complete: withDefault(booleanType, false, 'Whether it is complete.'),
  dueDate: nullable(date, 'Due date.'),
  dateCompleted: nullable(dateTime, 'When it was completed.'),
  relativeDueDate: nullable(object(relativeDueDateInput), 'Relative due date.'),
});

type ToDoItemInput = z.output<typeof toDoItemInput>;

export type ToDoItem = ToDoItemInput & { id: string };

export const maxToDoItems = 500;

export const toDoList = list(object(toDoItemInput), { max: maxToDoItems });

export const newToDoItem = (item: string): ToDoItemInput => toDoItemInput.parse({ item });

/** Dates as YYYY-MM-DD, times in UTC, and an id for each item. */
export function toDoItemsToJson(items: readonly ToDoItemInput[]): Prisma.InputJsonArray {
  return items.map(({ id, dueDate, dateCompleted, relativeDueDate, ...item }) => ({
    ...item,
    id: id ?? newId('ToDoItem'),
    dueDate: dueDate && formatDate(dueDate),
    dateCompleted: dateCompleted && formatDateTime(dateCompleted),
    relativeDueDate: relativeDueDate && { ...relativeDueDate },
  }));
}
