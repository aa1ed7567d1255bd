import type { Logger } from 'pino';
import type { CompletedStatements } from '../database/statements/completed-statements.ts';
import { redactStatements } from './slow-query-log.ts';

/** A request as a trace has it. */
export interface RequestTrace {
  /** Adds a statement that was sent for it. */
  statement(answered: CompletedStatements): void;
  /** Says how it was answered. No name, key or workspace may be in this. */
  end(answer: { door: string; operation: string; method: string; status: number }): void;
}

export interface Tracing {
  /** Begins the trace of a request, as a part of the caller's where that sent one along. */
  begin(headers: { get(name: string): string | null }): RequestTrace;
  /** Sends what is left, and waits a moment for it. */
  close(): Promise<void>;
}

/**
 * What of OpenTelemetry is used. Its packages are optional, so that their types are not there to be taken; they say the same in every release
 * with these numbers (`peerDependencies`).
 */
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

const packages = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace-base',
  '@opentelemetry/resources',
  '@opentelemetry/exporter-trace-otlp-http',
] as const;

/** How to install them, as `peerDependencies` names their releases. */
export const installCommand = `npm install ${packages[0]}@1.9 ${packages[1]}@2 ${packages[2]}@2 ${packages[3]}@0.223`;

/** Whoever stops the service does not wait long for a collector that is away. */
const closePatienceMillis = 2_000;

/**
 * Sends traces to where the standard variables of OpenTelemetry say, in OTLP by HTTP.
 * @param settled their packages, for a test; loaded when left out
 * @returns undefined, and says in the log what to install, where the packages are not there
 */
export async function openTracing(
  log: Logger,
  version: string,
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<Tracing | undefined> {
  let loaded: unknown[];
  try {
    loaded = await Promise.all(packages.map(load));
  } catch (err) {
    log.warn(
      { err },
      `no traces are sent: OTEL_EXPORTER_OTLP_ENDPOINT is set, and the packages that send them are not installed; \`${installCommand}\` beside the service does it`,
    );
    return undefined;
  }
  const [api, sdk, resources, exporters] = loaded as [Api, Sdk, Resources, Exporters];
  tellFaults(api, log);
  const own = resources.resourceFromAttributes({
    'service.name': 'actiongraph',
    'service.version': version,
  });
  const provider = new sdk.BasicTracerProvider({
    resource: own.merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporters.OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('actiongraph');
  return {
    begin: (headers) => beginTrace(api, tracer, headers.get('traceparent')),
    close: async () => {
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, closePatienceMillis).unref();
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}

/** That traces cannot be sent is said once: what is asked for is answered in any case. */
function tellFaults({ diag, DiagLogLevel }: Api, log: Logger): void {
  let isSaid = false;
  const tell = (reason: unknown) => {
    if (!isSaid) log.warn({ reason: String(reason).slice(0, 300) }, 'traces could not be sent');
    isSaid = true;
  };
  const nothing = () => undefined;
  const levels = { info: nothing, debug: nothing, verbose: nothing };
  diag.setLogger({ error: tell, warn: tell, ...levels }, DiagLogLevel.WARN);
}

/** Spans have times since 1970; the clock that measures does not. */
const since1970 = (millis: number) => performance.timeOrigin + millis;

function beginTrace(api: Api, tracer: Tracer, traceparent: string | null): RequestTrace {
  const span = tracer.startSpan(
    'request',
    { kind: api.SpanKind.SERVER },
    parentOf(api, traceparent),
  );
  const context = api.trace.setSpan(api.ROOT_CONTEXT, span);
  return {
    statement: ({ durationMs, isFailed, startedAt, texts }) => {
      if (!span.isRecording()) return;
      const [word = 'statement'] = /\w+/.exec(texts.at(-1) ?? '') ?? [];
      const child = tracer.startSpan(
        word.toUpperCase(),
        {
          kind: api.SpanKind.CLIENT,
          startTime: since1970(startedAt),
          attributes: { 'db.system.name': 'postgresql', 'db.query.text': redactStatements(texts) },
        },
        context,
      );
      if (isFailed) child.setStatus({ code: api.SpanStatusCode.ERROR });
      child.end(since1970(startedAt + durationMs));
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

/** W3C Trace Context: which trace the caller's request is a part of; one that cannot be read is none. */
function parentOf(api: Api, traceparent: string | null): object {
  const shape = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;
  const [, traceId = '', spanId = '', flags = ''] = shape.exec(traceparent ?? '') ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  if (!api.isSpanContextValid(context)) return api.ROOT_CONTEXT;
  return api.trace.setSpanContext(api.ROOT_CONTEXT, context);
}
