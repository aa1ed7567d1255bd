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
  'A due date by its distance.',
  {
    duration: withDescription(integer, 'How many units.'),
    timeUnit: withDescription(choice(timeUnits), 'The unit.'),
  },
);

export const toDoItemSerializer = defineSerializer<ToDoItem>()('ToDoItem', 'One thing to do.', {
  id: withDescription(text, 'Id of the item.'),
  item: withDescription(text, 'What is to be done.'),
  complete: withDescription(bool, 'Whether it is done.'),
  dueDate: withDescription(nullableDate, 'When it is due.'),
  dateCompleted: withDescription(nullableDateTime, 'When it was done.'),
  relativeDueDate: withDescription(
    makeNullable(relativeDueDateSerializer),
    'When it is due, by distance.',
  ),
});

export const toDoItemExample = {
  id: 'tdo_0199d2f0a1c27b1e9f4b6c1de0a35f23',
  item: 'Send the proposal',
  complete: false,
  dueDate: '2026-04-15',
  dateCompleted: null,
  relativeDueDate: null,
};
