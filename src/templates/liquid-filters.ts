import type { Context, Liquid } from 'liquidjs';
import { toValue } from 'liquidjs';
import { renderingOf, TemplateError } from './render-budget.ts';
import { toAsciiDigits, unknownCharacter } from './template-samples.ts';

type Filter = (this: { context: Context }, ...values: unknown[]) => unknown;

const arithmetic = [
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

/** They compare each item with a value that may be a list. */
const comparing = ['where', 'reject', 'has', 'find', 'find_index'];

/** They read an expression anew each time. */
const expressing = comparing.map((name) => `${name}_exp`).concat('group_by_exp');

const dating = [
  'date',
  'date_to_xmlschema',
  'date_to_rfc822',
  'date_to_string',
  'date_to_long_string',
];

/** Lets every filter of an engine count what it is given and what it makes, and arithmetic refuse text. */
export function meterFilters(engine: Liquid): void {
  for (const [name, filter] of Object.entries(engine.filters)) {
    // What a template must not escape is an object around its filter; it does nothing.
    if (typeof filter !== 'function') continue;
    engine.registerFilter(name, metered(name, filter as Filter) as never);
  }
}

function metered(name: string, filter: Filter): Filter {
  return function* (...values: unknown[]): Generator<unknown, unknown, unknown> {
    const { atWorst = false, meter } = renderingOf(this.context);
    meter.step(1 + Math.floor(values.length / 4));
    const before = meter.steps;
    meter.weigh(values[0]);
    const items = meter.steps - before;
    for (const value of values.slice(1)) meter.weigh(value);
    if (comparing.includes(name)) meter.step(items * (meter.steps - before - items));
    if (expressing.includes(name)) meter.step(Math.floor(String(values[2]).length / 4));
    // Some parts of a date take as long to write as a hundred other values.
    if (dating.includes(name)) meter.step(100 + 50 * (String(values[1]).split('%').length - 1));
    const worst = atWorst ? atItsWorst(name, values, (length) => meter.make(length)) : undefined;
    if (worst !== undefined) return worst;
    if (arithmetic.includes(name)) requireNumbers(name, values);
    const made = yield filter.apply(this, values);
    meter.weigh(made);
    return made;
  };
}

function requireNumbers(name: string, values: readonly unknown[]): void {
  const words = values.find(isNonNumericText);
  if (words !== undefined) throw notANumberError(words, `${name} computes with numbers only`);
}

/** Text that is no number: amounts and dates are written out. */
export function isNonNumericText(value: unknown): boolean {
  return typeof value === 'string' && !Number.isFinite(Number(value));
}

/** The fault of a template that takes text for a number. */
export function notANumberError(words: unknown, rule: string): TemplateError {
  const told = toAsciiDigits(String(words)).slice(0, 100);
  return new TemplateError(`${rule}, and "${told}" is text; amounts are written out as text`);
}

/** They leave out items that they may have to keep, by what the items say. */
const choosing = ['where', 'reject', 'where_exp', 'reject_exp', 'compact', 'uniq'];

/** The largest number that somebody may write into a text; a sample has none of that size. */
const largeNumber = 1_000_000_000;

/**
 * The most that a filter may make of values of which nothing is known; undefined where that is what it makes of these.
 * @param make is told of characters before they are made
 */
function atItsWorst(
  name: string,
  values: readonly unknown[],
  make: (length: number) => void,
): unknown {
  const [first, ...more] = values.map((value): unknown => toValue(value));
  if (choosing.includes(name)) return Array.isArray(first) ? first : undefined;
  if (arithmetic.includes(name))
    return [first, ...more].some(isNonNumericText) ? largeNumber : undefined;
  if (!isUnknown(first)) return undefined;
  const [pattern, replacement] = more.map(String);
  // In text of which nothing is known there may be a separator at every few characters.
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
