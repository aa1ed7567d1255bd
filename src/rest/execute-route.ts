import type { z } from 'zod';
import type { HttpRequest } from '../http/http-request.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { Context } from '../platform/context/context.ts';
import { notForRoleError, requireScopes } from '../platform/permissions/permissions.ts';
import { redactError } from '../platform/records/error-redaction.ts';
import { dryRunHeader, isPreview, readDryRunHeader } from '../write/dry-run.ts';
import { idempotencyReplayedHeader } from '../write/idempotency/run-idempotent.ts';
import { write } from '../write/write.ts';
import { withOutcomeUnknownError } from '../write/write-outcome.ts';
import { addDraftWarnings } from './core/draft-warnings.ts';
import { responseHeaders } from './core/error-responses.ts';
import { isFileBody, readFileBody } from './core/file-body.ts';
import { FileResponse } from './core/file-response.ts';
import { discardReceivedFiles, readFormInput } from './core/form-input.ts';
import type { HandledRequest } from './core/idempotent-requests.ts';
import { handleIdempotentRequest, readIdempotencyKey } from './core/idempotent-requests.ts';
import { createParameterCheck } from './core/ignored-parameters.ts';
import type { ListResponder } from './core/list-responses.ts';
import { RecordList, RecordListPart } from './core/list-routes.ts';
import { formatEntityTag, parseIfMatchHeader, rejectIfMatchHeader } from './core/preconditions.ts';
import { parseQueryString, replaceParameter } from './core/query-string.ts';
import { RecordJson } from './core/record-responses.ts';
import type { Route } from './core/route.ts';
import { writeAreasOf } from './core/route.ts';
import { routes } from './index.ts';

export interface RouteCall {
  request: HttpRequest;
  path: string;
  params: Readonly<Record<string, string>>;
  /** Undefined without a network connection. */
  outgoing: { destroy(): void } | undefined;
  /** Headers for errors too. */
  headers?: Readonly<Record<string, string>>;
}

export interface ExecutionDependencies {
  addRateLimitHeaders: (
    request: HttpRequest,
    headers: Record<string, string>,
  ) => Record<string, string>;
  /**
   * Counts a bulk request as several.
   * @throws ActionError too_many_requests
   */
  countExtraRequests: (request: HttpRequest, requests: number) => Promise<void>;
  bodyLimitBytes: number;
  respondWithList: ListResponder;
}

/** What a request gets when it is admitted. */
export interface AdmittedRequest {
  readJson: (request: HttpRequest, limitBytes: number) => Promise<unknown>;
  /** Releases the slot of the request while it waits. */
  runWithoutSlot: <T>(callback: () => Promise<T>) => Promise<T>;
}

type Dependencies = ExecutionDependencies & AdmittedRequest;

interface ParsedRequest {
  input: unknown;
  idempotencyKey: string | undefined;
  /** Versions of `If-Match`. */
  versions: readonly number[] | undefined;
  isDryRun: boolean;
}

const checkParameters = createParameterCheck(routes);

/** Parses the request, runs the route and builds the response. */
export async function executeRoute(
  context: Context,
  route: Route,
  call: RouteCall,
  dependencies: Dependencies,
): Promise<HttpResponse> {
  context.origin.operation = `${route.method} ${route.path}`;
  if (context.actor.contact) throw notForRoleError('contact');
  requireScopes(context, ...route.scopes);
  const parsedRequest = await parseRequest(context, route, call, dependencies);
  try {
    return await respond(context, route, call, parsedRequest, dependencies);
  } finally {
    await discardReceivedFiles(parsedRequest.input);
  }
}

async function respond(
  context: Context,
  route: Route,
  call: RouteCall,
  parsedRequest: ParsedRequest,
  dependencies: Dependencies,
): Promise<HttpResponse> {
  const { input, idempotencyKey, isDryRun } = parsedRequest;
  if (isDryRun) call.headers = { ...call.headers, [dryRunHeader]: 'true' };
  if (route.countRequests)
    await dependencies.countExtraRequests(call.request, route.countRequests(input));
  const handledRequest = await withOutcomeUnknownError(
    context.requestId,
    () => runRoute(route, context, parsedRequest),
    idempotencyKey !== undefined,
  ).catch((error) => {
    throw redactError(context, writeAreasOf(route), error);
  });
  return toHttpResponse(context, route, call, handledRequest, dependencies);
}

