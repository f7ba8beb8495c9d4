import "server-only";
import { Readable } from "node:stream";
import sendFile from "@fastify/send";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { embeddedHost, promisedBy, readableKey, requireTakeable, storePath } from "./addresses";
import { answer, refused } from "./answers";
import { settle } from "./arrive";
import { embeddedApiKey, files, isEmbedded, maxUploadBytes, type OnDisk } from "./configure";
import { erase, filesFolder, isKey, receivedBytes } from "./disk";
import { drain, Interrupted } from "./receive";
import { isExpected, promiseKeys } from "./records";
import { isApiKey } from "./sign";
import { take } from "./take";

/**
 * The store's end of UploadThing's protocol, for the SDK's `fetch`: everything is answered in this process.
 * @throws TypeError for every other host, so that the embedded mode cannot reach a network
 */
export async function embeddedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, streaming(init));
  const url = new URL(request.url);
  if (url.hostname !== embeddedHost) throw new TypeError("The embedded store reaches no other host.");
  if (!url.pathname.startsWith(`${storePath}/`)) return serve(request, url);
  const route = routes[`${request.method} ${url.pathname.slice(storePath.length)}`];
  if (!route) return handleUpload(request, fileIn(init?.body));
  try {
    if (!isApiKey(request.headers.get("x-uploadthing-api-key"), embeddedApiKey())) {
      throw new AppError("UNAUTHORIZED", "This is not the store's key.");
    }
    return answer(await route(await request.json()));
  } catch (error) {
    return refused(error);
  }
}

// A body that is a stream needs to be told so, which the types of `fetch` do not know.
function streaming(init: RequestInit | undefined): RequestInit | undefined {
  return init?.body ? ({ ...init, duplex: "half" } as RequestInit) : init;
}

function fileIn(body: unknown): OnDisk | undefined {
  const file = body instanceof FormData ? body.get("file") : null;
  return file instanceof Blob ? files().onDisk.get(file) : undefined;
}

const key = z.string().refine(isKey);
const registration = z.object({ fileKeys: z.array(key).min(1), metadata: z.record(z.string(), z.json()) });
const result = z.object({ fileKey: key, callbackData: z.unknown() });
const deletion = z.object({ fileKeys: z.array(key) });

const routes: Record<string, (body: unknown) => Promise<unknown>> = {
  "POST /route-metadata": async (body) => {
    const { fileKeys, metadata } = registration.parse(body);
    await promiseKeys(fileKeys, metadata);
    return { ok: true };
  },
  "POST /callback-result": async (body) => {
    const { fileKey, callbackData } = result.parse(body);
    if (!settle(fileKey, callbackData)) throw new AppError("NOT_FOUND", "No upload waits for this answer.");
    return { ok: true };
  },
  "POST /v6/deleteFiles": async (body) => {
    let deletedCount = 0;
    for (const fileKey of deletion.parse(body).fileKeys) if (await erase(fileKey)) deletedCount += 1;
    return { success: true, deletedCount };
  },
};

/**
 * The store's end of an upload, for browsers: HEAD tells where to go on, PUT brings the bytes. Closed in cloud mode.
 * @param own the file that the body is made of, where it lies on this disk: its bytes are not read
 */
export async function handleUpload(request: Request, own?: OnDisk): Promise<Response> {
  if (!isEmbedded()) return refused(new AppError("NOT_FOUND", "Files are not uploaded here."));
  try {
    const promised = promisedBy(request);
    requireTakeable(promised);
    if (request.method === "HEAD") return await progress(promised.key);
    if (request.method !== "PUT") throw new AppError("METHOD_NOT_SUPPORTED", "A file is uploaded with PUT.");
    return answer(await take(request, promised, own));
  } catch (error) {
    if (error instanceof Interrupted) return new Response(null, { status: 400 });
    if (!own) await drain(request, 2 * maxUploadBytes());
    return refused(error);
  }
}

async function progress(key: string): Promise<Response> {
  const received = (await isExpected(key)) ? await receivedBytes(key) : undefined;
  if (received === undefined) throw new AppError("NOT_FOUND", "This file is not awaited.");
  return new Response(null, { headers: { "x-ut-range-start": String(received), "cache-control": "no-store" } });
}

/** How many bytes are read at a time: what lies in memory for each reader, however slow, and what each turn carries. */
const piece = 256 * 1024;

/** Answers the signed address of a stored file. */
async function serve(request: Request, url: URL): Promise<Response> {
  try {
    const range = request.headers.get("range");
    const asked = { method: request.method, headers: range === null ? {} : { range } };
    const sent = await sendFile(asked as unknown as Readable, `/${readableKey(url)}`, {
      root: await filesFolder(),
      index: false,
      cacheControl: false,
      contentType: false,
      etag: false,
      lastModified: false,
      highWaterMark: piece,
    });
    if (sent.type !== "file") {
      sent.stream.destroy();
      const unsatisfiable = sent.headers["Content-Range"];
      if (sent.statusCode !== 416 || !unsatisfiable) throw new AppError("NOT_FOUND", "This file is not here.");
      return new Response(null, { status: 416, headers: { "content-range": unsatisfiable } });
    }
    // Without this strategy a stream counts chunks, and a whole file waits in memory for a slow reader.
    const strategy = new ByteLengthQueuingStrategy({ highWaterMark: piece });
    const body = request.method === "HEAD" ? null : (Readable.toWeb(sent.stream, { strategy }) as ReadableStream);
    return new Response(body, { status: sent.statusCode, headers: sent.headers });
  } catch (error) {
    return refused(error);
  }
}
