// The HTTP server of the process, which answers all requests that have arrived before it closes.
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { localAddress } from "../http/local-address.mjs";

/**
 * Milliseconds after the signal. New requests are accepted until none arrived for `quiet`, at most until `accepting`;
 * connections are cut at `responding`.
 */
const timeouts = { accepting: 4_000, quiet: 500, responding: 7_000 };

/**
 * Makes the server. Its `drain` waits for `before`, then until requests stop arriving and all have their responses.
 * @param {import("node:http").RequestListener} listener
 */
export function createDrainableServer(listener) {
  /** @type {Set<import("node:http").ServerResponse>} */
  const openResponses = new Set();
  let lastRequestAt = 0;
  let draining = false;
  const server = createServer((request, response) => {
    lastRequestAt = performance.now();
    if (draining) response.setHeader("connection", "close");
    localAddress(request);
    listener(request, response);
    // Cached responses are already complete.
    if (response.writableEnded) return;
    openResponses.add(response);
    response.once("close", () => openResponses.delete(response));
  });
  // Long, for large uploads over slow lines; src/server/rest/body.ts has a shorter timeout for other bodies.
  server.requestTimeout = 15 * 60_000;
  server.headersTimeout = 30_000;

  /** @param {Promise<void>} before */
  async function drain(before) {
    draining = true;
    const began = performance.now();
    for (const response of openResponses) if (!response.headersSent) response.setHeader("connection", "close");
    await before;
    // Requests may wait in the socket's backlog: closing the listener now would reset them.
    while (performance.now() - began < timeouts.accepting && performance.now() - lastRequestAt < timeouts.quiet) {
      await delay(20);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const closed = new Promise((resolve) => server.close(resolve));
    const cut = setTimeout(() => server.closeAllConnections(), began + timeouts.responding - performance.now());
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
    await Promise.race([closed, delay(began + timeouts.responding + 200 - performance.now())]);
    clearTimeout(cut);
    clearInterval(sweep);
  }
  return { server, drain };
}
