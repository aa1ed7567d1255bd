import type { OpportunityRecord } from '../../domain/opportunities/fields.ts';
import { leadExample } from '../../operations/form-submissions.ts';
import { opportunityOperations } from '../../operations/opportunities.ts';
import { archiveFieldNames } from '../core/field-names.ts';
import { defineSearchRoute } from '../core/list-routes.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import { recordResponse } from '../core/record-responses.ts';
import {
  bool,
  computedProperty,
  copiedFromArea,
  customValuesSerializer,
  dateTime,
  defineSerializer,
  externalIdColumns,
  integer,
  listOf,
  makeNullable,
  nullableDate,
  nullableDecimal,
  nullableText,
  renamedProperty,
  text,
  withDescription,
} from '../core/serializer.ts';
import { leadInfoSerializer } from './form-submissions.ts';
import { toDoItemExample, toDoItemSerializer } from './to-do-items.ts';

const opportunitySerializer = defineSerializer<OpportunityRecord>()(
  'Opportunity',
  'A sales opportunity.',
  {
    id: withDescription(text, 'Id of the opportunity.'),
    accountId: withDescription(integer, 'The workspace.'),
    name: text,
    description: nullableText,
    clientId: nullableText,
    statusId: text,
    statusLabel: copiedFromArea(
      'settings',
      computedProperty(withDescription(text, 'Label of the pipeline stage.'), 'stage.label'),
    ),
    value: nullableDecimal,
    estCloseDate: nullableDate,
    actualCloseDate: nullableDate,
    sentiment: makeNullable(integer),
    toDos: withDescription(listOf(toDoItemSerializer), 'To-do items.'),
    formData: computedProperty(
      withDescription(
        makeNullable(leadInfoSerializer),
        'Contact details of the lead: the `leadInfo` of its creation.',
      ),
      'leadInfo',
    ),
    customValues: customValuesSerializer,
    archive: renamedProperty('archived', bool),
    ...externalIdColumns,
    created: renamedProperty('createdAt', withDescription(dateTime, 'When it was created.')),
  },
);

const example = {
  id: 'opp_0199d2f0a1c27b1e9f4b6c1de0a35f22',
  accountId: 1,
  name: 'Analytical engine, phase two',
  description: 'Follow-up to the feasibility study.',
  clientId: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
  statusId: 'stg_0199d2f0a1c27b1e9f4b6c1de0a35f20',
  statusLabel: 'Lead',
  value: 24000,
  estCloseDate: '2026-06-30',
  actualCloseDate: null,
  sentiment: 4,
  toDos: [toDoItemExample],
  customValues: [
    {
      fieldId: 'fld_0199d2f0a1c27b1e9f4b6c1de0a35f24',
      mappingKey: 'referred_by',
      fieldName: 'Referred by',
      value: 'Charles Babbage',
      type: 'TEXT',
    },
  ],
  formData: leadExample,
  archive: false,
  created: '2026-03-31T14:00:00.000Z',
};

const response = recordResponse('Opportunity', opportunitySerializer);

export const opportunityRoutes = [
  ...defineOperationRoutes(opportunityOperations, {
    tag: 'Opportunities',
    names: archiveFieldNames,
    records: { Opportunity: { response, example } },
  }),
  defineSearchRoute({
    path: 'opportunities/search',
    operationId: 'searchOpportunities',
    tag: 'Opportunities',
    summary: 'Search opportunities',
    description:
      'Opportunities, archived ones included, in the order of creation. `query` is the exact name of the opportunity or of its client. `from` and `to` are days of creation. At most 1,000; the `Link` header of the response contains the next page.',
    model: 'Opportunity',
    record: opportunitySerializer,
    errors: [],
    example: { input: { query: 'Lovelace Analytics' }, output: [example] },
  }),
];
