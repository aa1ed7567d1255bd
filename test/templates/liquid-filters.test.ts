import { Liquid } from 'liquidjs';
import { expect, test } from 'vitest';
import { renderLiquid } from '../../src/templates/template-check.ts';

const liquid = new Liquid();

const values = {
  whole: 7,
  negative: -3,
  decimal: 2.675,
  digits: '1190.05',
  amount: '€1,190.00',
  text: ' Two  words\nand <b>more</b> ',
  day: '2026-03-31T09:05:00Z',
  words: ['b', 'a', 'b'],
  numbers: [3, 0.1, 0.2],
  records: [
    { name: 'Ada', hours: 1.5 },
    { name: 'Bob', hours: null },
  ],
  nothing: null,
};

const argumentLists = [
  ...['', ': 2', ': 0', ': "b"', ': "%d.%m.%Y"', ': "name"', ': digits', ': words'],
  ...[': 1, 2', ': "b", "c"', ': "hours", 1.5', ': "one", "one.hours > 1"'],
];

function plainly(template: string): string | undefined {
  try {
    return liquid.parseAndRenderSync(template, values);
  } catch {
    return undefined;
  }
}

const names = Object.keys(liquid.filters).filter((name) => name !== 'sample');

/** Amounts are text: computing with them must not continue with NaN. */
const computes = /abs|at_|ceil|divided|floor|minus|modulo|plus|round|sum|times/;

test.each(names)('%s returns what Liquid returns', (name) => {
  const templates = Object.keys(values).flatMap((value) =>
    argumentLists.map((list) => `{{ ${value} | ${name}${list} }}`),
  );
  const others = templates.flatMap((template) => {
    const result = renderLiquid(template, values);
    const expected = plainly(template);
    if ('text' in result ? result.text === expected : expected === undefined) return [];
    return [{ template, expected, result }];
  });
  for (const { template, result } of others) {
    expect([template, result]).toEqual([
      template,
      { fault: expect.stringMatching(`${name} computes with numbers only, and "[^]*" is text`) },
    ]);
  }
  if (!computes.test(name)) expect(others).toEqual([]);
});
