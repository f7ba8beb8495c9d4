import { beforeEach, expect, it, onTestFinished } from "vitest";
import { handleRest } from "@/http/rest";
import { countRequest } from "@/server/observability/metrics";
import { resetDatabase } from "../harness/database";
import { changeSettings } from "../harness/settings";

const token = "a token of twenty characters";

beforeEach(resetDatabase);
/** The metrics as asked for with these headers. */
const get = (headers: Record<string, string>) =>
  handleRest(new Request("http://localhost/api/metrics", { headers: new Headers(headers) }));

it("/api/metrics does not exist without METRICS_TOKEN", async () => {
  onTestFinished(changeSettings({ METRICS_TOKEN: "" }));
  countRequest({ method: "GET", route: "/about", status: 200 }, 0.02);
  const tried: Record<string, string>[] = [{}, { authorization: "Bearer " }, { authorization: `Bearer ${token}` }];
  for (const headers of tried) {
    expect((await get(headers)).status).toBe(404);
  }
});

it("/api/metrics requires the token", async () => {
  onTestFinished(changeSettings({ METRICS_TOKEN: token }));
  for (const given of ["", token, `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token.slice(1)}`]) {
    const headers: Record<string, string> = given ? { authorization: given } : {};
    const answer = await get(headers);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(await answer.text()).not.toContain("http_requests_total");
  }
});

it("/api/metrics reports requests, durations, the queue, the pool, hashes, mails and the process", async () => {
  onTestFinished(changeSettings({ METRICS_TOKEN: token }));
  // Other files count requests in this process.
  countRequest({ method: "GET", route: "/measured", status: 200 }, 0.02);
  const answer = await get({ authorization: `Bearer ${token}` });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const text = await answer.text();
  for (const line of [
    "# HELP http_requests_total Requests answered, except those that the response cache answered directly",
    'http_requests_total{method="GET",route="/measured",status="200"} 1',
    'http_request_duration_seconds_bucket{le="0.025",method="GET",route="/measured"} 1',
    'lyceum_jobs{state="waiting"} 0',
    'lyceum_jobs{state="failed"} 0',
    'lyceum_mails{state="failed"} 0',
    'lyceum_password_hashes{state="inside"} 0',
    'lyceum_password_hashes{state="waiting"} 0',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).toMatch(/^lyceum_database_connections\{state="idle"\} \d+$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
});
