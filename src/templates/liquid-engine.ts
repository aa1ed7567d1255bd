import type { Context, Operators, Template } from 'liquidjs';
import {
  defaultOperators,
  Liquid,
  LiquidError,
  RenderError,
  TagToken,
  Token,
  Value,
} from 'liquidjs';
import { isNonNumericText, meterFilters, notANumberError } from './liquid-filters.ts';
import { registerBranchTags } from './liquid-tags.ts';
import { isBudgetExceededError, MeteredText, renderingOf, TemplateError } from './render-budget.ts';

export const includeTags = ['include', 'render', 'layout'];
export const includesNotAllowedMessage = 'a template cannot take in others, each stands by itself';

/** For templates that users write: plain values, no files, counted steps. */
function createEngine(strictFilters: boolean): Liquid {
  // An in-memory template map: `include` cannot read files.
  const options = { templates: {}, ownPropertyOnly: true, parseLimit: 100_000, strictFilters };
  const engine = new Liquid({ ...options, operators: meteredOperators() });
  const rejectInclude = () => {
    throw new TemplateError(includesNotAllowedMessage);
  };
  // Rejected when rendered, not when parsed, so that validation reports all errors together.
  for (const tag of includeTags)
    engine.registerTag(tag, { parse: () => {}, render: rejectInclude });
  registerBranchTags(engine);
  meterFilters(engine);
  meterTemplates(engine);
  return engine;
}

/** Ignores unknown filters. */
export const lenientEngine = createEngine(false);

/** Reports unknown filters as errors. */
export const strictEngine = createEngine(true);

const orderOperators = ['<', '<=', '>', '>='];
const equalityOperators = ['==', '!='];

type Operator = (...operands: unknown[]) => unknown;

/** Counts the compared values. The last operand is the context. */
function meteredOperators(): Operators {
  const operators = Object.entries(defaultOperators as Record<string, Operator>);
  return Object.fromEntries(
    operators.map(([name, operator]) => [
      name,
      (...operands: unknown[]) => {
        const values = operands.slice(0, -1);
        const { meter } = renderingOf(operands.at(-1) as Context);
        meter.step();
        const stepsBefore = meter.steps;
        for (const value of values) meter.countValue(value);
        // The library may compare all pairs of items.
        if (values.every(Array.isArray)) meter.step((meter.steps - stepsBefore) ** 2);
        requireComparable(name, values);
        return operator(...operands);
      },
    ]),
  ) as Operators;
}

/** Only numbers have an order. */
function requireComparable(operator: string, operands: readonly unknown[]): void {
  if (![...orderOperators, ...equalityOperators].includes(operator)) return;
  const text = operands.find(isNonNumericText);
  if (text === undefined) return;
  if (orderOperators.includes(operator))
    throw notANumberError(text, `${operator} compares numbers only`);
  if (operands.some((operand) => typeof operand === 'number')) {
    throw notANumberError(text, 'a number is compared with numbers only');
  }
}

/** The library's loop limits time and ignores captured text. */
function meterTemplates({ renderer }: Liquid): void {
  renderer.renderTemplates = function* (templates, context, emitter) {
    const { worstCase, meter } = renderingOf(context);
    const text = emitter ?? new MeteredText(meter);
    const { length } = scopesOf(context);
    meter.step();
    meter.enterTemplate();
    for (const template of templates) {
      meter.step(renderCostOf(template));
      try {
        const html = yield template.render(context, text);
        if (html) text.write(html);
      } catch (error) {
        const liquidError = LiquidError.is(error)
          ? error
          : new RenderError(error as Error, template);
        if (!worstCase || isBudgetExceededError(liquidError)) throw liquidError;
        scopesOf(context).length = length;
      }
      if (context.breakCalled || context.continueCalled) break;
    }
    meter.depth -= 1;
    return text.buffer;
  };
}

function scopesOf(context: Context): unknown[] {
  return (context as unknown as { scopes: unknown[] }).scopes;
}

const renderCosts = new WeakMap<Template, number>();

/** Steps of one tag without its children. Long conditions and lists cost more. */
function renderCostOf(template: Template): number {
  let renderCost = renderCosts.get(template);
  if (renderCost === undefined) {
    const { token } = template;
    const length = token instanceof TagToken ? token.getText().length : 0;
    renderCost = 1 + Math.floor(operandsOf(template) / 2) + Math.floor(length / 200);
    renderCosts.set(template, renderCost);
  }
  return renderCost;
}

function operandsOf(template: Template): number {
  let operands = 0;
  for (const value of template.arguments?.() ?? []) {
    if (value instanceof Value) {
      const { filters, initial } = value;
      operands += initial.postfix.length;
      for (const filter of filters) operands += 1 + filter.args.length;
    } else operands += 1;
  }
  return operands;
}

let lineStartCache = { input: '', starts: [0] };

/** The library scans from the start for each placeholder: a second for thousands. */
Token.prototype.getPosition = function (this: Token): [number, number] {
  const { begin, input } = this;
  if (lineStartCache.input !== input) {
    const starts = [0, ...[...input.matchAll(/\n/g)].map(({ index }) => index + 1)];
    lineStartCache = { input, starts };
  }
  const { starts } = lineStartCache;
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= begin) low = middle;
    else high = middle;
  }
  return [low + 1, begin - (starts[low] ?? 0) + 1];
};
