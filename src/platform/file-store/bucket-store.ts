import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { FileKey, FileStore } from './file-store.ts';
import { filePathOf, parseFilePath } from './file-store.ts';

interface BucketRequest {
  body?: { path: string; size: number };
  headers?: Record<string, string>;
  /** Error statuses that are results. */
  accepted?: readonly number[];
}

const defaultResponseTimeoutMs = 30_000;

/** A slower upload fails. */
const minUploadBytesPerMs = 500;

/** The deadline ends when the response starts. */
function fetchWithin(timeoutMs: number, url: string, init: RequestInit): Promise<Response> {
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    const message = `The bucket did not respond to ${init.method} in ${timeoutMs} ms.`;
    deadline.abort(new Error(message));
  }, timeoutMs);
  return fetch(url, { ...init, signal: deadline.signal }).finally(() => clearTimeout(timer));
}

/** @param bucketUrl with the access key, and the region as a parameter */
export function createBucketStore(
  bucketUrl: string,
  responseTimeoutMs = defaultResponseTimeoutMs,
): FileStore {
  const url = new URL(bucketUrl);
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    service: 's3',
    region: url.searchParams.get('region') ?? 'us-east-1',
  });
  const send = async (
    method: string,
    path: string,
    { body, headers = {}, accepted = [] }: BucketRequest = {},
  ): Promise<Response> => {
    const signed = await client.sign(`${base}${path}`, { method, headers });
    const timeoutMs = responseTimeoutMs + (body?.size ?? 0) / minUploadBytesPerMs;
    const response = await fetchWithin(timeoutMs, signed.url, {
      method,
      // The length is not signed. Without it, the body would be chunked, which S3 rejects.
      headers: [...signed.headers, ...(body ? [['content-length', String(body.size)]] : [])],
      ...(body && { body: Readable.toWeb(createReadStream(body.path)), duplex: 'half' }),
    } as RequestInit);
    if (response.ok || accepted.includes(response.status)) return response;
    const reason = elementOf(await response.text(), 'Code') ?? response.statusText;
    throw new Error(`The bucket responded to ${method} with ${response.status}: ${reason}.`);
  };
  const pathOf = (key: FileKey) => `/${filePathOf(key)}`;
  return {
    put: async (key, path) => {
      const { size } = await stat(path);
      const headers = { 'X-Amz-Content-Sha256': key.sha256 };
      const response = await send('PUT', pathOf(key), { body: { path, size }, headers });
      await response.body?.cancel();
    },
    has: async (key) => (await send('HEAD', pathOf(key), { accepted: [404] })).ok,
    open: async (key) => {
      const { body, ok } = await send('GET', pathOf(key), { accepted: [404] });
      return ok && body ? Readable.fromWeb(body as ReadableStream) : undefined;
    },
    remove: async (key) => {
      await send('DELETE', pathOf(key), { accepted: [404] });
    },
    list: (before) => listBucket((query) => send('GET', `?${query}`), before),
  };
}

async function* listBucket(
  readPage: (query: URLSearchParams) => Promise<Response>,
  before: Date,
): AsyncGenerator<FileKey> {
  let continuation: string | undefined;
  do {
    const query = new URLSearchParams({ 'list-type': '2' });
    if (continuation !== undefined) query.set('continuation-token', continuation);
    const page = await (await readPage(query)).text();
    for (const [, content = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const key = parseFilePath(elementOf(content, 'Key') ?? '');
      if (key && new Date(elementOf(content, 'LastModified') ?? '') < before) yield key;
    }
    continuation = elementOf(page, 'NextContinuationToken');
  } while (continuation !== undefined);
}

/** Keys, times and tokens contain no other markup than these references. */
const elementOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replace(/&(lt|gt|quot|apos|amp|#39|#34);/g, (_, entity: string) => entities[entity] ?? '');

const entities: Readonly<Record<string, string>> = {
  ...{ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' },
  ...{ '#39': "'", '#34': '"' },
};
