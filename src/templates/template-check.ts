import type { Template, Token } from 'liquidjs';
import { analyzeSync, LiquidError, TagToken, toValueSync, Value } from 'liquidjs';
import { findSingleBracePlaceholders, printedObjectReason, withHint } from './error-hints.ts';
import {
  includesNotAllowedMessage,
  includeTags,
  lenientEngine,
  strictEngine,
} from './liquid-engine.ts';
import { MeteredContext, RenderMeter, TemplateError } from './render-budget.ts';
import {
  largestTemplateSampleValues,
  placeholdersFor,
  templateSampleValues,
} from './template-samples.ts';
import type { TemplateUse } from './template-values.ts';
import { maxRenderedCharacters, renderedTooLongMessage } from './template-values.ts';

export type RenderedTemplate = { text: string } | { fault: string };

export function renderLiquid(template: string, values: object): RenderedTemplate {
  try {
    const context = new MeteredContext(
      { ...values },
      { engine: lenientEngine, meter: new RenderMeter() },
    );
    return { text: textOf(lenientEngine.parse(template), context) };
  } catch (error) {
    return { fault: explain(error) };
  }
}

const maxReportedErrors = 20;

/**
 * Renders a sample, and the largest values with all branches.
 * @returns the errors
 */
export function validateTemplate(template: string, use: TemplateUse, path: string): string[] {
  try {
    const parsed = strictEngine.parse(template);
    // Rendering omits other branches and ends at the first error.
    const problems = [
      ...unknownPlaceholders(parsed, use),
      ...evaluationProblems(parsed, templateSampleValues[use]),
      ...findSingleBracePlaceholders(template, (name) => isKnown(name, templateSampleValues[use])),
    ];
    if (problems.length > 0) {
      const sorted = problems.sort((one, other) => one.line - other.line);
      return sorted
        .slice(0, maxReportedErrors)
        .map(({ line, reason }) => `cannot be rendered, line ${line}: ${reason}`);
    }
    const rendered = renderChecked(parsed, templateSampleValues[use], { isStrict: true });
    if (path === 'subject' && rendered.trim() === '')
      return ['comes to nothing when it is rendered'];
    const printedObject = printedObjectReason(rendered, use);
    if (printedObject) return [printedObject];
    const maxLength = Object.entries(maxRenderedCharacters).find(([field]) => field === path)?.[1];
    if (maxLength && rendered.length > maxLength)
      return [renderedTooLongMessage(rendered.length, maxLength)];
  } catch (error) {
    return [`cannot be rendered, ${withHint(explain(error), use)}`];
  }
  return costProblems(template, use);
}

function costProblems(template: string, use: TemplateUse): string[] {
  try {
    renderChecked(strictEngine.parse(template), largestTemplateSampleValues[use], {
      worstCase: true,
    });
    return [];
  } catch (error) {
    return [`may cost too much to be rendered, for some invoice or other, ${explain(error)}`];
  }
}

function renderChecked(
  parsed: Template[],
  values: object,
  options: { isStrict?: boolean; worstCase?: boolean },
): string {
  const rendering = { engine: strictEngine, meter: new RenderMeter(), ...options };
  return textOf(parsed, new MeteredContext({ ...values }, rendering));
}

function textOf(parsed: Template[], context: MeteredContext): string {
  return String(context.rendering.engine.renderSync(parsed, context));
}

interface TemplateProblem {
  line: number;
  reason: string;
}

/** Includes branches that the sample does not take. Rendering checks loops and assignments. */
function evaluationProblems(templates: readonly Template[], sample: object): TemplateProblem[] {
  const context = new MeteredContext(
    { ...sample },
    { engine: lenientEngine, meter: new RenderMeter() },
  );
  return [...allTemplates(templates)].flatMap((part) => {
    const { token } = part;
    if (token instanceof TagToken && includeTags.includes(token.name)) {
      return [{ line: lineOf(token), reason: includesNotAllowedMessage }];
    }
    return [...(part.arguments?.() ?? [])].flatMap((value) => {
      const reason = value instanceof Value ? evaluationProblem(value, context) : null;
      if (!(value instanceof Value) || reason === null) return [];
      return [{ line: lineOf(value.initial.postfix[0] ?? token), reason }];
    });
  });
}

function* allTemplates(templates: readonly Template[]): Generator<Template> {
  for (const template of templates) {
    yield template;
    yield* allTemplates(toValueSync(template.children?.(false, true) ?? []));
  }
}

function lineOf(token: Token): number {
  return token.getPosition()[0] ?? 1;
}

function evaluationProblem(value: Value, context: MeteredContext): string | null {
  try {
    toValueSync(value.value(context, true));
    return null;
  } catch (error) {
    return error instanceof TemplateError ? error.message : null;
  }
}

function unknownPlaceholders(parsed: Template[], use: TemplateUse): TemplateProblem[] {
  const used = Object.values(analyzeSync(parsed, { partials: false }).globals).flat();
  const known = placeholdersFor(use);
  return used
    .filter(({ segments }) => !isKnown(segments, templateSampleValues[use]))
    .map((placeholder) => ({
      line: placeholder.location.row,
      reason: `there is no placeholder ${placeholder}; there are ${known}`,
    }));
}

function isKnown(segments: readonly unknown[], sample: object): boolean {
  let value: unknown = sample;
  for (const segment of segments) {
    // Computed names and list items are known only at run time.
    if (typeof segment !== 'string' || Array.isArray(value)) return true;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return false;
    value = (value as Record<string, unknown>)[segment];
  }
  return true;
}

/** For example "line 3: undefined filter: upcas". */
function explain(error: unknown): string {
  if (error instanceof RangeError) return 'it has too many tags in each other';
  if (!LiquidError.is(error)) throw error;
  const [line] = error.token?.getPosition() ?? [];
  const original = error.originalError ?? error;
  if (original instanceof RangeError)
    return `line ${line ?? 1}: it has too many tags in each other`;
  const reason = original.message.replace(/, (file:.*, )?line:\d+.*$/s, '');
  return line === undefined ? reason : `line ${line}: ${reason}`;
}
