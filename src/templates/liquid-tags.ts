import type { Context, Emitter, Liquid, Template } from 'liquidjs';
import { CaseTag, defaultOperators, evalToken, ForTag, IfTag, UnlessTag } from 'liquidjs';
import type { RenderMeter } from './render-budget.ts';
import { isBudgetExceededError, MeteredText, renderingOf } from './render-budget.ts';

/** In worst-case mode these tags render every branch, so the cost is an upper bound. */
export function registerBranchTags(engine: Liquid): void {
  engine.registerTag('if', WorstIf);
  engine.registerTag('unless', WorstUnless);
  engine.registerTag('case', MeteredCase);
  engine.registerTag('for', WorstFor);
}

type RenderSteps = Generator<unknown, void, unknown>;
type Branch = (emitter: Emitter) => Iterator<unknown, unknown, unknown> | Iterable<unknown>;

class WorstIf extends IfTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, void, string> {
    if (!renderingOf(context).worstCase) return yield* super.render(context, emitter);
    yield* renderAll(this, context, emitter);
  }
}

class WorstUnless extends UnlessTag {
  override *render(
    ...[context, emitter]: Parameters<UnlessTag['render']>
  ): ReturnType<UnlessTag['render']> {
    if (!renderingOf(context).worstCase) return yield* super.render(context, emitter);
    yield* renderAll(this, context, emitter);
  }
}

interface BranchTag {
  liquid: Liquid;
  branches: {
    value: { value: (context: Context, lenient?: boolean) => unknown };
    templates: Template[];
  }[];
  elseTemplates?: Template[] | undefined;
}

function* renderAll(
  { branches, elseTemplates, liquid }: BranchTag,
  context: Context,
  emitter: Emitter,
): RenderSteps {
  for (const { value } of branches) yield valueOrUndefined(value.value(context, false));
  const templateLists = [...branches.map(({ templates }) => templates), elseTemplates ?? []];
  yield* renderEach(
    templateLists.map(
      (templates) => (to) => liquid.renderer.renderTemplates(templates, context, to),
    ),
    context,
    emitter,
  );
}

/** The library compares lists in `case` without counting. */
class MeteredCase extends CaseTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const { worstCase, meter } = renderingOf(context);
    const { renderer } = this.liquid;
    const evaluated = this.value.value(context, context.opts.lenientIf);
    const target = yield worstCase ? valueOrUndefined(evaluated) : evaluated;
    const templateLists: Template[][] = [];
    for (const { templates, values } of this.branches) {
      for (const token of values) {
        const compared = evalToken(token, context, context.opts.lenientIf);
        const value = yield worstCase ? valueOrUndefined(compared) : compared;
        meter.step();
        meter.countValue(target);
        meter.countValue(value);
        if (!worstCase && !(yield defaultOperators['==']?.(target, value, context))) continue;
        templateLists.push(templates);
        break;
      }
    }
    if (worstCase || templateLists.length === 0) templateLists.push(this.elseTemplates);
    const branches = templateLists.map(
      (templates): Branch =>
        (to) =>
          renderer.renderTemplates(templates, context, to),
    );
    if (worstCase) yield* renderEach(branches, context, emitter);
    else
      for (const templates of templateLists)
        yield renderer.renderTemplates(templates, context, emitter);
  }
}

class WorstFor extends ForTag {
  override *render(context: Context, emitter: Emitter): ReturnType<ForTag['render']> {
    if (!renderingOf(context).worstCase) return yield* super.render(context, emitter);
    const { renderer } = this.liquid;
    const loopBody: Branch = (to) => super.render(context, to);
    const elseBody: Branch = (to) => renderer.renderTemplates(this.elseTemplates, context, to);
    const branches = this.elseTemplates.length > 0 ? [loopBody, elseBody] : [loopBody];
    yield* renderEach(branches, context, emitter);
  }
}

/** Undefined for an error: the branches are still rendered. */
function* valueOrUndefined(value: unknown): Generator<unknown, unknown, unknown> {
  try {
    return yield value;
  } catch (error) {
    if (isBudgetExceededError(error)) throw error;
    return undefined;
  }
}

/** Each branch gets the same variables. The longest text and largest values remain. */
function* renderEach(branches: readonly Branch[], context: Context, emitter: Emitter): RenderSteps {
  const { meter } = renderingOf(context);
  const variables = context.bottom() as Record<string, unknown>;
  const initialVariables = { ...variables };
  const largestValues = { ...variables };
  let longestText = '';
  for (const render of branches) {
    restoreVariables(variables, initialVariables);
    const text = new MeteredText(meter);
    yield render(text);
    // A `break` in this branch must not skip the other branches.
    context.breakCalled = false;
    context.continueCalled = false;
    if (text.buffer.length > longestText.length) longestText = text.buffer;
    for (const [name, value] of Object.entries(variables)) {
      if (sizeOf(value, meter) >= sizeOf(largestValues[name], meter)) largestValues[name] = value;
    }
  }
  restoreVariables(variables, largestValues);
  // The branch has already counted this text.
  emitter.buffer += longestText;
}

function restoreVariables(
  variables: Record<string, unknown>,
  values: Record<string, unknown>,
): void {
  for (const name of Object.keys(variables)) delete variables[name];
  Object.assign(variables, values);
}

function sizeOf(value: unknown, meter: RenderMeter): number {
  meter.step();
  if (typeof value === 'number') return value;
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return value === undefined || value === null ? -1 : 0;
}
