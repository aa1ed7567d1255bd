import type { ToDoItem } from '../../domain/to-do-items/index.ts';
import { timeUnits } from '../../domain/to-do-items/index.ts';
import {
  choice,
  described,
  flag,
  integer,
  nullableDate,
  nullableDateTime,
  orNull,
  text,
  wire,
} from '../core/serializer.ts';

const relativeDueDateWire = wire<NonNullable<ToDoItem['relativeDueDate']>>()(
  'RelativeDueDate',
  'A due date by its distance.',
  {
    duration: described(integer, 'How many units.'),
    timeUnit: described(choice(timeUnits), 'The unit.'),
  },
);

export const toDoItemWire = wire<ToDoItem>()('ToDoItem', 'One thing to do.', {
  id: described(text, 'Id of the item.'),
  item: described(text, 'What is to be done.'),
  complete: described(flag, 'Whether it is done.'),
  dueDate: described(nullableDate, 'When it is due.'),
  dateCompleted: described(nullableDateTime, 'When it was done.'),
  relativeDueDate: described(orNull(relativeDueDateWire), 'When it is due, by distance.'),
});

export const toDoExample = {
  id: 'tdo_0199d2f0a1c27b1e9f4b6c1de0a35f23',
  item: 'Send the proposal',
  complete: false,
  dueDate: '2026-04-15',
  dateCompleted: null,
  relativeDueDate: null,
};
