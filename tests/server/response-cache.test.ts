import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sendCached, sendRendered } from "@/server/response-cache/store";
import { material } from "../factories";
import { resetDatabase } from "../harness/database";

let server: Server;
let place: string;
let made: number;

beforeEach(async () => {
  await resetDatabase();
  // By now the cache has seen the changes of earlier tests.
  await wait(200);
  made = 0;
  const make = async () => {
    made += 1;
    // Rendering blocks the event loop for longer than the cached versions are valid.
    for (const until = performance.now() + 150; performance.now() < until; );
    // Large enough to be compressed, and different on each rendering.
    const body = Buffer.from(`${made} ${"a lesson on rivers, ".repeat(20_000)}`);
    return { status: 200, headers: { "content-type": "text/plain" }, body, safety: {} };
  };
  server = createServer((request, response) => {
    const key = `${place} ${request.url}`;
    if (!sendCached(key, request, response))
      void sendRendered(key, { tags: ["materials"], render: make }, request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  place = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  vi.useRealTimers();
  server.close();
});

const ask = async (encoding: string) => {
  const answer = await fetch(place, { headers: { "accept-encoding": encoding } });
  expect(answer.headers.get("content-encoding") ?? "identity").toBe(encoding);
  return (await answer.text()).slice(0, 20);
};

describe("the response cache", () => {
  it("renders once for all concurrent requests and encodings", async () => {
    const encodings = ["br", "gzip", "identity", "br"];
    const until = Date.now() + 1_500;
    const lanes = Array.from({ length: 16 }, async (_, lane) => {
      const told = new Set<string>();
      for (let turn = lane; Date.now() < until; turn += 1) told.add(await ask(encodings[turn % 4] ?? ""));
      return [...told];
    });
    expect(new Set((await Promise.all(lanes)).flat())).toEqual(new Set(["1 a lesson on rivers"]));
    expect(made).toBe(1);
  });

  it("renders again after its list has changed", async () => {
    expect(await ask("br")).toBe("1 a lesson on rivers");
    expect(await ask("br")).toBe("1 a lesson on rivers");
    await material();
    await wait(200);
    expect(await ask("br")).toBe("2 a lesson on rivers");
    expect(await ask("identity")).toBe("2 a lesson on rivers");
    expect(made).toBe(2);
  });
});

describe("the response cache when the system clock changes", () => {
  const year = 365 * 24 * 60 * 60 * 1000;

  it("entries rendered while the clock was ahead expire when it is corrected", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const right = Date.now();
    vi.setSystemTime(right + year);
    expect(await ask("br")).toBe("1 a lesson on rivers");
    vi.setSystemTime(right);
    expect(await ask("br")).toBe("2 a lesson on rivers");
    await material();
    await wait(200);
    expect(await ask("br")).toBe("3 a lesson on rivers");
    expect(await ask("br")).toBe("3 a lesson on rivers");
  });

  it("entries rendered before the clock jumps ahead expire at the jump", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await ask("br")).toBe("1 a lesson on rivers");
    vi.setSystemTime(Date.now() + year);
    expect(await ask("br")).toBe("2 a lesson on rivers");
  });

  it("entries expire after a minute even if the clock stands still", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await ask("br")).toBe("1 a lesson on rivers");
    const now = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => now() + 61_000);
    expect(await ask("br")).toBe("2 a lesson on rivers");
  });
});
