import "server-only";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-node";
import { env } from "@/env";

/** What a trace says of a request; addresses and messages, which hold what people typed, are not among it. */
const shown = ["next.span_type", "next.route", "http.method", "http.route", "http.status_code"];

/**
 * Sends traces to `OTEL_EXPORTER_OTLP_ENDPOINT` and answers how to end that. Without the setting nothing is loaded.
 */
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
  // A receiver that is away must not hold up the end.
  return () => provider.shutdown().catch(() => {});
}

function impersonal(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(stripped), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function stripped(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(shown.flatMap((name) => pairOf(name, span.attributes[name])));
  const type = String(attributes["next.span_type"] ?? "span");
  const name = [type, attributes["http.method"], attributes["next.route"]].filter(Boolean).join(" ");
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
