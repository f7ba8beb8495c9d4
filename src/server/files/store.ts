import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { say } from "@/server/messages";
import { discardRest } from "@/server/rest/body";
import { resolveCallback } from "./complete";
import { embeddedApiKey, files, isEmbedded, maxUploadBytes, type OnDisk } from "./configure";
import { deleteFromDisk, isKey, receivedBytes } from "./disk";
import { Interrupted } from "./receive";
import { isExpected, reserveKeys } from "./records";
import { errorResponse, jsonResponse } from "./responses";
import { sendStored } from "./send-stored";
import { isApiKey } from "./sign";
import { upload } from "./upload";
import { embeddedHost, readableKey, requireAcceptable, reservationOf, storePath } from "./upload-urls";

/**
 * `fetch` for the SDK that implements UploadThing's server API in this process. @throws TypeError for any other host,
 * so that the embedded mode makes no network request
 */
export async function embeddedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const localFile = localFileOf(init?.body);
  // Node 24 reads the files of a form into memory as soon as it is a body.
  const request = new Request(input, localFile ? { ...init, body: null } : streaming(init));
  const url = new URL(request.url);
  if (url.hostname !== embeddedHost) throw new TypeError("The embedded store reaches no other host.");
  if (!url.pathname.startsWith(`${storePath}/`)) return serve(request, url);
  const route = routes[`${request.method} ${url.pathname.slice(storePath.length)}`];
  if (!route) return handleUpload(request, localFile);
  try {
    if (!isApiKey(request.headers.get("x-uploadthing-api-key"), embeddedApiKey())) {
      throw new AppError("UNAUTHORIZED", say("otherStoreKey"));
    }
    return jsonResponse(await route(await request.json()));
  } catch (error) {
    return errorResponse(error);
  }
}

// Streaming bodies need `duplex`, which the types of `fetch` lack.
function streaming(init: RequestInit | undefined): RequestInit | undefined {
  return init?.body ? ({ ...init, duplex: "half" } as RequestInit) : init;
}

function localFileOf(body: unknown): OnDisk | undefined {
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
    await reserveKeys(fileKeys, metadata);
    return { ok: true };
  },
  "POST /callback-result": async (body) => {
    const { fileKey, callbackData } = result.parse(body);
    if (!resolveCallback(fileKey, callbackData)) throw new AppError("NOT_FOUND", say("noUploadWaits"));
    return { ok: true };
  },
  "POST /v6/deleteFiles": async (body) => {
    let deletedCount = 0;
    for (const fileKey of deletion.parse(body).fileKeys) if (await deleteFromDisk(fileKey)) deletedCount += 1;
    return { success: true, deletedCount };
  },
};

/**
 * Upload endpoint of the store for browsers: HEAD returns the offset, PUT sends the bytes. Disabled in cloud mode.
 * @param localFile source file on this disk, used instead of the body
 */
export async function handleUpload(request: Request, localFile?: OnDisk): Promise<Response> {
  if (!isEmbedded()) return errorResponse(new AppError("NOT_FOUND", say("noUploadsHere")));
  try {
    const reservation = reservationOf(request);
    requireAcceptable(reservation);
    if (request.method === "HEAD") return await progress(reservation.key);
    if (request.method !== "PUT") throw new AppError("METHOD_NOT_SUPPORTED", say("usePut"));
    return jsonResponse(await upload(request, reservation, localFile));
  } catch (error) {
    if (error instanceof Interrupted) return new Response(null, { status: 400 });
    if (!localFile) await discardRest(request, 2 * maxUploadBytes());
    return errorResponse(error);
  }
}

async function progress(key: string): Promise<Response> {
  const received = (await isExpected(key)) ? await receivedBytes(key) : undefined;
  if (received === undefined) throw new AppError("NOT_FOUND", say("fileNotAwaited"));
  return new Response(null, { headers: { "x-ut-range-start": String(received), "cache-control": "no-store" } });
}

async function serve(request: Request, url: URL): Promise<Response> {
  try {
    return await sendStored(readableKey(url), request.method, request.headers.get("range"));
  } catch (error) {
    return errorResponse(error);
  }
}
