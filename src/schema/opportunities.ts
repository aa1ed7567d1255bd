import { leadInfoInput } from '../domain/lead-info.ts';
import { toDoItemInput } from '../domain/to-do-items.ts';
import { builder } from './builder.ts';
import { columns, derived, ownNode } from './columns.ts';
import { listed, relatedList } from './connections.ts';
import { customValues } from './custom-fields.ts';
import { many, one } from './filters.ts';
import { jsonObject } from './json-objects.ts';
import { hidesArchived } from './listings.ts';

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
    client: t.relation('client', { nullable: true }),
    stage: t.relation('stage'),
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
  orderBy: ['name', 'value', 'estCloseDate', 'actualCloseDate', 'sentiment'],
  usualOrder: [{ createdAt: 'desc' }],
  hides: hidesArchived,
});
