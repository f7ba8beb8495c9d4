import { subscribe, unsubscribe } from "node:diagnostics_channel";
import dns from "node:dns";
import type { Socket } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deleteFile } from "@/server/files/read";
import { pdf, textOf, type UploadApp, uploadApp } from "../harness/upload-app";

let app: UploadApp;
const reached: string[] = [];

const onSocket = (message: unknown) => {
  const { socket } = message as { socket: Socket };
  socket.once("connect", () => reached.push(socket.remoteAddress ?? "a local socket"));
};
const onRequest = (message: unknown) => reached.push((message as { request: { origin: string } }).request.origin);

beforeEach(async () => {
  app = await uploadApp();
  subscribe("net.client.socket", onSocket);
  subscribe("undici:request:create", onRequest);
});

afterEach(async () => {
  unsubscribe("net.client.socket", onSocket);
  unsubscribe("undici:request:create", onRequest);
  await app.close();
});

it("the embedded store opens no network connection and resolves no host name", async () => {
  const lookup = vi.spyOn(dns, "lookup");
  const [sent] = await app.upload(pdf("a whole lesson"));
  const key = sent?.key ?? "";
  expect(await textOf(key)).toBe("a whole lesson");
  await deleteFile(key);
  expect(reached.filter((address) => !/^(127\.|::1$|::ffff:127\.|a local socket$)/.test(address))).toEqual([]);
  expect(lookup.mock.calls.map(([name]) => name).filter((name) => name !== "localhost")).toEqual([]);
});

it("the network guard detects a connection (canary)", async () => {
  await fetch("http://127.0.0.2:39999/").catch(() => undefined);
  expect(reached).toEqual(["http://127.0.0.2:39999"]);
});
