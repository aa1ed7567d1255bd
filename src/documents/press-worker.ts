/** The program of the thread in which documents are made: see press.ts. */
import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer } from '../domain/kernel/thread.ts';
import { tellReady } from '../domain/kernel/thread-watch.ts';
import type { InvoiceDocument } from './document.ts';
import { layOutInvoice } from './invoice-pdf.ts';
import { readLogo } from './logo-image.ts';

/** What the thread is asked for. */
export type Order =
  | { kind: 'invoice'; invoice: InvoiceDocument }
  | { kind: 'logo'; file: Uint8Array };

const makers: { [K in Order['kind']]: (order: Extract<Order, { kind: K }>) => Promise<unknown> } = {
  // A copy, since small buffers share their memory with others.
  invoice: async ({ invoice }) => new Uint8Array(await layOutInvoice(invoice)),
  logo: async ({ file }) => readLogo(file),
};

async function answer(order: Order): Promise<ThreadAnswer> {
  try {
    return { made: await makers[order.kind](order as never) };
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', async (order: Order) => {
  const given = await answer(order);
  const made = 'made' in given && given.made instanceof Uint8Array ? [given.made.buffer] : [];
  parentPort?.postMessage(given, made as ArrayBuffer[]);
});
tellReady();
