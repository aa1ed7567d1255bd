import type { FieldMap } from '@pothos/core';
import type { AppliedTaxRule } from '../../domain/invoices/tax.ts';
import type { TaxComponent } from '../../domain/invoices/tax-components.ts';
import { computeEffectiveRate } from '../../domain/invoices/tax-components.ts';
import { taxRuleFromJson } from '../../domain/invoices/tax-json.ts';
import { taxRuleOperations } from '../../operations/tax-rules.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { enums } from '../core/enums.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import type { FieldBuilder } from '../core/record-fields.ts';
import {
  columnFields,
  computedField,
  recordNodeOptions,
  relationField,
  relationListField,
} from '../core/record-fields.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';

const rateDescription = 'Sum of its tax rates in percent.';

builder.prismaNode('TaxRule', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'TaxRule', []),
    effectiveRate: computedField<{ components: TaxComponent[] }>(t, {
      type: 'Decimal',
      description: rateDescription,
      from: {
        components: {
          orderBy: [{ order: 'asc' }, { id: 'asc' }],
          select: { name: true, rate: true, order: true, compound: true, compoundOnOrder: true },
        },
      },
      value: ({ components }) => computeEffectiveRate(components),
    }),
    components: relationListField(t, 'components', { order: 'asc' }),
    clients: relationConnectionField(t, 'clients', 'Client'),
    invoices: relationConnectionField(t, 'invoices', 'Invoice'),
  }),
});

defineRecordQueries('TaxRule', {
  field: 'taxRules',
  description: 'Tax rules for invoices, by name.',
  where: ['name', 'source', 'providerId', 'clients', 'invoices'],
  orderBy: ['name'],
  defaultOrder: [{ name: 'asc' }],
});

builder.prismaNode('TaxComponent', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'TaxComponent', [
      'taxRuleId',
      'name',
      'rate',
      'order',
      'compound',
      'compoundOnOrder',
    ]),
    taxRule: relationField(t, 'taxRule'),
  }),
});

const appliedTaxComponent = builder
  .objectRef<AppliedTaxRule['components'][number]>('AppliedTaxComponent')
  .implement({
    description: 'One tax of a rule when an invoice was created.',
    extensions: inheritedPermissions,
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Name of the tax.' }),
      rate: t.expose('rate', { type: 'Decimal', description: 'Percentage.' }),
      order: t.exposeInt('order', { description: 'Position in the rule, from 1.' }),
      compound: t.exposeBoolean('compound', {
        description: 'Whether the tax is applied to the base plus the tax of earlier components.',
      }),
      compoundOnOrder: t.exposeInt('compoundOnOrder', {
        nullable: true,
        description:
          'With compound: the one earlier component whose tax is added, by its order. Null: all earlier ones.',
      }),
    }),
  });

const appliedRule = builder.objectRef<AppliedTaxRule>('AppliedTaxRule').implement({
  description: 'A tax rule when an invoice was created. `node` returns the current rule.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the rule.' }),
    name: t.exposeString('name', { description: 'Name of the rule.' }),
    source: t.expose('source', {
      type: enums.TaxRuleSource,
      description: 'Whether the rule is defined here or by a provider.',
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

/** The stored copy of the tax rule, independent of later changes to the rule. */
export function appliedTaxRuleField(t: FieldBuilder): FieldMap[string] {
  return computedField<{ taxRuleSnapshot: unknown }>(t, {
    type: appliedRule,
    nullable: true,
    description:
      'The tax rule that was applied, as it was then; null if a plain percentage or nothing applied.',
    from: { taxRuleSnapshot: true },
    value: ({ taxRuleSnapshot }) => taxRuleFromJson(taxRuleSnapshot),
  });
}

defineOperationMutations(taxRuleOperations);
