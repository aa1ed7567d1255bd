import type { z } from 'zod';
import type { FieldError } from '../platform/errors/action-error.ts';
import type { Rules } from '../platform/input/fields.ts';
import type {
  WorkerThread,
  WorkerThreadSettings,
} from '../platform/worker-threads/worker-thread.ts';
import {
  createWorkerThread,
  resolveWorkerProgram,
  ThreadEndedError,
} from '../platform/worker-threads/worker-thread.ts';
import type { TemplateRequest } from './liquid-worker.ts';
import type { RenderedTemplate } from './template-check.ts';
import type { DocumentValues, InstructionsValues, TemplateUse } from './template-values.ts';

/**
 * Templates are a workspace's own text, so they are rendered in a thread of their own: what they take is counted there, and
 * where the count should fail to end one, the thread is ended, at the latest after half a second of work or 64 MB. The
 * thread that makes PDFs is another one, since either may be ended.
 */
export const templateThreadSettings = {
  program: resolveWorkerProgram(import.meta.url, 'liquid-worker'),
  capacity: 60,
  capacityOfOwner: 20,
  patienceMillis: 500,
  tellsWhenReady: true,
  memoryMegabytes: 64,
  words: {
    one: 'A template',
    thread: 'The thread that renders templates',
    tooMany: 'Too many templates are being rendered.',
    none: 'No templates are rendered at the moment.',
  },
} as const satisfies WorkerThreadSettings;

/** Renders templates in a thread, and judges those that are to be saved. */
export interface Templates {
  /**
   * Renders a template as plain text: nothing is escaped, and unknown placeholders stay empty. Answers what it comes to,
   * or for what reason it cannot be rendered.
   * @param accountId the workspace whose template it is: none takes all places of the queue
   * @throws ActionError too_many_requests where too many wait already, or where the service stops
   */
  render(
    accountId: number,
    template: string,
    values: InstructionsValues | DocumentValues,
  ): Promise<RenderedTemplate>;
  /** What is wrong with a template that is to be saved at a field; throws as {@link Templates.render}. */
  check(accountId: number, template: string, use: TemplateUse, path: string): Promise<string[]>;
  /** Ends the thread; the next template starts another one. */
  close(): Promise<void>;
}

/** Templates in a thread of their own, which starts with the first of them. */
export function createTemplates(
  settings: WorkerThreadSettings = templateThreadSettings,
): Templates {
  const thread: WorkerThread<TemplateRequest> = createWorkerThread(settings);
  /** What the thread makes of an order, or for what reason it was ended over it. */
  const make = async <T>(owner: number, order: TemplateRequest, ended: (fault: string) => T) => {
    try {
      return (await thread.make(order, { owner })) as T;
    } catch (error) {
      if (!(error instanceof ThreadEndedError) || error.reason === 'end') throw error;
      return ended(error.reason === 'time' ? 'it takes too long' : 'it takes too much memory');
    }
  };
  return {
    render: async (owner, template, values) => {
      if (isPlain(template)) return { text: template };
      const order = { kind: 'render', template, values } as const;
      return make<RenderedTemplate>(owner, order, (fault) => ({ fault }));
    },
    check: async (owner, template, use, path) => {
      const order = { kind: 'check', template, use, path } as const;
      return make(owner, order, (fault) => [`cannot be rendered, ${fault}`]);
    },
    close: () => thread.close(),
  };
}

/** Nothing in it is a tag or a placeholder. */
function isPlain(template: string): boolean {
  return !template.includes('{{') && !template.includes('{%');
}

const templates = createTemplates();

export const renderTemplate = templates.render;
export const closeTemplates = templates.close;

/**
 * Judges the templates among the fields of an input, by the names of their fields, before it is parsed: each is parsed and
 * rendered with a sample, and refused with the line and the reason, all of them at once, where it cannot be rendered.
 * Placeholders and filters that do not exist are refused too, since they would be missing in what a customer gets, and so
 * is what computes with text, what takes in another template, a subject that comes to nothing, what comes to more than
 * `maxRenderedCharacters`, and what may take more than the service gives a template, whichever of its branches is taken.
 * Answers the rules with which the input is to be parsed.
 * @throws ActionError too_many_requests where too many templates wait already
 */
export async function templateRules<S extends z.ZodObject>(
  accountId: number,
  schema: S,
  uses: Readonly<Record<string, TemplateUse>>,
  input: object,
): Promise<Rules<z.output<S>>> {
  const judged = await Promise.all(
    Object.entries(uses).map(async ([path, use]) => {
      const template = textAt(schema, path, input);
      const faults = template === null ? [] : await templates.check(accountId, template, use, path);
      return faults.map((message): FieldError => ({ path, code: 'invalid_template', message }));
    }),
  );
  // Of a field that is not written there are no faults.
  return (fields) => judged.flat().filter(({ path }) => Object.hasOwn(fields, path));
}

/** The valid text of a field; null where there is none, or what is there is refused in any case. */
function textAt(schema: z.ZodObject, path: string, input: object): string | null {
  const field = schema.shape[path] as z.ZodType | undefined;
  const read = field?.safeParse((input as Record<string, unknown>)[path]);
  return read?.success && typeof read.data === 'string' ? read.data : null;
}
