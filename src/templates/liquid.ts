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

/** Limits of the thread, in case the step count fails. */
export const templateThreadSettings = {
  program: resolveWorkerProgram(import.meta.url, 'liquid-worker'),
  capacity: 60,
  capacityOfOwner: 20,
  timeoutMs: 500,
  reportsReady: true,
  memoryMegabytes: 64,
  messageWords: {
    one: 'A template',
    thread: 'The thread that renders templates',
    tooMany: 'Too many templates are being rendered.',
    none: 'No templates are rendered at the moment.',
  },
} as const satisfies WorkerThreadSettings;

export interface Templates {
  /**
   * Escapes nothing. Unknown placeholders are empty.
   * @param accountId limits the queue of each workspace
   * @throws ActionError too_many_requests
   */
  render(
    accountId: number,
    template: string,
    values: InstructionsValues | DocumentValues,
  ): Promise<RenderedTemplate>;
  check(accountId: number, template: string, use: TemplateUse, path: string): Promise<string[]>;
  close(): Promise<void>;
}

/** The thread starts with the first template. */
export function createTemplates(
  settings: WorkerThreadSettings = templateThreadSettings,
): Templates {
  const thread: WorkerThread<TemplateRequest> = createWorkerThread(settings);
  const runRequest = async <T>(
    owner: number,
    request: TemplateRequest,
    onEnded: (problem: string) => T,
  ) => {
    try {
      return (await thread.make(request, { owner })) as T;
    } catch (error) {
      if (!(error instanceof ThreadEndedError) || error.reason === 'end') throw error;
      return onEnded(error.reason === 'time' ? 'it takes too long' : 'it takes too much memory');
    }
  };
  return {
    render: async (owner, template, values) => {
      if (isPlain(template)) return { text: template };
      const request = { kind: 'render', template, values } as const;
      return runRequest<RenderedTemplate>(owner, request, (problem) => ({ fault: problem }));
    },
    check: async (owner, template, use, path) => {
      const request = { kind: 'check', template, use, path } as const;
      return runRequest(owner, request, (problem) => [`cannot be rendered, ${problem}`]);
    },
    close: () => thread.close(),
  };
}

function isPlain(template: string): boolean {
  return !template.includes('{{') && !template.includes('{%');
}

const templates = createTemplates();

export const renderTemplate = templates.render;
export const closeTemplates = templates.close;

/**
 * Validates the template fields of an input by rendering sample values.
 * @returns rules for parsing the input
 * @throws ActionError too_many_requests
 */
export async function templateRules<S extends z.ZodObject>(
  accountId: number,
  schema: S,
  uses: Readonly<Record<string, TemplateUse>>,
  input: object,
): Promise<Rules<z.output<S>>> {
  const errorLists = await Promise.all(
    Object.entries(uses).map(async ([path, use]) => {
      const template = validTextOf(schema, path, input);
      const errors = template === null ? [] : await templates.check(accountId, template, use, path);
      return errors.map((message): FieldError => ({ path, code: 'invalid_template', message }));
    }),
  );
  // Only fields of the input are checked.
  return (fields) => errorLists.flat().filter(({ path }) => Object.hasOwn(fields, path));
}

/** Null without valid text. */
function validTextOf(schema: z.ZodObject, path: string, input: object): string | null {
  const field = schema.shape[path] as z.ZodType | undefined;
  const parsed = field?.safeParse((input as Record<string, unknown>)[path]);
  return parsed?.success && typeof parsed.data === 'string' ? parsed.data : null;
}
