import "server-only";
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

export type Encoding = "br" | "gzip" | "identity";

/** An answer as whoever makes it has made it; `safety` are the headers that it leaves with beside its own. */
export type Made = { status: number; headers: Record<string, string>; body: Buffer; safety: Record<string, string> };

/** Bytes that are ready to leave. Beside them stands what Node wrote before them last, and the second that it tells. */
type Bytes = { headers: string[]; body: Buffer; head?: { text: string; second: number } };

/** An answer whose bytes are ready to leave, in each encoding that was asked for. */
export type Ready = {
  etag: string;
  headers: string[];
  bodies: Map<Encoding, Bytes>;
  /** The encodings that are ready, or will be. */
  work: Map<Encoding, Promise<void>>;
};

// Found for each connection and each answer anew, said otherwise below, or a note of Next to itself.
const passing =
  /^(connection|keep-alive|date|transfer-encoding|content-length|content-encoding|etag|cache-control|vary|x-.+)$/;

/** Below this many bytes, packing gains nothing. */
const least = 512;

/**
 * Any cache may keep it for a second, and asks then whether it still holds; with what a process may be behind the
 * database, a change is seen everywhere within two.
 */
export const cacheControl = "public, max-age=0, s-maxage=1, must-revalidate";

/** What stands for an answer's content in its `ETag`, which is weak: each encoding has other bytes. */
export function digestOf(body: Uint8Array): Buffer {
  return createHash("sha256").update(body).digest().subarray(0, 20);
}

/** Prepares an answer for {@link send}. */
export function readyOf({ headers, body, safety }: Made): Ready {
  const etag = `W/"${digestOf(body).toString("hex")}"`;
  // It is made without a cookie and without a token, and is the same for everyone.
  const varied = (headers.vary ?? "").toLowerCase().split(/,\s*/);
  const vary = [...new Set([...varied, "accept-encoding"])].filter((name) => !/^(cookie|authorization|)$/.test(name));
  const own = Object.entries(headers).filter(([name]) => !passing.test(name) && !(name in safety));
  const all = [
    ...own,
    ...Object.entries(safety),
    ["cache-control", cacheControl],
    ["vary", vary.join(", ")],
    ["etag", etag],
  ];
  return { etag, headers: all.flat(), bodies: new Map(), work: new Map() };
}

const compress = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: promisify(gzip),
  identity: async (body: Buffer) => body,
};

/** The bytes of an answer in an encoding, and the headers that say so. */
export async function packed(body: Buffer, encoding: Encoding): Promise<{ headers: string[]; body: Buffer }> {
  const best = body.length < least ? "identity" : encoding;
  const bytes = await compress[best](body);
  const headers = ["content-length", String(bytes.length)];
  if (best !== "identity") headers.push("content-encoding", best);
  return { headers, body: bytes };
}

/** Makes the bytes of an encoding ready, once, however many wait for them. */
export function prepare(ready: Ready, encoding: Encoding, body: Buffer): Promise<void> {
  let work = ready.work.get(encoding);
  if (!work) {
    work = packed(body, encoding).then(({ headers, body: bytes }) => {
      ready.bodies.set(encoding, { headers: [...ready.headers, ...headers], body: bytes });
    });
    ready.work.set(encoding, work);
    // One that failed is tried again.
    work.catch(() => ready.work.delete(encoding));
  }
  return work;
}

// Browsers say the same few things again and again.
const understood = new LRUCache<string, Encoding>({ max: 100 });

/** The best encoding that a request takes. */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const offers = String(accepted ?? "");
  const known = understood.get(offers);
  if (known) return known;
  const takes = (name: string) =>
    new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))(?=[\\s;,]|$)`).test(offers);
  const best = takes("br") ? "br" : takes("gzip") ? "gzip" : "identity";
  if (offers.length < 200) understood.set(offers, best);
  return best;
}

/** Sends what {@link prepare} made ready. True when it could. */
export function send(ready: Ready, encoding: Encoding, request: IncomingMessage, response: ServerResponse): boolean {
  const one = ready.bodies.get(encoding);
  if (!one) return false;
  const known = request.headers["if-none-match"];
  if (known && (known === "*" || known.includes(ready.etag.slice(2)))) {
    response.writeHead(304, ready.headers).end();
  } else {
    writeHead(one, response);
    response.end(request.method === "HEAD" ? undefined : one.body);
  }
  return true;
}

/**
 * Begins an answer. Node checks and joins the same dozen headers for each, which is a quarter of all the work on it; but
 * within a second, on connections that stay open, what it wrote is the same. Should a Node keep that elsewhere, each is
 * written anew.
 */
function writeHead(bytes: Bytes, response: ServerResponse & { _header?: unknown }): void {
  const second = Math.floor(Date.now() / 1000);
  const isUsual = response.shouldKeepAlive && response.getHeaderNames().length === 0;
  if (isUsual && bytes.head?.second === second) {
    response._header = bytes.head.text;
    return;
  }
  response.writeHead(200, bytes.headers);
  const text = response._header;
  // Node notices a new second somewhat later.
  if (!isUsual || typeof text !== "string" || !text.includes(new Date(second * 1000).toUTCString())) return;
  bytes.head = { text, second };
}
