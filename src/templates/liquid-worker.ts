/** The program of the thread in which templates are rendered and judged: see liquid.ts. */
import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer } from '../platform/worker-threads/worker-thread.ts';
import { tellReady } from '../platform/worker-threads/thread-monitor.ts';
import { faultsOf, render } from './template-check.ts';
import type { TemplateUse } from './template-values.ts';

/** What the thread is asked for. */
export type TemplateOrder =
  | { kind: 'render'; template: string; values: object }
  | { kind: 'check'; template: string; use: TemplateUse; path: string };

function answer(order: TemplateOrder): ThreadAnswer {
  try {
    if (order.kind === 'render') return { made: render(order.template, order.values) };
    return { made: faultsOf(order.template, order.use, order.path) };
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (order: TemplateOrder) => parentPort?.postMessage(answer(order)));
tellReady();
