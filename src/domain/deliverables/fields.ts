import { customValueEntries, customValueMap } from '../custom-fields/values.ts';
import { changedExternalIdFields, externalIdFields } from '../../platform/external-ids/external-ids.ts';
import {
  defaulted,
  inputObject,
  kept,
  keptUnlessGiven,
  nullable,
  required,
} from '../../platform/input/fields.ts';
import { date, flag, integer, list, longText, place, recordId, text } from '../../platform/input/field-types.ts';
import { mostToDos, toDoList } from '../to-do-items/index.ts';
import { assigneeFields } from './assignees.ts';
import { workFields } from './work-references.ts';

const { deliverableName: _name, deliverableId: _id, ...projectFields } = workFields;
const nameDescription = 'Name, unique in the project.';
const placeDescription = 'Place in the project.';

const deliverableFields = {
  description: nullable(longText()),
  priority: defaulted(integer(), 0),
  approvalRequired: defaulted(flag, false),
  startDate: nullable(date),
  dueDate: nullable(date),
  ticketId: nullable(text()),
  ...assigneeFields,
};

const toDos = defaulted(
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
    statusId: nullable(recordId, 'Id of its status, instead of the label or beside it.'),
    ...deliverableFields,
    position: nullable(place, `${placeDescription} Left out: the last.`),
    toDos,
    toDoNames: nullable(
      list(longText(), { max: mostToDos }),
      'What is to be done for it in words alone, each of which becomes one of its to-do items.',
    ),
    ...externalIdFields,
    customValues: nullable(customValueMap, 'Values of custom fields, keyed by field name.'),
  },
);

export const updateDeliverableInput = inputObject('UpdateDeliverable', 'A deliverable’s fields.', {
  name: kept(text(), nameDescription),
  statusName: nullable(text(), 'Label of the status it moves to; left out: it stays where it is.'),
  statusId: nullable(recordId, 'Id of that status, instead of the label or beside it.'),
  ...deliverableFields,
  position: kept(place, placeDescription),
  toDos: keptUnlessGiven(toDos),
  ...changedExternalIdFields,
  customValues: keptUnlessGiven(nullable(customValueEntries, 'Values of custom fields.')),
  archived: keptUnlessGiven(
    defaulted(
      flag,
      false,
      'Whether it is archived: lists and searches leave it out, names do not find it, and it takes no new time; its name stays taken.',
    ),
  ),
});
