import type { Emitter, Liquid, LiquidError } from 'liquidjs';
import { Context, Drop, toValue } from 'liquidjs';

/** About 50 ms of one core. Counts do not depend on the load of the machine. */
const limits = {
  /** Rendered tags and placeholders, loop iterations, and visited values. */
  steps: 40_000,
  /** Characters created, stored and searched. */
  characters: 2_000_000,
} as const;

const maxDepth = 100;

/** A user's mistake in a template. */
export class TemplateError extends Error {
  override readonly name: string = 'TemplateError';
}

class BudgetExceededError extends TemplateError {
  override readonly name = 'TooDear';
}

/** Also finds the error inside an error of the library. */
export function isBudgetExceededError(error: unknown): boolean {
  return (
    error instanceof BudgetExceededError ||
    (error as LiquidError).originalError instanceof BudgetExceededError
  );
}

export class RenderMeter {
  steps = 0;
  #characters = 0;
  depth = 0;

  step(count = 1): void {
    this.steps += count;
    if (this.steps <= limits.steps) return;
    throw new BudgetExceededError(`takes more than ${limits.steps.toLocaleString('en')} steps`);
  }

  make(characters: number): void {
    this.#characters += characters;
    if (this.#characters <= limits.characters) return;
    throw new BudgetExceededError(
      `makes more than ${limits.characters.toLocaleString('en')} characters`,
    );
  }

  /** A list that occurs several times counts each time. */
  countValue(value: unknown): void {
    const parts = [value];
    while (parts.length > 0) {
      const part: unknown = toValue(parts.pop());
      if (typeof part === 'string') this.make(part.length);
      else if (typeof part === 'object' && part !== null && !(part instanceof Drop)) {
        const values = Object.values(part);
        this.step(values.length);
        for (const one of values) parts.push(one);
      }
    }
  }

  enterTemplate(): void {
    this.depth += 1;
    if (this.depth > maxDepth)
      throw new BudgetExceededError(`has tags more than ${maxDepth} deep in each other`);
  }
}

type Limiter = Context['memoryLimit'];

/** Disables the library's time limit. */
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
  worstCase?: boolean;
}

export class MeteredContext extends Context {
  readonly rendering: Rendering;

  constructor(values: object, rendering: Rendering) {
    const { engine, isStrict = false, meter } = rendering;
    const limiters = {
      memoryLimit: limiterOf(meter),
      renderLimit: limiterOf(meter),
      liquid: engine,
    };
    super(values, engine.options, { sync: true, strictVariables: isStrict }, limiters);
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

export function renderingOf(context: Context): Rendering {
  return (context as MeteredContext).rendering;
}

export class MeteredText implements Emitter {
  buffer = '';
  readonly #meter: RenderMeter;

  constructor(meter: RenderMeter) {
    this.#meter = meter;
  }

  write(value: unknown): void {
    this.#meter.countValue(value);
    this.buffer += formatValue(value);
  }
}

function formatValue(value: unknown): string {
  const plain: unknown = toValue(value);
  if (plain === undefined || plain === null) return '';
  return Array.isArray(plain) ? plain.map(formatValue).join('') : String(plain);
}
