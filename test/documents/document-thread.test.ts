import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import type { DocumentThread } from '../../src/documents/document-thread.ts';
import { createDocumentThread } from '../../src/documents/document-thread.ts';
import type { DocumentRequest } from '../../src/documents/document-worker.ts';
import type { InvoiceDocument } from '../../src/documents/invoice-document.ts';
import { renderInvoicePdf } from '../../src/documents/request-pdf.ts';
import { useTestApi } from '../support/api.ts';
import { textOfPdf, viewInvoice } from '../support/documents.ts';
import { created } from '../support/invoices.ts';

const api = useTestApi();
let document: InvoiceDocument;
let path: string;

beforeAll(async () => {
  await created(api.ours, 'clients/create', { name: 'Lovelace' });
  const made = await created(api.ours, 'invoices/create', { clientName: 'Lovelace', amount: 5 });
  document = buildInvoiceDocument(await viewInvoice(api.ours, made.id));
  path = new URL(made.viewOnlineUrl).pathname;
});

/** A thread that behaves as the test sets. */
const obedient = `
  import { parentPort } from 'node:worker_threads';
  let count = 0;
  parentPort.on('message', (request) => {
    count += 1;
    if (request === 'count') return parentPort.postMessage({ made: count });
    if (request === 'loop') for (;;);
    if (request === 'exit') process.exit(0);
    if (request === 'throw') setTimeout(() => { throw new Error('thrown'); });
    else parentPort.postMessage(request === 'fail' ? { failed: 'it failed' } : { made: request });
  });`;
const program = {
  url: new URL(`data:text/javascript,${encodeURIComponent(obedient)}`),
  execArgv: [],
};
const request = (what: string) => what as unknown as DocumentRequest;

describe('the document thread', () => {
  let thread: DocumentThread;
  afterEach(() => thread.close());

  test.each([
    ['fail', /it failed/],
    ['throw', /failed/],
    ['exit', /came to an end/],
    ['loop', /longer than/],
  ])('returns a request to %s with an error, and makes the next one', async (what, reason) => {
    thread = createDocumentThread({ program, timeoutMs: 1_000 });
    expect(await thread.make(request('before'))).toBe('before');
    const [bad, after] = await Promise.allSettled([
      thread.make(request(what)),
      thread.make(request('after')),
    ]);
    expect(bad).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringMatching(reason) },
    });
    expect(after).toEqual({ status: 'fulfilled', value: 'after' });
  });

  test('accepts a limited number of requests, and rejects the next immediately', async () => {
    thread = createDocumentThread({ program, capacity: 2 });
    const requests = ['1', '2', '3', '4'].map((what) => thread.make(request(what)));
    const [first, second, third, fourth] = await Promise.allSettled(requests);
    expect([first, second, third].map((made) => made?.status)).toEqual(
      Array.from({ length: 3 }, () => 'fulfilled'),
    );
    expect(fourth).toMatchObject({ reason: { code: 'too_many_requests' } });
  });

  test('skips a document that no caller waits for, and frees its slot immediately', async () => {
    thread = createDocumentThread({ program, capacity: 2 });
    const leaving = new AbortController();
    const first = thread.make(request('1'), leaving.signal);
    const second = thread.make(request('2'), leaving.signal);
    const third = thread.make(request('3'));
    leaving.abort('gone');
    const count = thread.make(request('count'));
    const fourth = thread.make(request('4'), leaving.signal);
    expect(await Promise.allSettled([first, second, third, count, fourth])).toEqual([
      { status: 'fulfilled', value: '1' },
      { status: 'rejected', reason: 'gone' },
      { status: 'fulfilled', value: '3' },
      { status: 'fulfilled', value: 3 },
      { status: 'rejected', reason: 'gone' },
    ]);
  });

  test('rejects pending requests when it is closed, and starts again for the next request', async () => {
    thread = createDocumentThread({ program });
    const waiting = Promise.allSettled([thread.make(request('loop')), thread.make(request('2'))]);
    await thread.close();
    const rejected = { status: 'rejected', reason: { code: 'too_many_requests' } };
    expect(await waiting).toMatchObject([rejected, rejected]);
    expect(await thread.make(request('3'))).toBe('3');
  });

  test('prints the same regardless of earlier documents, also ligatures and their letters', async () => {
    const [whole, part] = ['\u01fc', 'in \u00c6on'].map((notes) => ({ ...document, notes }));
    thread = createDocumentThread();
    const print = async (invoice: InvoiceDocument | undefined) => {
      if (!invoice) throw new Error('there is nothing to print');
      return Buffer.from((await thread.make({ kind: 'invoice', invoice })) as Uint8Array);
    };
    const alone = await print(part);
    await thread.close();
    await print(whole);
    const after = await print(part);
    expect(after.equals(alone)).toBe(true);
    expect((await textOfPdf(after)).join()).toContain('in \u00c6on');
  });
});

test('other requests are served while a PDF is created', async () => {
  const lines = Array.from({ length: 500 }, () => document.lines).flat();
  let order = 0;
  let isMade = false;
  const turn = () => {
    order += 1;
    if (!isMade) setImmediate(turn);
  };
  turn();
  await renderInvoicePdf({ ...document, lines });
  isMade = true;
  expect(order).toBeGreaterThan(200);
});

test('unprintable text is an error with its location, and the next PDF is created', async () => {
  const broken = { ...document, seller: { name: 'Studio', lines: null } } as never;
  await expect(renderInvoicePdf(broken)).rejects.toThrow(/invoice-pdf/);
  expect((await textOfPdf(await renderInvoicePdf(document))).join()).toContain(document.number);
});

test('a customer whose PDF would wait for too many others is asked to try again', async () => {
  // It takes so long that the others still wait when the customer's request comes.
  const lines = Array.from({ length: 3_000 }, () => document.lines).flat();
  const first = { ...document, lines };
  const queue = [first, ...Array.from({ length: 110 }, () => document)];
  const leaving = new AbortController();
  const others = Promise.allSettled(
    queue.map((invoice) => renderInvoicePdf(invoice, leaving.signal)),
  );
  const answer = await api.app.request(`${path}/invoice.pdf`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.text()).toContain('Many PDFs are being created right now');
  // A document without a waiting caller is not created.
  leaving.abort();
  await others;
  expect((await api.app.request(`${path}/invoice.pdf`)).status).toBe(200);
}, 180_000);

test('no PDF is created for a customer who disconnected', async () => {
  const answer = await api.app.request(`${path}/invoice.pdf`, { signal: AbortSignal.abort() });
  expect([answer.status, await answer.text()]).toEqual([499, '']);
});

test('a built service creates PDFs too, and its process ends despite the thread', async () => {
  const script = `
    import { renderInvoicePdf } from ${JSON.stringify(join(packageRoot, 'dist/pdf.js'))};
    const document = ${JSON.stringify(document)};
    const pdf = await renderInvoicePdf({ ...document, writtenAt: new Date(document.writtenAt) });
    process.stdout.write(pdf.toString('base64'));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  let [reported, wrong] = ['', ''];
  child.stdout.on('data', (chunk) => {
    reported += chunk;
  });
  child.stderr.on('data', (chunk) => {
    wrong += chunk;
  });
  const [code] = await once(child, 'close');
  expect([code, wrong]).toEqual([0, '']);
  expect((await textOfPdf(Buffer.from(reported, 'base64'))).join()).toContain(document.number);
});
