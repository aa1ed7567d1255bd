import type { Context, Liquid } from 'liquidjs';
import { toValue } from 'liquidjs';
import { renderingOf, TemplateError } from './render-budget.ts';
import { toAsciiDigits, unknownCharacter } from './template-samples.ts';

type Filter = (this: { context: Context }, ...values: unknown[]) => unknown;

const arithmeticFilters = [
  'abs',
  'at_least',
  'at_most',
  'ceil',
  'divided_by',
  'floor',
  'minus',
  'modulo',
  'plus',
  'round',
  'sum',
  'times',
];

/** Compare each item with a value that may be a list. */
const comparisonFilters = ['where', 'reject', 'has', 'find', 'find_index'];

/** Parse an expression each time. */
const expressionFilters = comparisonFilters.map((name) => `${name}_exp`).concat('group_by_exp');

const dateFilters = [
  'date',
  'date_to_xmlschema',
  'date_to_rfc822',
  'date_to_string',
  'date_to_long_string',
];

/** Makes filters count input and output, and arithmetic filters reject text. */
export function meterFilters(engine: Liquid): void {
  for (const [name, filter] of Object.entries(engine.filters)) {
    // Some entries are no functions.
    if (typeof filter !== 'function') continue;
    engine.registerFilter(name, meteredFilter(name, filter as Filter) as never);
  }
}

function meteredFilter(name: string, filter: Filter): Filter {
  return function* (...values: unknown[]): Generator<unknown, unknown, unknown> {
    const { worstCase = false, meter } = renderingOf(this.context);
    meter.step(1 + Math.floor(values.length / 4));
    const stepsBefore = meter.steps;
    meter.countValue(values[0]);
    const items = meter.steps - stepsBefore;
    for (const value of values.slice(1)) meter.countValue(value);
    if (comparisonFilters.includes(name)) meter.step(items * (meter.steps - stepsBefore - items));
    if (expressionFilters.includes(name)) meter.step(Math.floor(String(values[2]).length / 4));
    // Some parts of a date cost as much as a hundred other values.
    if (dateFilters.includes(name))
      meter.step(100 + 50 * (String(values[1]).split('%').length - 1));
    const worst = worstCase
      ? worstCaseResult(name, values, (length) => meter.make(length))
      : undefined;
    if (worst !== undefined) return worst;
    if (arithmeticFilters.includes(name)) requireNumbers(name, values);
    const result = yield filter.apply(this, values);
    meter.countValue(result);
    return result;
  };
}

function requireNumbers(name: string, values: readonly unknown[]): void {
  const text = values.find(isNonNumericText);
  if (text !== undefined) throw notANumberError(text, `${name} computes with numbers only`);
}

/** Amounts and dates are formatted text, not numbers. */
export function isNonNumericText(value: unknown): boolean {
  return typeof value === 'string' && !Number.isFinite(Number(value));
}

export function notANumberError(text: unknown, rule: string): TemplateError {
  const displayText = toAsciiDigits(String(text)).slice(0, 100);
  return new TemplateError(
    `${rule}, and "${displayText}" is text; amounts are written out as text`,
  );
}

/** Filters that drop items depending on their values. */
const selectionFilters = ['where', 'reject', 'where_exp', 'reject_exp', 'compact', 'uniq'];

/** Assumed result for a number that a user may enter. */
const largeNumber = 1_000_000_000;

/** The largest possible result. Undefined if it does not depend on the values. */
function worstCaseResult(
  name: string,
  values: readonly unknown[],
  make: (length: number) => void,
): unknown {
  const [first, ...rest] = values.map((value): unknown => toValue(value));
  if (selectionFilters.includes(name)) return Array.isArray(first) ? first : undefined;
  if (arithmeticFilters.includes(name))
    return [first, ...rest].some(isNonNumericText) ? largeNumber : undefined;
  if (!isUnknown(first)) return undefined;
  const [pattern, replacement] = rest.map(String);
  // Unknown text may contain a separator every few characters.
  if (name === 'split') return [...first].filter((_, index) => index % 4 === 0);
  if (name !== 'replace' || !pattern) return undefined;
  const growth = (first.length / pattern.length) * ((replacement ?? '').length - pattern.length);
  if (!(growth > 0)) return undefined;
  make(first.length + growth);
  return first + unknownCharacter.repeat(growth);
}

function isUnknown(value: unknown): value is string {
  return typeof value === 'string' && value.includes(unknownCharacter);
}
