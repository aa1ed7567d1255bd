import type { Context as HonoContext } from 'hono';
import { Hono } from 'hono';
import { tellingOutcome } from '../database/outcome.ts';
import type { Context } from '../domain/kernel/context.ts';
import { ActionError } from '../domain/kernel/errors.ts';
import { replayedHeader } from '../domain/kernel/once.ts';
import { notForRole, requireScopes, toldTo } from '../domain/kernel/rights.ts';
import { toldError } from '../domain/kernel/told-errors.ts';
import { answerHeaders, errorResponse, noEndpoint } from './errors.ts';
import type { Handled } from './idempotency.ts';
import { handleOnce, keyOfRequest } from './idempotency.ts';
import { addressOf, basePaths, routes } from './index.ts';
import type { ListAnswers } from './list-answers.ts';
import { RecordList, RecordPart } from './list-routes.ts';
import { entityTagOf, refuseVersions, versionsOf } from './preconditions.ts';
import { readQuery } from './query.ts';
import { RecordJson } from './record-answers.ts';
import type { Method, Route } from './route.ts';
import { writtenBy } from './route.ts';

export interface SurfaceDependencies {
  /** Runs the work of a request that is admitted. @throws ActionError database_unavailable where it is not */
  admit: Admit;
  /** Turns a request's key into a context. @throws ActionError invalid_api_key, too_many_requests */
  authenticate: (request: Request, requestId: string, now: Date) => Promise<Context>;
  /** The id under which a request stands in the log. */
  requestId: (request: Request) => string;
  /** Turns whatever was thrown into an error of the catalogue, and logs what is a defect. */
  asActionError: (error: unknown, requestId: string) => ActionError;
  /** Adds to headers those that tell what is left of the caller's limits. */
  addLimits: (request: Request, headers: Record<string, string>) => Record<string, string>;
  /** Counts a request as as many as it does the work of. @throws ActionError too_many_requests */
  takeMore: (request: Request, requests: number) => Promise<void>;
  bodyLimitBytes: number;
  /** Answers lists, long ones by parts. */
  answerList: ListAnswers;
}

type Admit = <T>(
  request: Request,
  work: (readJson: ReadJson, aside: Aside) => Promise<T>,
) => Promise<T>;

/** Leaves the request's place to others while it waits for something else. */
type Aside = <T>(waiting: () => Promise<T>) => Promise<T>;

type ReadJson = (request: Request, limitBytes: number) => Promise<unknown>;

/**
 * The action surface (spec part 4). For every request: key, scope, body, domain, answer; every error leaves by one
 * function, as JSON.
 */
export function createActionSurface(dependencies: SurfaceDependencies): Hono {
  const surface = new Hono();
  for (const { base, path, byMethod } of groupByAddress(routes)) {
    for (const prefix of basePaths[base]) {
      const pattern = `${prefix}/${path.replace(/\{(\w+)\}/g, ':$1')}`;
      surface.on('ALL', [pattern, `${pattern}/`], (c) => {
        const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
        const route = byMethod.get(method as Method);
        return answer(c, dependencies, () =>
          route
            ? dependencies.admit(c.req.raw, (readJson, aside) =>
                execute(route, c, { ...dependencies, readJson, aside }),
              )
            : refuseMethod(c.req.method, byMethod),
        );
      });
    }
  }
  for (const prefix of Object.values(basePaths).flat()) {
    surface.all(`${prefix}/*`, (c) => answer(c, dependencies, () => refuseRoute(c)));
  }
  return surface;
}

interface Address extends Pick<Route, 'base' | 'path'> {
  byMethod: Map<Method, Route>;
}

function groupByAddress(table: readonly Route[]): Iterable<Address> {
  const addresses = new Map<string, Address>();
  for (const route of table) {
    const { base, path } = route;
    const address = addresses.get(addressOf(route)) ?? { base, path, byMethod: new Map() };
    address.byMethod.set(route.method, route);
    addresses.set(addressOf(route), address);
  }
  return addresses.values();
}

async function answer(
  c: HonoContext,
  dependencies: SurfaceDependencies,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (thrown) {
    const requestId = dependencies.requestId(c.req.raw);
    const error = dependencies.asActionError(thrown, requestId);
    const headers = dependencies.addLimits(c.req.raw, {});
    return errorResponse(error, { path: c.req.path, requestId, now: new Date(), headers });
  }
}

