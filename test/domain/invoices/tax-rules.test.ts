import { describe, expect, test } from 'vitest';
import { createTaxRule } from '../../../src/domain/invoices/tax-rules.ts';
import type { ActionError } from '../../../src/platform/errors/action-error.ts';
import { useTestApi } from '../../support/api.ts';

const api = useTestApi();

async function problems(input: object): Promise<string[]> {
  const error = await createTaxRule(api.ours.context, input).then(
    () => undefined,
    (rejection: ActionError) => rejection,
  );
  return [
    error?.code ?? 'made',
    ...(error?.details.errors ?? []).map((e) => `${e.path}: ${e.code}`),
  ];
}

describe('a tax rule', () => {
  test('keeps its components in their order, given or that of the list', async () => {
    const rule = await createTaxRule(api.ours.context, {
      name: ' Canada ',
      source: 'quickbooks',
      providerId: 'QB-7',
      components: [
        { name: 'QST', rate: 9.975, order: 2, compound: true, compoundOnOrder: 1 },
        { name: 'GST', rate: 5, order: 1 },
      ],
    });
    expect(rule).toMatchObject({ name: 'Canada', source: 'QUICKBOOKS', providerId: 'QB-7' });
    expect(
      rule.components.map(({ name, order, rate, compound, compoundOnOrder }) => [
        name,
        order,
        Number(rate),
        compound,
        compoundOnOrder,
      ]),
    ).toEqual([
      ['GST', 1, 5, false, null],
      ['QST', 2, 9.975, true, 1],
    ]);
    const listed = await createTaxRule(api.ours.context, {
      name: 'Listed',
      components: [
        { name: 'A', rate: 1 },
        { name: 'B', rate: 2 },
      ],
    });
    expect(listed.components.map(({ order }) => order)).toEqual([1, 2]);
  });

  test('is rejected with every error of its components', async () => {
    expect(await problems({})).toEqual(['invalid_input', 'name: required', 'components: required']);
    expect(await problems({ name: 'None', components: [] })).toEqual([
      'invalid_input',
      'components: invalid_length',
    ]);
    const components = [
      { name: 'A', rate: 5, order: 1 },
      { name: 'B', rate: 5, order: 1 },
      { name: 'C', rate: 5, order: 3, compoundOnOrder: 1 },
      { name: 'D', rate: 5, order: 4, compound: true, compoundOnOrder: 2 },
    ];
    expect(await problems({ name: 'Faulty', components })).toEqual([
      'invalid_input',
      'components.1.order: not_unique',
      'components.2.compoundOnOrder: not_compound',
      'components.3.compoundOnOrder: unknown_order',
    ]);
    const rates = [{ name: 'A', rate: 101 }, { rate: 1.1234567 }];
    expect(await problems({ components: rates })).toEqual([
      'invalid_input',
      'name: required',
      'components.0.rate: out_of_range',
      'components.1.name: required',
      'components.1.rate: too_precise',
    ]);
  });

  test('has a unique name in its workspace', async () => {
    const input = { name: 'VAT', components: [{ name: 'VAT', rate: 19 }] };
    await createTaxRule(api.ours.context, input);
    expect(await problems(input)).toEqual(['name_taken', 'name: name_taken']);
    expect((await createTaxRule(api.theirs.context, input)).name).toBe('VAT');
  });
});