async function parseRequest(
  context: Context,
  route: Route,
  call: RouteCall,
  { bodyLimitBytes, readJson, runWithoutSlot }: Dependencies,
): Promise<ParsedRequest> {
  const { request } = call;
  const isRead = route.method === 'GET';
  const idempotencyKey = isRead ? undefined : readIdempotencyKey(request);
  const hasDryRunHeader = !isRead && readDryRunHeader(request.headers);
  const versions = route.takesVersion ? parseIfMatchHeader(request) : undefined;
  if (!route.takesVersion && !isRead) rejectIfMatchHeader(request);
  const readBody = () => readJson(request, bodyLimitBytes);
  const readFile = fileReaderOf(context, route, request, readBody);
  const input = readFile ? await runWithoutSlot(readFile) : await readInput(route, call, readBody);
  const { headers, error } = checkParameters(route, request, input, idempotencyKey !== undefined);
  call.headers = headers;
  if (error) {
    await discardReceivedFiles(input);
    throw error;
  }
  const isDryRun =
    hasDryRunHeader || (route.input.from === 'body' && isPreview(route.input.schema, input));
  return { input, idempotencyKey, versions, isDryRun };
}

/** Undefined for a request without a file. */
function fileReaderOf(
  context: Context,
  { input }: Route,
  request: HttpRequest,
  readBody: () => Promise<unknown>,
): (() => Promise<unknown>) | undefined {
  if (input.from === 'form') return () => readFormInput(context, input, request, readBody);
  if (input.from !== 'body' || !input.fileBody || !isFileBody(request)) return undefined;
  const { fileBody, schema } = input;
  return () => readFileBody(context, fileBody, schema as z.ZodObject, request);
}

async function readInput(
  route: Route,
  { params, request }: RouteCall,
  readBody: () => Promise<unknown>,
): Promise<unknown> {
  switch (route.input.from) {
    case 'nothing':
      return {};
    case 'query':
      return parseQueryString(new URL(request.url).search, route.input.schema);
    case 'path':
      return params;
    case 'body':
    case 'form':
      return readBody();
  }
}

async function runRoute(
  route: Route,
  context: Context,
  { input, idempotencyKey, versions, isDryRun }: ParsedRequest,
): Promise<HandledRequest> {
  const run = (of: Context) => route.handle(of, input as never, versions);
  if (isDryRun) {
    // A dry run rolls back the draft, so its warnings are found before.
    const runDry = async (tx: Context) => withDraftWarnings(tx, await run(tx));
    return { result: await write(context, runDry, { dryRun: true }), isReplayed: false };
  }
  if (idempotencyKey !== undefined)
    return handleIdempotentRequest(route, context, idempotencyKey, input, versions);
  return { result: await run(context), isReplayed: false };
}

async function withDraftWarnings(context: Context, result: unknown): Promise<unknown> {
  if (result instanceof RecordJson) result.body = await addDraftWarnings(context, result.body);
  return result;
}

async function toHttpResponse(
  context: Context,
  route: Route,
  { headers: callHeaders, outgoing, request }: RouteCall,
  { result: handled, isReplayed }: HandledRequest,
  { addRateLimitHeaders, respondWithList, runWithoutSlot }: Dependencies,
): Promise<HttpResponse> {
  const { requestId } = context;
  const result = await withDraftWarnings(context, handled);
  const headers = addRateLimitHeaders(request, {
    ...responseHeaders(requestId),
    ...callHeaders,
    ...(isReplayed && { [idempotencyReplayedHeader]: 'true' }),
    ...(result instanceof RecordJson && entityTagOf(result.version)),
  });
  if (route.output === null) return emptyResponse(headers);
  const isHead = request.method === 'HEAD';
  if (result instanceof FileResponse) return result.toHttpResponse(headers, isHead);
  if (result instanceof RecordList) {
    const listRequest = { context, requestId, outgoing, isHead, runWithoutSlot };
    const list = await respondWithList(result, listRequest);
    if (list === null || !('text' in list)) return { status: 200, headers, body: list };
    return jsonResponse(list.text, { ...headers, ...entityTagOf(list.version) }, isHead);
  }
  const body = result instanceof RecordJson ? result.body : JSON.stringify(result);
  const link = result instanceof RecordListPart && nextPageLink(request.url, result);
  return jsonResponse(body, link ? { ...headers, link } : headers, isHead);
}

const entityTagOf = (version: number | undefined): { etag?: string } =>
  version === undefined ? {} : { etag: formatEntityTag(version) };

/** The same request after the last record of this page. */
function nextPageLink(url: string, { next }: RecordListPart): string | null {
  if (next === null) return null;
  const { pathname, searchParams } = new URL(url);
  replaceParameter(searchParams, next.parameter, next.value);
  return `<${pathname}?${searchParams}>; rel="next"`;
}

function jsonResponse(
  body: string,
  headers: Record<string, string>,
  isHead: boolean,
): HttpResponse {
  // Later, a HEAD or compressed response has no known length.
  const headersWithLength = { ...headers, 'content-length': String(Buffer.byteLength(body)) };
  return { status: 200, headers: headersWithLength, body: isHead ? null : body };
}

function emptyResponse({ 'content-type': _, ...headers }: Record<string, string>): HttpResponse {
  return { status: 200, headers: { ...headers, 'content-length': '0' }, body: null };
}
