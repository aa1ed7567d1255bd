/** The worker thread, see liquid.ts. */
import { parentPort } from 'node:worker_threads';
import { reportReady } from '../platform/worker-threads/thread-monitor.ts';
import type { ThreadResponse } from '../platform/worker-threads/worker-thread.ts';
import { renderLiquid, validateTemplate } from './template-check.ts';
import type { TemplateUse } from './template-values.ts';

export type TemplateRequest =
  | { kind: 'render'; template: string; values: object }
  | { kind: 'check'; template: string; use: TemplateUse; path: string };

function handleRequest(request: TemplateRequest): ThreadResponse {
  try {
    if (request.kind === 'render') return { made: renderLiquid(request.template, request.values) };
    return { made: validateTemplate(request.template, request.use, request.path) };
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (request: TemplateRequest) =>
  parentPort?.postMessage(handleRequest(request)),
);
reportReady();
