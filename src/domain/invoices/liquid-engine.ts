import type { Operators, Template, Token } from 'liquidjs';
import { Context, defaultOperators, Liquid, TagToken, toValueSync, Value } from 'liquidjs';

/** Templates are a workspace's own text: they see plain values only, read no file, and cannot keep the service busy. */
const bounds = {
  // In place of the file system.
  templates: {},
  ownPropertyOnly: true,
  parseLimit: 100_000,
  renderLimit: 500,
  memoryLimit: 5_000_000,
} as const;

/** What a template asks for and cannot have; its message says why. */
class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
}

const takingOthersIn = ['include', 'render', 'layout'];
const takesNoneIn = 'a template cannot take in others, each stands by itself';

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

const inOrder = ['<', '<=', '>', '>='];
const alike = ['==', '!='];

type BinaryOperator = (left: unknown, right: unknown, context: Context) => boolean;

/** Makes an engine that refuses what would come to nonsense, or to a riddle, instead of writing it into a document. */
function createEngine(strictness: { strictVariables?: boolean; strictFilters?: boolean }): Liquid {
  const operators: Operators = { ...defaultOperators };
  const engine = new Liquid({ ...bounds, ...strictness, operators });
  const refuse = () => {
    throw new TemplateFault(takesNoneIn);
  };
  // Not refused when it is parsed, so that it can be told with whatever else is wrong.
  for (const tag of takingOthersIn) engine.registerTag(tag, { parse: () => {}, render: refuse });
  for (const name of arithmetic) {
    const usual = engine.filters[name] as (...values: unknown[]) => unknown;
    engine.registerFilter(name, function (this: unknown, ...values: unknown[]) {
      const words = values.find(isWords);
      if (words !== undefined) throw noNumber(words, `${name} computes with numbers only`);
      return usual.apply(this, values);
    });
  }
  for (const operator of [...inOrder, ...alike]) {
    const usual = operators[operator] as BinaryOperator;
    operators[operator] = ((left, right, context) => {
      requireComparable(operator, [left, right]);
      return usual(left, right, context);
    }) as BinaryOperator;
  }
  return engine;
}

/** Whether two texts are the same can be asked of any; which is more, only of numbers. */
function requireComparable(operator: string, operands: readonly unknown[]): void {
  const words = operands.find(isWords);
  if (words === undefined) return;
  if (inOrder.includes(operator)) throw noNumber(words, `${operator} compares numbers only`);
  if (operands.some((operand) => typeof operand === 'number')) {
    throw noNumber(words, 'a number is compared with numbers only');
  }
}

/** Text that is no number: amounts and dates are written out. */
function isWords(value: unknown): boolean {
  return typeof value === 'string' && !Number.isFinite(Number(value));
}

function noNumber(words: unknown, rule: string): TemplateFault {
  const told = inUsualDigits(String(words));
  return new TemplateFault(`${rule}, and "${told}" is text; amounts are written out as text`);
}

/** From the usual digits to those of full width, which are as long, and of which no number is read. */
const widening = '０'.charCodeAt(0) - '0'.charCodeAt(0);

/**
 * An amount to check templates with. Whatever a template cuts from it stays text: without its currency and separators it
 * would be a number, but those of another invoice's amount are others.
 */
export function sampleAmount(text: string): string {
  return text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + widening));
}

/** As {@link sampleAmount} was given it, for a person. */
function inUsualDigits(text: string): string {
  return text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - widening));
}

/** Renders: what is unknown stays empty. */
export const plain = createEngine({});

/** Checks: what is unknown is a fault. */
export const strict = createEngine({ strictVariables: true, strictFilters: true });

interface Fault {
  line: number;
  reason: string;
}

/**
 * What a parsed template asks for and cannot have, wherever in it, also in branches that a sample does not take: each
 * value is computed with the sample by itself. What only a loop or an assignment gives a value is left to rendering.
 */
export function faultsAnywhere(templates: readonly Template[], sample: object): Fault[] {
  const context = new Context(sample, plain.options, { sync: true, strictVariables: false });
  return [...partsOf(templates)].flatMap((part) => {
    const { token } = part;
    if (token instanceof TagToken && takingOthersIn.includes(token.name)) {
      return [{ line: lineOf(token), reason: takesNoneIn }];
    }
    return [...(part.arguments?.() ?? [])].flatMap((value) => {
      const reason = value instanceof Value ? reasonAgainst(value, context) : null;
      if (!(value instanceof Value) || reason === null) return [];
      return [{ line: lineOf(value.initial.postfix[0] ?? token), reason }];
    });
  });
}

function* partsOf(templates: readonly Template[]): Generator<Template> {
  for (const template of templates) {
    yield template;
    yield* partsOf(toValueSync(template.children?.(false, true) ?? []));
  }
}

function lineOf(token: Token): number {
  return token.getPosition()[0] ?? 1;
}

function reasonAgainst(value: Value, context: Context): string | null {
  try {
    toValueSync(value.value(context, true));
    return null;
  } catch (error) {
    return error instanceof TemplateFault ? error.message : null;
  }
}
