import {
  createTaxRule,
  createTaxRuleInput,
  deleteTaxRule,
  updateTaxRule,
  updateTaxRuleInput,
} from '../../domain/invoices/tax-rules.ts';
import { action, deleteAction, updateActions } from '../actions.ts';

action('createTaxRule', {
  description: 'Makes a tax rule with its components.',
  record: 'TaxRule',
  input: createTaxRuleInput,
  run: createTaxRule,
});

updateActions({ record: 'TaxRule', input: updateTaxRuleInput, run: updateTaxRule });

deleteAction('deleteTaxRule', {
  description: 'Deletes a tax rule that is nobody’s default and that no invoice was taxed by.',
  run: deleteTaxRule,
});
