import {
  createTaxRule,
  createTaxRuleInput,
  deleteTaxRule,
  updateTaxRule,
  updateTaxRuleInput,
} from '../domain/invoices/tax-rules.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const taxRuleOperations = defineOperations('TaxRule', {
  createTaxRule: {
    kind: 'create',
    description: 'Creates a tax rule with its components.',
    input: createTaxRuleInput,
    errors: ['name_taken'],
    run: createTaxRule,
  },
  updateTaxRule: {
    kind: 'update',
    input: updateTaxRuleInput,
    errors: ['name_taken'],
    run: updateTaxRule,
  },
  deleteTaxRule: {
    kind: 'delete',
    description: 'Deletes a tax rule that is not a default and that no invoice uses.',
    errors: ['conflicting_state'],
    run: deleteTaxRule,
  },
});
