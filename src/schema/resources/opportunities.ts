import { leadInfoInput } from '../../domain/lead-info/index.ts';
import {
  createOpportunity,
  createOpportunityInput,
  updateOpportunity,
  updateOpportunityInput,
} from '../../domain/opportunities/index.ts';
import { toDoItemInput } from '../../domain/to-do-items/index.ts';
import { action, updateActions } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { columns, derived, ownNode, related } from '../core/record-fields.ts';
import { listed, relatedList } from '../core/connections.ts';
import { many, one } from '../core/filters.ts';
import { jsonObject } from '../core/json-objects.ts';
import { hidesArchived } from '../core/list-definitions.ts';
import { customValues } from './custom-fields.ts';

builder.prismaNode('Opportunity', {
  ...ownNode,
  fields: (t) => ({
    ...columns(
      t,
      'Opportunity',
      [
        'name',
        'description',
        'clientId',
        'statusId',
        'value',
        'estCloseDate',
        'actualCloseDate',
        'sentiment',
        'archived',
      ],
      { dates: ['estCloseDate', 'actualCloseDate'] },
    ),
    toDos: derived<{ toDos: unknown }>(t, {
      type: [jsonObject(toDoItemInput, { filledIn: ['id'] })],
      description: 'What is to be done for it.',
      from: { toDos: true },
      value: (row) => row.toDos,
    }),
    leadInfo: derived<{ leadInfo: unknown }>(t, {
      type: jsonObject(leadInfoInput),
      nullable: true,
      description: 'Who the lead is, as it came in.',
      from: { leadInfo: true },
      value: (row) => row.leadInfo,
    }),
    customValues: customValues(t),
    client: related(t, 'client', { nullable: true }),
    stage: related(t, 'stage'),
    formSubmissions: relatedList(t, 'formSubmissions', 'FormSubmission'),
  }),
});

listed('Opportunity', {
  field: 'opportunities',
  description: 'Deals that may be won, latest first.',
  where: {
    name: 'String',
    clientId: 'ID',
    statusId: 'ID',
    value: 'Decimal',
    estCloseDate: 'Date',
    actualCloseDate: 'Date',
    sentiment: 'Int',
    archived: 'Boolean',
    client: one('Client'),
    stage: one('PipelineStage'),
    formSubmissions: many('FormSubmission'),
  },
  orderBy: ['name', 'value', 'estCloseDate', 'actualCloseDate'],
  usualOrder: [{ createdAt: 'desc' }],
  hides: hidesArchived,
});

action('createOpportunity', {
  description: 'Makes an opportunity, in the first stage of the pipeline unless one is named.',
  record: 'Opportunity',
  input: createOpportunityInput,
  run: createOpportunity,
});

updateActions({
  record: 'Opportunity',
  input: updateOpportunityInput,
  run: updateOpportunity,
});
