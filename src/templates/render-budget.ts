import type { Emitter, Liquid, LiquidError } from 'liquidjs';
import { Context, Drop, toValue } from 'liquidjs';

/**
 * Budget of one rendering. Counts do not depend on the load of the machine. The limits correspond
 * to about 50 ms of one core.
 */
const most = {
  /** Rendered tags and placeholders, loop iterations, and visited values. */
  steps: 40_000,
  /** Characters created, stored and searched. */
  characters: 2_000_000,
} as const;

/** Maximum nesting of tags. */
const deepest = 100;

/** A user's mistake in a template. The message explains it. */
export class TemplateError extends Error {
  override readonly name: string = 'TemplateError';
}

/** The template exceeds the budget. */
class TooDear extends TemplateError {
  override readonly name = 'TooDear';
}

/** Also for errors that the library has wrapped. */
export function isBudgetExceededError(error: unknown): boolean {
  return error instanceof TooDear || (error as LiquidError).originalError instanceof TooDear;
}

/** Counts the cost of a rendering and throws above the budget. */
export class RenderMeter {
  steps = 0;
  #characters = 0;
  depth = 0;

  step(count = 1): void {
    this.steps += count;
    if (this.steps <= most.steps) return;
    throw new TooDear(`takes more than ${most.steps.toLocaleString('en')} steps`);
  }

  make(characters: number): void {
    this.#characters += characters;
    if (this.#characters <= most.characters) return;
    throw new TooDear(`makes more than ${most.characters.toLocaleString('en')} characters`);
  }

  /** Counts a value with everything in it. A list that occurs several times counts each time. */
  weigh(value: unknown): void {
    const parts = [value];
    while (parts.length > 0) {
      const part: unknown = toValue(parts.pop());
      if (typeof part === 'string') this.make(part.length);
      else if (typeof part === 'object' && part !== null && !(part instanceof Drop)) {
        const held = Object.values(part);
        this.step(held.length);
        for (const one of held) parts.push(one);
      }
    }
  }

  deeper(): void {
    this.depth += 1;
    if (this.depth > deepest) throw new TooDear(`has tags more than ${deepest} deep in each other`);
  }
}

type Limiter = Context['memoryLimit'];

/** The library counts characters. Its time limit is disabled. */
function limiterOf(meter: RenderMeter): Limiter {
  const use = (count: unknown) => {
    if (Number(count) > 0) meter.make(Number(count));
  };
  return { use, check: () => {} } as unknown as Limiter;
}

interface Rendering {
  engine: Liquid;
  meter: RenderMeter;
  /** Unknown variables are errors instead of empty. */
  isStrict?: boolean;
  /** Renders every branch, and ignores errors other than cost. */
  atWorst?: boolean;
}

export class MeteredContext extends Context {
  readonly rendering: Rendering;

  constructor(values: object, rendering: Rendering) {
    const { engine, isStrict = false, meter } = rendering;
    const limits = { memoryLimit: limiterOf(meter), renderLimit: limiterOf(meter), liquid: engine };
    super(values, engine.options, { sync: true, strictVariables: isStrict }, limits);
    this.rendering = rendering;
  }

  override spawn(scope: object = {}): Context {
    return new MeteredContext(scope, this.rendering);
  }

  override readProperty(...[from, key]: Parameters<Context['readProperty']>): unknown {
    this.rendering.meter.step();
    return super.readProperty(from, key);
  }
}

/** Every context of this module is a MeteredContext. */
export function renderingOf(context: Context): Rendering {
  return (context as MeteredContext).rendering;
}

/** Output of a template, counted when it is written. */
export class MeteredText implements Emitter {
  buffer = '';
  readonly #meter: RenderMeter;

  constructor(meter: RenderMeter) {
    this.#meter = meter;
  }

  write(value: unknown): void {
    this.#meter.weigh(value);
    this.buffer += textOf(value);
  }
}

/** Formats values as the library does. */
function textOf(value: unknown): string {
  const plain: unknown = toValue(value);
  if (plain === undefined || plain === null) return '';
  return Array.isArray(plain) ? plain.map(textOf).join('') : String(plain);
}
