import { leadInfoInput } from '../../domain/lead-info/fields.ts';
import { toDoItemInput } from '../../domain/to-do-items/fields.ts';
import { opportunityOperations } from '../../operations/opportunities.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { jsonObjectType } from '../core/json-objects.ts';
import { hideArchivedByDefault } from '../core/list-definitions.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import {
  columnFields,
  computedField,
  recordNodeOptions,
  relationField,
} from '../core/record-fields.ts';
import { customValueFields } from './custom-fields.ts';

builder.prismaNode('Opportunity', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'Opportunity', []),
    toDos: computedField<{ toDos: unknown }>(t, {
      type: [jsonObjectType(toDoItemInput, { filledIn: ['id'] })],
      description: 'To-do items.',
      from: { toDos: true },
      value: (row) => row.toDos,
    }),
    leadInfo: computedField<{ leadInfo: unknown }>(t, {
      type: jsonObjectType(leadInfoInput),
      nullable: true,
      description: 'Contact details of the lead, as received.',
      from: { leadInfo: true },
      value: (row) => row.leadInfo,
    }),
    ...customValueFields(t, 'Opportunity'),
    client: relationField(t, 'client', { nullable: true }),
    stage: relationField(t, 'stage'),
    formSubmissions: relationConnectionField(t, 'formSubmissions', 'FormSubmission'),
    attachments: relationConnectionField(t, 'attachments', 'Attachment'),
  }),
});

defineRecordQueries('Opportunity', {
  field: 'opportunities',
  description: 'Sales opportunities, latest first.',
  where: [
    ...['name', 'clientId', 'statusId', 'value', 'estCloseDate', 'actualCloseDate', 'sentiment'],
    ...['archived', 'client', 'stage', 'formSubmissions'],
  ],
  orderBy: ['name', 'value', 'estCloseDate', 'actualCloseDate'],
  defaultOrder: [{ createdAt: 'desc' }],
  hiddenByDefault: hideArchivedByDefault,
});

defineOperationMutations(opportunityOperations);
