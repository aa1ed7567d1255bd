import { createOpportunity } from '../domain/opportunities/create.ts';
import { createOpportunityInput, updateOpportunityInput } from '../domain/opportunities/fields.ts';
import { updateOpportunity } from '../domain/opportunities/update.ts';
import { defineOperations } from '../platform/operations/operations.ts';
import { leadExample } from './form-submissions.ts';

export const opportunityOperations = defineOperations('Opportunity', {
  createOpportunity: {
    kind: 'create',
    description: 'Creates an opportunity, by default in the first stage of the pipeline.',
    input: createOpportunityInput,
    errors: ['name_not_found', 'conflicting_state'],
    run: createOpportunity,
    rest: {
      path: 'opportunities/create',
      details:
        'Only `name` is required. Without `stageName`, `stageId` or `statusId`, it starts in the first stage of the pipeline. In a closed stage, `actualCloseDate` is today by default. Unknown custom fields are created.',
      example: {
        input: {
          name: 'Analytical engine, phase two',
          description: 'Follow-up to the feasibility study.',
          clientName: 'Lovelace Analytics',
          stageName: 'Lead',
          value: 24000,
          estCloseDate: '2026-06-30',
          sentiment: 4,
          leadInfo: leadExample,
          toDos: [{ item: 'Send the proposal', dueDate: '2026-04-15' }],
          customValues: { 'Referred by': 'Charles Babbage' },
        },
      },
    },
  },
  updateOpportunity: {
    kind: 'update',
    input: updateOpportunityInput,
    run: updateOpportunity,
    rest: {
      path: 'opportunities/update',
      example: { input: { statusId: 'stg_0199d2f0a1c27b1e9f4b6c1de0a35f20' } },
    },
  },
});
