import "server-only";
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

export type Encoding = "br" | "gzip" | "identity";

/** A rendered response; `safety` holds the security headers to send with it. */
export type RenderedResponse = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  safety: Record<string, string>;
};

type Bytes = { headers: string[]; body: Buffer };

/** A response that can be sent at once, in each encoding requested so far. */
export type CachedResponse = {
  etag: string;
  headers: string[];
  bodies: Map<Encoding, Bytes>;
  work: Map<Encoding, Promise<void>>;
};

// Headers set per connection or per response, replaced below, or internal to Next.
const skippedHeaders =
  /^(connection|keep-alive|date|transfer-encoding|content-length|content-encoding|etag|cache-control|vary|x-.+)$/;

const minCompressedSize = 512;

/** Served for one second, then revalidated: with our own delay, changes are visible within two seconds. */
export const cacheControl = "public, max-age=0, s-maxage=1, must-revalidate";

/**
 * The `ETag` of a response, weak because each encoding has different bytes. It depends on where the next page of a list begins,
 * but not on the order of the query parameters in `Link`.
 */
export function tagOf(body: Uint8Array, link = ""): string {
  const next = /[?&](?:cursor|page)=[^&>]*/.exec(link)?.[0].slice(1) ?? "";
  return `W/"${createHash("sha256").update(body).update(next).digest("hex").slice(0, 40)}"`;
}

/** Prepares a rendered response for {@link sendResponse}. */
export function cachedResponseOf({ headers, body, safety }: RenderedResponse): CachedResponse {
  const etag = tagOf(body, headers.link);
  // It was rendered without cookie and token, so it does not vary by them.
  const varied = (headers.vary ?? "").toLowerCase().split(/,\s*/);
  const vary = [...new Set([...varied, "accept-encoding"])].filter((name) => !/^(cookie|authorization|)$/.test(name));
  const own = Object.entries(headers).filter(([name]) => !skippedHeaders.test(name) && !(name in safety));
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

export async function compressed(body: Buffer, encoding: Encoding): Promise<{ headers: string[]; body: Buffer }> {
  const used = body.length < minCompressedSize ? "identity" : encoding;
  const bytes = await compress[used](body);
  const headers = ["content-length", String(bytes.length)];
  if (used !== "identity") headers.push("content-encoding", used);
  return { headers, body: bytes };
}

/** Compresses a response once per encoding, also for concurrent requests. */
export function compressOnce(cached: CachedResponse, encoding: Encoding, body: Buffer): Promise<void> {
  let work = cached.work.get(encoding);
  if (!work) {
    work = compressed(body, encoding).then(({ headers, body: bytes }) => {
      cached.bodies.set(encoding, { headers: [...cached.headers, ...headers], body: bytes });
    });
    cached.work.set(encoding, work);
    work.catch(() => cached.work.delete(encoding));
  }
  return work;
}

const encodingCache = new LRUCache<string, Encoding>({ max: 100 });

export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const header = String(accepted ?? "");
  const known = encodingCache.get(header);
  if (known) return known;
  const accepts = (name: string) =>
    new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))(?=[\\s;,]|$)`).test(header);
  const best = accepts("br") ? "br" : accepts("gzip") ? "gzip" : "identity";
  if (header.length < 200) encodingCache.set(header, best);
  return best;
}

/** Sends a compressed response, or 304. Returns false if the encoding is not ready. */
export function sendResponse(
  cached: CachedResponse,
  encoding: Encoding,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const encoded = cached.bodies.get(encoding);
  if (!encoded) return false;
  const ifNoneMatch = request.headers["if-none-match"];
  if (ifNoneMatch && (ifNoneMatch === "*" || ifNoneMatch.includes(cached.etag.slice(2)))) {
    response.writeHead(304, cached.headers).end();
  } else {
    response.writeHead(200, encoded.headers).end(request.method === "HEAD" ? undefined : encoded.body);
  }
  return true;
}
