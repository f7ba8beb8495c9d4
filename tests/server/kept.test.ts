import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sendKept, sendMade } from "@/server/kept/keep";
import { material } from "../factories";
import { resetDatabase } from "../setup/database";

let server: Server;
let place: string;
let made: number;

beforeEach(async () => {
  await resetDatabase();
  // The lists are known to have changed by then.
  await wait(200);
  made = 0;
  const make = async () => {
    made += 1;
    // A page that is rendered keeps the process from all else, for longer than what is known of the lists is good for.
    for (const until = performance.now() + 150; performance.now() < until; );
    // Long enough to be packed, and new each time that it is made.
    const body = Buffer.from(`${made} ${"a lesson on rivers, ".repeat(20_000)}`);
    return { status: 200, headers: { "content-type": "text/plain" }, body, safety: {} };
  };
  server = createServer((request, response) => {
    const key = `${place} ${request.url}`;
    if (!sendKept(key, request, response)) void sendMade(key, { topics: ["materials"], make }, request, response);
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

describe("an answer that is the same for everyone", () => {
  it("is made once, however many ask for it without pause and in whatever encodings", async () => {
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

  it("is made anew once its list has changed", async () => {
    expect(await ask("br")).toBe("1 a lesson on rivers");
    expect(await ask("br")).toBe("1 a lesson on rivers");
    await material();
    await wait(200);
    expect(await ask("br")).toBe("2 a lesson on rivers");
    expect(await ask("identity")).toBe("2 a lesson on rivers");
    expect(made).toBe(2);
  });
});

describe("where the clock of the machine is set", () => {
  const year = 365 * 24 * 60 * 60 * 1000;

  it("what was made while it ran ahead ends when it is put right, and the list is followed again", async () => {
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

  it("what was made before it runs ahead ends then", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await ask("br")).toBe("1 a lesson on rivers");
    vi.setSystemTime(Date.now() + year);
    expect(await ask("br")).toBe("2 a lesson on rivers");
  });

  it("nothing is kept for longer than a minute, though it stands still", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await ask("br")).toBe("1 a lesson on rivers");
    const now = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => now() + 61_000);
    expect(await ask("br")).toBe("2 a lesson on rivers");
  });
});
