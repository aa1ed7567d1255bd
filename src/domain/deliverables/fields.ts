import {
  externalIdFields,
  externalIdUpdateFields,
} from '../../platform/external-ids/external-ids.ts';
import {
  booleanType,
  date,
  integer,
  list,
  multilineText,
  recordIdType,
  sortPositionType,
  text,
} from '../../platform/input/field-types.ts';
import {
  inputObject,
  nullable,
  optionalOnReplace,
  required,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';
import { customValueEntries, customValueMap } from '../custom-fields/values.ts';
import { maxToDoItems, toDoList } from '../to-do-items/fields.ts';
import { assigneeFields } from './assignees.ts';
import { workReferenceFields } from './work-references.ts';

const { deliverableName: _name, deliverableId: _id, ...projectFields } = workReferenceFields;
const nameDescription = 'Name, unique in the project.';
const placeDescription = 'Place in the project.';

const deliverableFields = {
  description: nullable(multilineText()),
  priority: withDefault(integer(), 0),
  approvalRequired: withDefault(booleanType, false),
  startDate: nullable(date),
  dueDate: nullable(date),
  ticketId: nullable(text()),
  ...assigneeFields,
};

const toDos = withDefault(
  toDoList,
  [],
  'What is to be done for it; the list replaces the former one.',
);

export const createDeliverableInput = inputObject(
  'CreateDeliverable',
  'A new deliverable of a project, which projectName with its client, or projectId, says.',
  {
    name: required(text(), nameDescription),
    ...projectFields,
    statusName: nullable(text(), 'Label of its status; left out: the first of the project’s type.'),
    statusId: nullable(recordIdType, 'Id of its status, instead of the label or beside it.'),
    ...deliverableFields,
    position: nullable(sortPositionType, `${placeDescription} Left out: the last.`),
    toDos,
    toDoNames: nullable(
      list(multilineText(), { max: maxToDoItems }),
      'What is to be done for it in words alone, each of which becomes one of its to-do items.',
    ),
    ...externalIdFields,
    customValues: nullable(customValueMap, 'Values of custom fields, keyed by field name.'),
  },
);

export const updateDeliverableInput = inputObject('UpdateDeliverable', 'A deliverable’s fields.', {
  name: requiredOnCreate(text(), nameDescription),
  statusName: nullable(text(), 'Label of the status it moves to; left out: it stays where it is.'),
  statusId: nullable(recordIdType, 'Id of that status, instead of the label or beside it.'),
  ...deliverableFields,
  position: requiredOnCreate(sortPositionType, placeDescription),
  toDos: optionalOnReplace(toDos),
  ...externalIdUpdateFields,
  customValues: optionalOnReplace(nullable(customValueEntries, 'Values of custom fields.')),
  archived: optionalOnReplace(
    withDefault(
      booleanType,
      false,
      'Whether it is archived: lists and searches leave it out, names do not find it, and it takes no new time; its name stays taken.',
    ),
  ),
});
