import { afterAll, expect, it } from "vitest";
import { startTracing } from "@/server/observability/tracing";
import { createAdmin, openStore, tokenFor } from "../factories";
import { pdfFile } from "../harness/documents";
import { startGateway } from "../harness/gateway";
import { withSettings } from "../harness/settings";
import { startTraceReceiver } from "../harness/traces";

type Sent = {
  resourceSpans: { scopeSpans: { spans: { name: string; attributes: { key: string; value: Value }[] }[] }[] }[];
};
type Value = { stringValue?: string; intValue?: number };

const traces = await startTraceReceiver();
withSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: traces.url });
await openStore();
const gateway = await startGateway();
const person = "canary.asha@school.example";

afterAll(() => traces.close());

/** The exported spans by name, with their attributes, once all have arrived. */
async function spansOf(work: () => Promise<unknown>) {
  const end = await startTracing();
  await work();
  await end?.();
  const sent = traces.received.map((body): Sent => JSON.parse(body));
  const spans = sent.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans));
  return spans
    .flatMap((scope) => scope.spans)
    .map(({ name, attributes }) => ({
      name,
      ...Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue])),
    }));
}

it("traces contain gateway, REST, tRPC and upload requests by route template, without user input", async () => {
  const token = await tokenFor(await createAdmin());
  const headers = { authorization: `Bearer ${token}` };
  const spans = await spansOf(async () => {
    await fetch(`${gateway.url}/api/admin/results/${encodeURIComponent(person)}?q=${person}`);
    await fetch(`${gateway.url}/api/trpc/account.get,${person}?batch=1&input=${encodeURIComponent(person)}`);
    await fetch(`${gateway.url}/api/nowhere/${person}`);
    const form = new FormData();
    for (const field of ["subject", "materialName"]) form.append(field, person);
    form.append("className", "7");
    form.append("expiresAt", "null");
    form.append("pdfFile", new File([new Uint8Array(await pdfFile())], `${person}.pdf`, { type: "application/pdf" }));
    const uploaded = await fetch(`${gateway.url}/api/materials/upload`, { method: "POST", headers, body: form });
    const { pdfFile: link } = (await uploaded.json()) as { pdfFile: string };
    expect(uploaded.status).toBe(201);
    await fetch(`${gateway.url}${link}`).then((answer) => answer.bytes());
    await fetch(`${gateway.url}/api/uploads/${person}`, { method: "PUT", body: "x" });
    // A span ends when its response closes, possibly after the client has read the body.
    await gateway.close();
  });
  const span = (method: string, route: string, status: number) => ({
    name: `${method} ${route}`,
    "http.method": method,
    "http.route": route,
    "http.status_code": status,
  });
  for (const expected of [
    span("GET", "/api/admin/results/:email", 401),
    span("GET", "/api/trpc/account.get", 207),
    span("POST", "/api/materials/upload", 201),
    span("GET", "/api/materials/:id/file", 200),
  ])
    expect(spans).toContainEqual(expected);
  expect(spans.map(({ name }) => name)).toContain("PUT /api/uploads/[key]");
  expect(spans).toHaveLength(6);
  expect(traces.received.join()).not.toContain("canary");
});
