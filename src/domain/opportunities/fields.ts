import type { Opportunity } from '../../generated/prisma/client.ts';
import {
  externalIdFields,
  externalIdUpdateFields,
} from '../../platform/external-ids/external-ids.ts';
import {
  booleanType,
  date,
  integer,
  money,
  multilineText,
  object,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import {
  aliasOf,
  inputObject,
  nullable,
  required,
  requiredOnCreate,
  withDefault,
  withRecordName,
} from '../../platform/input/fields.ts';
import type { WithCustomValues } from '../custom-fields/values.ts';
import { customValueList, customValueMap } from '../custom-fields/values.ts';
import { leadInfoInput } from '../lead-info/fields.ts';
import type { ToDoItem } from '../to-do-items/fields.ts';
import { toDoList } from '../to-do-items/fields.ts';

export type OpportunityRecord = Omit<WithCustomValues<Opportunity>, 'toDos'> & {
  toDos: readonly ToDoItem[];
};

const opportunityFields = {
  description: nullable(multilineText(), 'Subject.'),
  clientId: nullable(recordIdType, 'The client or prospect.'),
  value: nullable(money()),
  estCloseDate: nullable(date),
  actualCloseDate: nullable(
    date,
    'When it was decided; moving it into a closed stage sets it to today when it is empty.',
  ),
  sentiment: nullable(integer()),
  toDos: withDefault(toDoList, [], 'To-do items. The list replaces the previous one.'),
};

export const createOpportunityInput = inputObject('CreateOpportunity', 'A new opportunity.', {
  name: required(text()),
  ...opportunityFields,
  clientName: nullable(text(), 'Name of the client or prospect.'),
  stageName: withRecordName(
    'statusName',
    nullable(text(), 'Label of the pipeline stage. Default: the first stage.'),
  ),
  stageId: aliasOf('statusId', nullable(recordIdType, 'The same as statusId.')),
  statusId: nullable(recordIdType, 'Id of the pipeline stage.'),
  leadInfo: nullable(object(leadInfoInput), 'Contact details of the lead.'),
  ...externalIdFields,
  customValues: nullable(customValueMap, 'Values of custom fields, keyed by field name.'),
});

export const updateOpportunityInput = inputObject('UpdateOpportunity', 'An opportunity’s fields.', {
  name: required(text()),
  ...opportunityFields,
  statusId: requiredOnCreate(recordIdType, 'Pipeline stage; another one moves the opportunity.'),
  customValues: nullable(customValueList, 'Values of custom fields.'),
  archived: withDefault(booleanType, false, 'Whether it is archived.'),
  ...externalIdUpdateFields,
});
