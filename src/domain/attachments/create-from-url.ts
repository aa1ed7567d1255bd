import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Context } from '../../platform/context/context.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { OutboundError } from '../../platform/outbound-http/outbound-error.ts';
import type { AttachedFile } from './attached-file.ts';
import { receiveFile } from './attached-file.ts';
import { attachFile } from './create.ts';
import { createAttachmentFromUrlInput } from './fields.ts';
import { attachmentServicesOf } from './services.ts';

const maxRedirects = 3;

/** Of all redirects together. */
const downloadDeadlineMs = 30_000;

/** Per process. Each holds a request of the service. */
const maxDownloads = 8;
const maxDownloadsPerWorkspace = 4;

/** The workspaces of the running downloads. */
const downloads: number[] = [];

/** @throws ActionError invalid_input, body_too_large, record_not_found, conflicting_state, too_many_requests */
export async function createAttachmentFromUrl(
  context: Context,
  input: InputOf<typeof createAttachmentFromUrlInput>,
): Promise<{ id: string }> {
  const { fileName, fileUrl, ...target } = parseInput(createAttachmentFromUrlInput, input);
  // Before the first statement, so that a transaction of an idempotency key does not wait for it.
  const file = await download(context, fileUrl, fileName ?? fileNameOf(fileUrl));
  try {
    return await attachFile(context, target, file, 'fileUrl');
  } finally {
    await file.spooled.discard();
  }
}

/** "file" for a URL without a path. */
function fileNameOf(url: string): string {
  const name = URL.canParse(url) ? (new URL(url).pathname.split('/').pop() ?? '') : '';
  try {
    return decodeURIComponent(name).replaceAll('/', '_').slice(-255) || 'file';
  } catch {
    return name.slice(-255);
  }
}

const urlError = (message: string) =>
  invalidInputError([{ path: 'fileUrl', code: 'invalid_url', message }]);

async function download(
  context: Context,
  fileUrl: string,
  fileName: string,
): Promise<AttachedFile> {
  const { accountId } = context;
  const ownDownloads = downloads.filter((id) => id === accountId).length;
  if (downloads.length >= maxDownloads || ownDownloads >= maxDownloadsPerWorkspace) {
    throw new ActionError('too_many_requests', 'Other files are being fetched. Try again soon.', {
      retryAfterSeconds: 5,
    });
  }
  downloads.push(accountId);
  try {
    return await followUrl(context, fileUrl, fileName);
  } finally {
    downloads.splice(downloads.indexOf(accountId), 1);
  }
}

/** Each redirect is checked like the first URL. */
async function followUrl(
  context: Context,
  fileUrl: string,
  fileName: string,
): Promise<AttachedFile> {
  let url = fileUrl;
  const startedAt = performance.now();
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const elapsedMs = Math.ceil(performance.now() - startedAt);
    const deadlineMs = Math.max(1, downloadDeadlineMs - elapsedMs);
    const response = await request(context, { deadlineMs, fileName, url });
    if (response.file) return response.file;
    const { location } = response.headers;
    if (response.statusCode < 300 || response.statusCode > 399 || location === undefined)
      throw urlError(`responded with the status ${response.statusCode} instead of a file`);
    if (!URL.canParse(location, url)) throw urlError('redirects to an invalid URL');
    url = new URL(location, url).href;
  }
  throw urlError(`redirects more than ${maxRedirects} times`);
}

interface Fetched {
  statusCode: number;
  headers: IncomingHttpHeaders;
  file: AttachedFile | undefined;
}

async function request(
  context: Context,
  { deadlineMs, fileName, url }: { deadlineMs: number; fileName: string; url: string },
): Promise<Fetched> {
  let received: Promise<AttachedFile> | undefined;
  const receive = async (body: Readable) => {
    received = receiveFile(context, body, { field: 'fileUrl', fileName });
    await received;
  };
  try {
    const { headers, statusCode } = await attachmentServicesOf(context).http.send({
      ...{ method: 'GET', url, headers: { accept: '*/*' } },
      ...{ receive, deadlineMs },
    });
    return { statusCode, headers, file: await received };
  } catch (error) {
    // A request can fail while its response is stored.
    await received?.then(({ spooled }) => spooled.discard()).catch(() => undefined);
    if (!(error instanceof OutboundError)) throw error;
    throw urlError(`cannot be fetched. ${error.message}`);
  }
}
