/** The worker thread that renders and validates templates: see liquid.ts. */
import { parentPort } from 'node:worker_threads';
import { reportReady } from '../platform/worker-threads/thread-monitor.ts';
import type { ThreadResponse } from '../platform/worker-threads/worker-thread.ts';
import { renderLiquid, validateTemplate } from './template-check.ts';
import type { TemplateUse } from './template-values.ts';

export type TemplateRequest =
  | { kind: 'render'; template: string; values: object }
  | { kind: 'check'; template: string; use: TemplateUse; path: string };

function answer(order: TemplateRequest): ThreadResponse {
  try {
    if (order.kind === 'render') return { made: renderLiquid(order.template, order.values) };
    return { made: validateTemplate(order.template, order.use, order.path) };
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (order: TemplateRequest) => parentPort?.postMessage(answer(order)));
reportReady();
