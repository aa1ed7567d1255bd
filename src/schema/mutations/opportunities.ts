import {
  createOpportunity,
  createOpportunityInput,
  updateOpportunity,
  updateOpportunityInput,
} from '../../domain/opportunities.ts';
import { action, updateActions } from '../actions.ts';

action('createOpportunity', {
  description: 'Makes an opportunity, in the first stage of the pipeline unless one is named.',
  record: 'Opportunity',
  input: createOpportunityInput,
  run: createOpportunity,
});

updateActions({
  record: 'Opportunity',
  input: updateOpportunityInput,
  neverConflicts: true,
  run: updateOpportunity,
});
