import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer, TestApi, TestWorkspace } from './api.ts';

export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n');
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

interface Upload {
  fields?: Record<string, string>;
  query?: Record<string, string>;
  file?: { bytes: string | Buffer; name: string };
  headers?: Record<string, string>;
}

/** Sends a form as clients do: with the file as its last part. */
export function upload(
  api: Pick<TestApi, 'request'>,
  { key }: Pick<TestWorkspace, 'key'>,
  { fields = {}, query = {}, file, headers = {} }: Upload,
  operation = 'create',
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append('file', new Blob([new Uint8Array(Buffer.from(file.bytes))]), file.name);
  return api.request(`/public/action/attachments/${operation}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'x-api-key': key, ...headers },
    body: form,
  });
}

/** For a comparison of two responses: the expiry of links advances every 15 minutes. */
export const withoutLinkExpiry = <T>(body: T): T =>
  JSON.parse(JSON.stringify(body).replaceAll(/(\/attachments\/\d+\.\w+)\.\d+\.[\w-]{43}/g, '$1'));

let server: Server | undefined;

/** The URL of a PDF on this machine. The server does not keep the process running. */
export async function pdfUrl(): Promise<string> {
  server ??= createServer((_, response) => {
    response.setHeader('connection', 'close').end(pdf);
  })
    .listen(0, '127.0.0.1')
    .unref();
  if (!server.listening) await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/receipt.pdf`;
}
