import type { Emitter, Liquid, LiquidError } from 'liquidjs';
import { Context, Drop, toValue } from 'liquidjs';

/**
 * What one rendering may take. Both are counted, so that a template is taken or refused alike however busy the machine is;
 * at these limits it takes some 50 ms of a core.
 */
const most = {
  /** Tags and placeholders rendered, turns of loops, values looked at. */
  steps: 40_000,
  /** Characters made, kept and searched, whatever becomes of them. */
  characters: 2_000_000,
} as const;

/** How deep tags may stand in each other. */
const deepest = 100;

/** What a template asks for and cannot have; its message says why. */
export class TemplateError extends Error {
  override readonly name: string = 'TemplateError';
}

/** It takes more than the service gives a template. */
class TooDear extends TemplateError {
  override readonly name = 'TooDear';
}

/** Whether an error, of the library too, comes of {@link TooDear}. */
export function isBudgetExceededError(error: unknown): boolean {
  return error instanceof TooDear || (error as LiquidError).originalError instanceof TooDear;
}

/** Counts what a rendering takes, and ends it where that is too much. */
export class RenderMeter {
  steps = 0;
  #characters = 0;
  depth = 0;

  /** @throws TooDear */
  step(count = 1): void {
    this.steps += count;
    if (this.steps <= most.steps) return;
    throw new TooDear(`takes more than ${most.steps.toLocaleString('en')} steps`);
  }

  /** @throws TooDear */
  make(characters: number): void {
    this.#characters += characters;
    if (this.#characters <= most.characters) return;
    throw new TooDear(`makes more than ${most.characters.toLocaleString('en')} characters`);
  }

  /**
   * Counts a value as somebody who goes through all of it would: lists may hold one list many times.
   * @throws TooDear
   */
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

  /** @throws TooDear */
  deeper(): void {
    this.depth += 1;
    if (this.depth > deepest) throw new TooDear(`has tags more than ${deepest} deep in each other`);
  }
}

type Limiter = Context['memoryLimit'];

/** What the library counts by itself are characters; time is no measure here. */
function limiterOf(meter: RenderMeter): Limiter {
  const use = (count: unknown) => {
    if (Number(count) > 0) meter.make(Number(count));
  };
  return { use, check: () => {} } as unknown as Limiter;
}

interface Rendering {
  engine: Liquid;
  meter: RenderMeter;
  /** What is unknown is a fault, instead of staying empty. */
  isStrict?: boolean;
  /** Judges what the template may take at worst: every branch is rendered, and a fault but of cost is passed over. */
  atWorst?: boolean;
}

/** A rendering that counts what it takes. */
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

/** The meter of a context, which is always one of ours. */
export function renderingOf(context: Context): Rendering {
  return (context as MeteredContext).rendering;
}

/** What a template writes, counted as it is written. */
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

/** As the library writes values. */
function textOf(value: unknown): string {
  const plain: unknown = toValue(value);
  if (plain === undefined || plain === null) return '';
  return Array.isArray(plain) ? plain.map(textOf).join('') : String(plain);
}
