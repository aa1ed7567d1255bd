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
const placeDescription = 'Position in the project.';

const deliverableFields = {
  description: nullable(multilineText()),
  priority: withDefault(integer(), 0),
  approvalRequired: withDefault(booleanType, false),
  startDate: nullable(date),
  dueDate: nullable(date),
  ticketId: nullable(text()),
  ...assigneeFields,
};

const toDos = withDefault(toDoList, [], 'To-do items. The list replaces the previous one.');

export const createDeliverableInput = inputObject(
  'CreateDeliverable',
  'A new deliverable of the project in projectName with its client, or in projectId.',
  {
    name: required(text(), nameDescription),
    ...projectFields,
    statusName: nullable(
      text(),
      'Label of its status. Default: the first status of the project type.',
    ),
    statusId: nullable(recordIdType, 'Id of its status, instead of or in addition to the label.'),
    ...deliverableFields,
    position: nullable(sortPositionType, `${placeDescription} Default: the last.`),
    toDos,
    toDoNames: nullable(
      list(multilineText(), { max: maxToDoItems }),
      'Titles of to-do items. Each becomes one item.',
    ),
    ...externalIdFields,
    customValues: nullable(customValueMap, 'Values of custom fields, keyed by field name.'),
  },
);

export const updateDeliverableInput = inputObject('UpdateDeliverable', 'A deliverable’s fields.', {
  name: requiredOnCreate(text(), nameDescription),
  statusName: nullable(text(), 'Label of the new status. If omitted, the status stays.'),
  statusId: nullable(recordIdType, 'Id of the new status, instead of or in addition to the label.'),
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