async function execute(
  route: Route,
  c: HonoContext,
  dependencies: SurfaceDependencies & { readJson: ReadJson; aside: Aside },
): Promise<Response> {
  const request = c.req.raw;
  const requestId = dependencies.requestId(request);
  const context = await dependencies.authenticate(request, requestId, new Date());
  return executeFor(context, route, c, dependencies).catch((error) => {
    throw toldTo(context, error);
  });
}

async function executeFor(
  context: Context,
  route: Route,
  c: HonoContext,
  dependencies: SurfaceDependencies & { readJson: ReadJson; aside: Aside },
): Promise<Response> {
  const request = c.req.raw;
  const { requestId } = context;
  context.origin.operation = `${route.method} ${route.path}`;
  if (context.actor.contact) throw notForRole('contact');
  requireScopes(context, ...route.scopes);
  const { addLimits, bodyLimitBytes, readJson, takeMore } = dependencies;
  const key = route.method === 'GET' ? undefined : keyOfRequest(request);
  const versions = route.takesVersion ? versionsOf(request) : undefined;
  if (!route.takesVersion && route.method !== 'GET') refuseVersions(request);
  const input = await readInput(route, c, () => readJson(request, bodyLimitBytes));
  if (route.countsAs) await takeMore(request, route.countsAs(input));
  const work = () => handled(route, context, key, input, versions);
  const { result, isReplayed } = await tellingOutcome(requestId, work, key !== undefined).catch(
    (error) => {
      throw toldError(context, writtenBy(route), error);
    },
  );
  const headers = addLimits(request, {
    ...answerHeaders(requestId),
    ...(isReplayed && { [replayedHeader]: 'true' }),
    ...(result instanceof RecordJson && tagOf(result.version)),
  });
  if (route.output === null) return emptyResponse(headers);
  const isHead = c.req.method === 'HEAD';
  if (result instanceof RecordList) {
    const { outgoing } = (c.env ?? {}) as { outgoing?: { destroy(): void } };
    const request = { context, requestId, outgoing, isHead, aside: dependencies.aside };
    const list = await dependencies.answerList(result, request);
    if (list === null || !('text' in list)) return new Response(list, { headers });
    return written(list.text, { ...headers, ...tagOf(list.version) }, isHead);
  }
  const body = result instanceof RecordJson ? result.body : JSON.stringify(result);
  const link = result instanceof RecordPart && linkAfter(c.req.url, result);
  return written(body, link ? { ...headers, link } : headers, isHead);
}

/** The header of an answer that shows one record of a version. */
const tagOf = (version: number | undefined): { etag?: string } =>
  version === undefined ? {} : { etag: entityTagOf(version) };

/** Where a list goes on: the same request, behind the last record of this part. */
function linkAfter(asked: string, { lastId }: RecordPart): string | null {
  if (lastId === null) return null;
  const { pathname, searchParams } = new URL(asked);
  searchParams.set('after', lastId);
  return `<${pathname}?${searchParams}>; rel="next"`;
}

function written(body: string, headers: Record<string, string>, isHead: boolean): Response {
  // Said here: on the way a body that is left out, or is to be compressed, has no length that is known.
  const sized = { ...headers, 'content-length': String(Buffer.byteLength(body)) };
  return new Response(isHead ? null : body, { headers: sized });
}

async function handled(
  route: Route,
  context: Context,
  key: string | undefined,
  input: unknown,
  versions: readonly number[] | undefined,
): Promise<Handled> {
  if (key !== undefined) return handleOnce(route, context, key, input, versions);
  return { result: await route.handle(context, input as never, versions), isReplayed: false };
}

/** A success without a body, which is of no type either. */
function emptyResponse({ 'content-type': _, ...headers }: Record<string, string>): Response {
  return new Response(null, { headers: { ...headers, 'content-length': '0' } });
}

async function readInput(
  route: Route,
  c: HonoContext,
  readBody: () => Promise<unknown>,
): Promise<unknown> {
  switch (route.input.from) {
    case 'nothing':
      return {};
    case 'query':
      return readQuery(new URL(c.req.url).search, Object.keys(route.input.schema.shape));
    case 'path':
      return c.req.param();
    case 'body':
      return readBody();
  }
}

async function refuseMethod(
  method: string,
  byMethod: ReadonlyMap<Method, Route>,
): Promise<Response> {
  const methods = [...byMethod.keys()];
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
  throw new ActionError('method_not_allowed', `${method} is not allowed here; use ${allowed}.`, {
    allow: allowed,
  });
}

async function refuseRoute(c: HonoContext): Promise<Response> {
  throw noEndpoint(c.req.method, c.req.path);
}
