/** The worker thread for documents: see document-thread.ts. */
import { parentPort } from 'node:worker_threads';
import { reportReady } from '../platform/worker-threads/thread-monitor.ts';
import type { ThreadResponse } from '../platform/worker-threads/worker-thread.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { layOutInvoice } from './invoice-pdf-layout.ts';
import { readLogo } from './read-logo.ts';
import type { StatementDocument } from './statement-document.ts';
import { layOutStatement } from './statement-pdf-layout.ts';
import { withShaper } from './text-shaper.ts';

export type DocumentRequest =
  | { kind: 'invoice'; invoice: InvoiceDocument }
  | { kind: 'statement'; statement: StatementDocument }
  | { kind: 'logo'; file: Uint8Array };

const renderers: {
  [K in DocumentRequest['kind']]: (
    request: Extract<DocumentRequest, { kind: K }>,
  ) => Promise<unknown>;
} = {
  // A copy, since small buffers share their memory.
  invoice: async ({ invoice }) => new Uint8Array(await withShaper(() => layOutInvoice(invoice))),
  statement: async ({ statement }) =>
    new Uint8Array(await withShaper(() => layOutStatement(statement))),
  logo: async ({ file }) => readLogo(file),
};

async function handleRequest(request: DocumentRequest): Promise<ThreadResponse> {
  try {
    return { made: await renderers[request.kind](request as never) };
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', async (request: DocumentRequest) => {
  const response = await handleRequest(request);
  const transferList =
    'made' in response && response.made instanceof Uint8Array ? [response.made.buffer] : [];
  parentPort?.postMessage(response, transferList as ArrayBuffer[]);
});
reportReady();
