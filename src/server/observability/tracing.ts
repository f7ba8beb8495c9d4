import "server-only";
import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-node";
import { env } from "@/env";

/** Exported span attributes. URLs and messages contain user input and are dropped. */
const exportedAttributes = ["next.span_type", "next.route", "http.method", "http.route", "http.status_code"];

/** Starts the export of traces to `OTEL_EXPORTER_OTLP_ENDPOINT`, if set, and returns a function that stops it. */
export async function startTracing(): Promise<(() => Promise<void>) | undefined> {
  const endpoint = env().OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { BatchSpanProcessor, NodeTracerProvider } = await import("@opentelemetry/sdk-trace-node");
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
  const { resourceFromAttributes } = await import("@opentelemetry/resources");
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": "lyceum" }),
    spanProcessors: [new BatchSpanProcessor(impersonal(exporter))],
  });
  provider.register();
  // An unreachable collector must not delay the shutdown.
  return () => provider.shutdown().catch(() => {});
}

export type RequestSpan = {
  withSpan: <Result>(work: () => Result) => Result;
  end: (route: string, status: number) => void;
};

/** Starts a span for a request that may not reach Next; undefined if tracing is off. */
export function startSpan(method: string): RequestSpan | undefined {
  if (env().OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  const attributes = { "http.method": method };
  const span = trace.getTracer("lyceum").startSpan(method, { kind: SpanKind.SERVER, attributes });
  const around = trace.setSpan(context.active(), span);
  return {
    withSpan: (work) => context.with(around, work),
    end: (route, status) => {
      span.setAttributes({ "http.route": route, "http.status_code": status });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function impersonal(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(stripped), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function stripped(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(exportedAttributes.flatMap((name) => pairOf(name, span.attributes[name])));
  const route = attributes["next.route"] ?? attributes["http.route"];
  const words = [attributes["next.span_type"], attributes["http.method"], route].filter(Boolean);
  const name = words.length > 0 ? words.join(" ") : "span";
  return Object.create(span, {
    name: { value: name },
    attributes: { value: attributes },
    events: { value: [] },
    links: { value: [] },
    status: { value: { code: span.status.code } },
  });
}

function pairOf<Value>(name: string, value: Value): [string, Value][] {
  return value === undefined ? [] : [[name, value]];
}
