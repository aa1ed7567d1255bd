import { expect, test } from 'vitest';
import { unitCodeOf } from '../../../src/domain/e-invoices/unit-codes.ts';

test.each([
  [null, 'C62', null],
  [' ', 'C62', null],
  ['h', 'HUR', null],
  ['Std.', 'HUR', null],
  ['Stück', 'H87', null],
  ['Días', 'DAY', null],
  ['settimane', 'WEE', null],
  ['maanden', 'MON', null],
  ['página', 'ZP', null],
  ['années', 'ANN', null],
  ['Wörter', 'D68', null],
  ['KWH', 'KWH', null],
  ['Kwh', 'C62', 'Kwh'],
  ['fortnight', 'C62', 'fortnight'],
])('the unit %j has the code %s', (unit, code, word) => {
  expect(unitCodeOf(unit)).toEqual({ code, word });
});
