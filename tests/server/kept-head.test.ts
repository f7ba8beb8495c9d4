import { once } from "node:events";
import { createServer, type Server, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prepare, type Ready, readyOf, send } from "@/server/kept/answer";

const body = Buffer.from("a lesson on rivers");
let server: Server;
let ready: Ready;
let before: (response: ServerResponse) => void;

beforeEach(async () => {
  before = () => {};
  ready = readyOf({
    status: 200,
    headers: { "content-type": "text/plain" },
    body,
    safety: { "x-a": "b" },
  });
  await prepare(ready, "identity", body);
  server = createServer((request, response) => {
    before(response);
    send(ready, "identity", request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterEach(() => server.close());

/** Asks on one connection, the last one in a way that ends it, and tells what came, byte by byte, but for the date. */
async function ask(...requests: string[]): Promise<string[]> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  for (const request of requests) socket.write(`${request}\r\nhost: localhost\r\n\r\n`);
  const answers = (await text(socket)).split(/(?=HTTP\/1\.1)/);
  return answers.map((answer) => answer.replace(/(?<=^Date: ).{29}(?=\r$)/m, "now"));
}

const head = ["HTTP/1.1 200 OK", "content-type: text/plain", "x-a: b"];
const list = [
  ...["cache-control: public, max-age=0, s-maxage=1, must-revalidate", "vary: accept-encoding"],
  ...['etag: W/"00628f848568c684e0071e5fad41a556006f2548"', "content-length: 18", "Date: now"],
];
const stays = ["Connection: keep-alive", "Keep-Alive: timeout=5"];
const whole = [...head, ...list, ...stays, "", String(body)].join("\r\n");
const last = [...head, ...list, "Connection: close", "", String(body)].join("\r\n");
const [get, close] = ["GET / HTTP/1.1", "GET / HTTP/1.1\r\nconnection: close"];

it("leaves again and again as Node wrote it the first time, and says so where a connection ends", async () => {
  expect(await ask(get, get, close)).toEqual([whole, whole, last]);
  expect(await ask(get, "GET / HTTP/1.0\r\nconnection: keep-alive", "GET / HTTP/1.0")).toEqual([whole, whole, last]);
});

it("is written by Node about once a second", async () => {
  // Within one: Node notices the next when it has nothing else to do.
  await wait(1_020 - (Date.now() % 1_000));
  const writing = vi.spyOn(ServerResponse.prototype, "writeHead");
  const began = performance.now();
  expect(await ask(...Array(500).fill(get), close)).toEqual([...Array(500).fill(whole), last]);
  const seconds = Math.ceil((performance.now() - began) / 1000);
  // The one that ends the connection, and a few where a second begins.
  expect(writing.mock.calls.length).toBeLessThan(20 * seconds + 20);
  writing.mockRestore();
});

it("leaves without a body where nobody asks for one", async () => {
  const empty = whole.slice(0, -body.length);
  expect(await ask(get, "HEAD / HTTP/1.1", get, close)).toEqual([whole, empty, whole, last]);
  const [, known, again] = await ask(get, `GET / HTTP/1.1\r\nif-none-match: ${ready.etag}`, get, close);
  expect(known).toMatch(/^HTTP\/1\.1 304 Not Modified\r\n.*\r\n\r\n$/s);
  expect(again).toBe(whole);
});

it("carries what was set on this answer and no other", async () => {
  before = (response) => response.setHeader("x-request-id", "1");
  const [first = "", second] = await ask(get, get, close);
  expect(first).toContain("\r\nx-request-id: 1\r\n");
  expect(second).toBe(first);
  before = () => {};
  expect(await ask(get, get, close)).toEqual([whole, whole, last]);
  before = (response) => response.setHeader("connection", "close");
  expect(await ask(get)).toEqual([expect.stringContaining("\r\nconnection: close\r\n")]);
});

it("tells the time that it is", async () => {
  const date = async () =>
    (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).headers.get("date");
  const first = await date();
  await wait(2_100);
  expect(Date.parse((await date()) ?? "") - Date.parse(first ?? "")).toBeGreaterThanOrEqual(2_000);
});
