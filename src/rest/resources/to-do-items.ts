import type { ToDoItem } from '../../domain/to-do-items/fields.ts';
import { timeUnits } from '../../domain/to-do-items/fields.ts';
import {
  bool,
  choice,
  defineSerializer,
  integer,
  makeNullable,
  nullableDate,
  nullableDateTime,
  text,
  withDescription,
} from '../core/serializer.ts';

const relativeDueDateSerializer = defineSerializer<NonNullable<ToDoItem['relativeDueDate']>>()(
  'RelativeDueDate',
  'A relative due date.',
  {
    duration: withDescription(integer, 'Number of units.'),
    timeUnit: withDescription(choice(timeUnits), 'The unit.'),
  },
);

export const toDoItemSerializer = defineSerializer<ToDoItem>()('ToDoItem', 'A to-do item.', {
  id: withDescription(text, 'Id of the item.'),
  item: withDescription(text, 'Title of the item.'),
  complete: withDescription(bool, 'Whether it is complete.'),
  dueDate: withDescription(nullableDate, 'Due date.'),
  dateCompleted: withDescription(
    nullableDateTime,
    'When it was completed. Null if it is not complete.',
  ),
  relativeDueDate: withDescription(makeNullable(relativeDueDateSerializer), 'Relative due date.'),
});

export const toDoItemExample = {
  id: 'tdo_0199d2f0a1c27b1e9f4b6c1de0a35f23',
  item: 'Send the proposal',
  complete: false,
  dueDate: '2026-04-15',
  dateCompleted: null,
  relativeDueDate: null,
};
