import "server-only";
import type { createRouteHandler, UTApi } from "uploadthing/server";
import { z } from "zod";
import { env, siteOrigin } from "@/env";
import { outsideTransaction } from "@/server/db/transaction";
import type { UploadStore } from "@/server/generated/prisma/client";
import { currentStore, embeddedApiKey, embeddedAppId, files, isEmbedded } from "./configure";
import { reserveKeys } from "./records";
import { embeddedFetch } from "./store";
import { embeddedHost, embeddedOrigin, routePath, storePath } from "./upload-urls";

type RouteConfig = NonNullable<Parameters<typeof createRouteHandler>[0]["config"]>;

const apiTimeout = 30_000;
const registration = z.object({ fileKeys: z.array(z.string()), metadata: z.record(z.string(), z.json()) });

/** `fetch` of the cloud mode. Reserves each key before its upload, by a browser or by the server, so that every file has a row. */
async function cloudFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (init?.method === "PUT") {
    const key = new URL(new Request(input).url).pathname.split("/").at(-1) ?? "";
    // A write that fails later must not take it back.
    await outsideTransaction(() => reserveKeys([key], {}));
  }
  if (init?.method !== "POST") return fetch(input, { ...init, cache: "no-store" });
  const request = new Request(input, init);
  if (request.url.endsWith("/route-metadata")) {
    const { fileKeys, metadata } = registration.parse(await request.clone().json());
    await reserveKeys(fileKeys, metadata);
  }
  const signals = [request.signal, AbortSignal.timeout(apiTimeout)];
  return fetch(request, { cache: "no-store", signal: AbortSignal.any(signals) });
}

/** `fetch` that reaches a store, by default the current one, for the SDK and signed URLs. */
export function storeFetch(store = currentStore()): typeof embeddedFetch {
  return store === "embedded" ? embeddedFetch : cloudFetch;
}

function embeddedToken(): string {
  const token = { apiKey: embeddedApiKey(), appId: embeddedAppId, regions: ["embedded"] };
  return Buffer.from(JSON.stringify(token)).toString("base64");
}

// Omitted options come from the SDK's variables UPLOADTHING_INGEST_URL, _API_URL and _UFS_HOST.
function commonOptions(store: UploadStore) {
  const fetch = storeFetch(store);
  if (store === "cloud") return { token: env().UPLOADTHING_TOKEN, fetch, logLevel: "Warning" } as const;
  return { token: embeddedToken(), fetch, logLevel: "Warning", ingestUrl: embeddedOrigin + storePath } as const;
}

/** Configuration of the upload route's handler for the current mode. */
export function uploadthingConfig(): RouteConfig {
  const origin = isEmbedded() ? embeddedOrigin : siteOrigin();
  return { ...commonOptions(currentStore()), isDev: false, callbackUrl: origin.replace(/\/$/, "") + routePath };
}

/** UploadThing's server SDK for a store, by default the current one; loaded on first use. */
export async function utapi(store = currentStore()): Promise<UTApi> {
  const { sdks } = files();
  const { UTApi } = await import("uploadthing/server");
  sdks[store] ??= new UTApi(
    store === "embedded"
      ? { ...commonOptions(store), apiUrl: embeddedOrigin + storePath, ufsHost: embeddedHost, ufsAppIdLocation: "path" }
      : commonOptions(store),
  );
  return sdks[store];
}

/** Makes the upload URLs in a response of the upload route relative to this site. */
export async function relativeUrls(response: Response): Promise<Response> {
  if (!isEmbedded() || !response.ok) return response;
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  const text = await response.text();
  return new Response(text.replaceAll(`"${embeddedOrigin}/`, '"/'), { status: response.status, headers });
}

/** True for a callback from the network in embedded mode, where the store calls the route directly. */
export function isExternalCallback(request: Request): boolean {
  return isEmbedded() && request.headers.has("uploadthing-hook");
}
