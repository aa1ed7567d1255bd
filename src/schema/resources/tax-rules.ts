import type { FieldMap } from '@pothos/core';
import { readTaxRule } from '../../domain/invoices/stored-tax.ts';
import type { AppliedTaxRule } from '../../domain/invoices/tax.ts';
import type { TaxComponent } from '../../domain/invoices/tax-components.ts';
import { effectiveRate } from '../../domain/invoices/tax-components.ts';
import {
  createTaxRule,
  createTaxRuleInput,
  deleteTaxRule,
  updateTaxRule,
  updateTaxRuleInput,
} from '../../domain/invoices/tax-rules.ts';
import { action, deleteAction, updateActions } from '../core/command-mutations.ts';
import { ofWhatShowsIt } from '../core/required-permissions.ts';
import { builder } from '../core/builder.ts';
import type { Fielder } from '../core/record-fields.ts';
import { columns, derived, ownNode, parts, related } from '../core/record-fields.ts';
import { listed, relatedList } from '../core/connections.ts';
import { enums } from '../core/enums.ts';
import { enumFilter, many } from '../core/filters.ts';

const rateDescription = 'The sum of its taxes, in percent.';

builder.prismaNode('TaxRule', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'TaxRule', ['name', 'source', 'providerId']),
    effectiveRate: derived<{ components: TaxComponent[] }>(t, {
      type: 'Decimal',
      description: rateDescription,
      from: {
        components: {
          orderBy: [{ order: 'asc' }, { id: 'asc' }],
          select: { name: true, rate: true, order: true, compound: true, compoundOnOrder: true },
        },
      },
      value: ({ components }) => effectiveRate(components),
    }),
    components: parts(t, 'components', { order: 'asc' }),
    clients: relatedList(t, 'clients', 'Client'),
    invoices: relatedList(t, 'invoices', 'Invoice'),
  }),
});

listed('TaxRule', {
  field: 'taxRules',
  description: 'Sets of taxes that invoices can have, by name.',
  where: {
    name: 'String',
    source: enumFilter('TaxRuleSource'),
    providerId: 'String',
    clients: many('Client'),
    invoices: many('Invoice'),
  },
  orderBy: ['name'],
  usualOrder: [{ name: 'asc' }],
});

builder.prismaNode('TaxComponent', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'TaxComponent', [
      'taxRuleId',
      'name',
      'rate',
      'order',
      'compound',
      'compoundOnOrder',
    ]),
    taxRule: related(t, 'taxRule'),
  }),
});

const appliedTaxComponent = builder
  .objectRef<AppliedTaxRule['components'][number]>('AppliedTaxComponent')
  .implement({
    description: 'One tax of a rule, as it was when an invoice was made.',
    extensions: ofWhatShowsIt,
    fields: (t) => ({
      name: t.exposeString('name', { description: 'What the tax is called.' }),
      rate: t.expose('rate', { type: 'Decimal', description: 'Percentage.' }),
      order: t.exposeInt('order', { description: 'Place in the rule, from 1.' }),
      compound: t.exposeBoolean('compound', {
        description: 'Taxed on the base plus the tax of earlier components.',
      }),
      compoundOnOrder: t.exposeInt('compoundOnOrder', {
        nullable: true,
        description:
          'With compound: the one earlier component whose tax is added, by its order; null: all earlier ones.',
      }),
    }),
  });

const appliedRule = builder.objectRef<AppliedTaxRule>('AppliedTaxRule').implement({
  description: 'A tax rule as it was when an invoice was made; `node` finds the rule as it is now.',
  extensions: ofWhatShowsIt,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the rule.' }),
    name: t.exposeString('name', { description: 'Name of the rule.' }),
    source: t.expose('source', {
      type: enums.TaxRuleSource,
      description: 'Whether the rule is defined here or comes from a provider.',
    }),
    providerId: t.exposeString('providerId', {
      nullable: true,
      description: 'The provider’s id of the rule.',
    }),
    effectiveRate: t.expose('effectiveRate', { type: 'Decimal', description: rateDescription }),
    components: t.expose('components', {
      type: [appliedTaxComponent],
      description: 'Its taxes, in the order in which they were applied.',
    }),
  }),
});

/** The rule that an invoice was made with, whatever became of the rule since. */
export function appliedTaxRule(t: Fielder): FieldMap[string] {
  return derived<{ taxRuleSnapshot: unknown }>(t, {
    type: appliedRule,
    nullable: true,
    description:
      'The tax rule that was applied, as it was then; null where a plain percentage or nothing applied.',
    from: { taxRuleSnapshot: true },
    value: ({ taxRuleSnapshot }) => readTaxRule(taxRuleSnapshot),
  });
}

action('createTaxRule', {
  description: 'Makes a tax rule with its components.',
  record: 'TaxRule',
  input: createTaxRuleInput,
  run: createTaxRule,
});

updateActions({ record: 'TaxRule', input: updateTaxRuleInput, run: updateTaxRule });

deleteAction('deleteTaxRule', {
  record: 'TaxRule',
  description: 'Deletes a tax rule that is nobody’s default and that no invoice was taxed by.',
  run: deleteTaxRule,
});
