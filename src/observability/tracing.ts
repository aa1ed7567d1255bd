import type { Logger } from 'pino';
import type { CompletedStatements } from '../database/statements/completed-statements.ts';
import { redactStatements } from './slow-query-log.ts';

export interface RequestTrace {
  statement(statements: CompletedStatements): void;
  /** Attributes must not contain names, keys or workspaces. */
  end(response: { door: string; operation: string; method: string; status: number }): void;
}

export interface Tracing {
  start(headers: { get(name: string): string | null }): RequestTrace;
  close(): Promise<void>;
}

/** The OpenTelemetry packages are optional. These types fit all releases in `peerDependencies`. */
interface Api {
  ROOT_CONTEXT: object;
  SpanKind: { SERVER: number; CLIENT: number };
  SpanStatusCode: { ERROR: number };
  isSpanContextValid(context: SpanContext): boolean;
  trace: {
    setSpan(context: object, span: Span): object;
    setSpanContext(context: object, spanContext: SpanContext): object;
  };
  diag: { setLogger(logger: object, level: number): boolean };
  DiagLogLevel: { WARN: number };
}
interface SpanContext {
  traceId: string;
  spanId: string;
  traceFlags: number;
  isRemote: boolean;
}
interface Span {
  setAttributes(attributes: Record<string, string | number>): void;
  setStatus(status: { code: number }): void;
  updateName(name: string): void;
  isRecording(): boolean;
  end(time?: number): void;
}
interface Tracer {
  startSpan(
    name: string,
    options: { kind: number; startTime?: number; attributes?: Record<string, string> },
    context: object,
  ): Span;
}
interface Provider {
  getTracer(name: string): Tracer;
  shutdown(): Promise<void>;
}
interface Resource {
  merge(other: Resource): Resource;
}
interface Sdk {
  BasicTracerProvider: new (options: { resource: Resource; spanProcessors: object[] }) => Provider;
  BatchSpanProcessor: new (exporter: object) => object;
}
interface Resources {
  envDetector: object;
  detectResources(options: { detectors: object[] }): Resource;
  resourceFromAttributes(attributes: Record<string, string>): Resource;
}
interface Exporters {
  OTLPTraceExporter: new () => object;
}

const packageNames = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace-base',
  '@opentelemetry/resources',
  '@opentelemetry/exporter-trace-otlp-http',
] as const;

/** As in `peerDependencies`. */
export const installCommand = `npm install ${packageNames[0]}@1.9 ${packageNames[1]}@2 ${packageNames[2]}@2 ${packageNames[3]}@0.223`;

const closeTimeoutMs = 2_000;

/**
 * @param load replaced in tests
 * @returns undefined if the packages are missing
 */
export async function openTracing(
  log: Logger,
  version: string,
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<Tracing | undefined> {
  let loaded: unknown[];
  try {
    loaded = await Promise.all(packageNames.map(load));
  } catch (err) {
    log.warn(
      { err },
      `no traces are sent: OTEL_EXPORTER_OTLP_ENDPOINT is set, and the packages that send them are not installed. Run \`${installCommand}\` in the folder of the service`,
    );
    return undefined;
  }
  const [api, sdk, resources, exporters] = loaded as [Api, Sdk, Resources, Exporters];
  logExportErrorOnce(api, log);
  const serviceResource = resources.resourceFromAttributes({
    'service.name': 'actiongraph',
    'service.version': version,
  });
  const provider = new sdk.BasicTracerProvider({
    resource: serviceResource.merge(
      resources.detectResources({ detectors: [resources.envDetector] }),
    ),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporters.OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('actiongraph');
  return {
    start: (headers) => startTrace(api, tracer, headers.get('traceparent')),
    close: async () => {
      const timeout = new Promise<void>((resolve) => {
        setTimeout(resolve, closeTimeoutMs).unref();
      });
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    },
  };
}

/** A failed export must not affect requests. */
function logExportErrorOnce({ diag, DiagLogLevel }: Api, log: Logger): void {
  let isLogged = false;
  const logOnce = (reason: unknown) => {
    if (!isLogged) log.warn({ reason: String(reason).slice(0, 300) }, 'traces could not be sent');
    isLogged = true;
  };
  const noop = () => undefined;
  const levels = { info: noop, debug: noop, verbose: noop };
  diag.setLogger({ error: logOnce, warn: logOnce, ...levels }, DiagLogLevel.WARN);
}

const toEpochMs = (timestamp: number) => performance.timeOrigin + timestamp;

function startTrace(api: Api, tracer: Tracer, traceparent: string | null): RequestTrace {
  const span = tracer.startSpan(
    'request',
    { kind: api.SpanKind.SERVER },
    parentContext(api, traceparent),
  );
  const context = api.trace.setSpan(api.ROOT_CONTEXT, span);
  return {
    statement: ({ durationMs, isFailed, startedAt, texts }) => {
      if (!span.isRecording()) return;
      const [keyword = 'statement'] = /\w+/.exec(texts.at(-1) ?? '') ?? [];
      const statementSpan = tracer.startSpan(
        keyword.toUpperCase(),
        {
          kind: api.SpanKind.CLIENT,
          startTime: toEpochMs(startedAt),
          attributes: { 'db.system.name': 'postgresql', 'db.query.text': redactStatements(texts) },
        },
        context,
      );
      if (isFailed) statementSpan.setStatus({ code: api.SpanStatusCode.ERROR });
      statementSpan.end(toEpochMs(startedAt + durationMs));
    },
    end: ({ door, method, operation, status }) => {
      span.updateName(`${door} ${operation}`);
      span.setAttributes({
        'actiongraph.door': door,
        'actiongraph.operation': operation,
        'http.request.method': method,
        'http.response.status_code': status,
      });
      if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** W3C Trace Context. */
function parentContext(api: Api, traceparent: string | null): object {
  const traceparentPattern =
    /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;
  const [, traceId = '', spanId = '', flags = ''] =
    traceparentPattern.exec(traceparent ?? '') ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  if (!api.isSpanContextValid(context)) return api.ROOT_CONTEXT;
  return api.trace.setSpanContext(api.ROOT_CONTEXT, context);
}
