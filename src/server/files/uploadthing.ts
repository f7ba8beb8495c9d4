import "server-only";
import type { createRouteHandler } from "uploadthing/next";
import type { UTApi } from "uploadthing/server";
import { z } from "zod";
import { env } from "@/env";
import { embeddedHost, embeddedOrigin, routePath, storePath } from "./addresses";
import { embeddedApiKey, embeddedAppId, files, isEmbedded } from "./configure";
import { promiseKeys } from "./records";
import { embeddedFetch } from "./store";

type RouteConfig = NonNullable<Parameters<typeof createRouteHandler>[0]["config"]>;

const patience = 30_000;
const registration = z.object({ fileKeys: z.array(z.string()), metadata: z.record(z.string(), z.json()) });

/** The cloud's fetch. It notes every promised key first, as the embedded store does, so that none is forgotten. */
async function cloudFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (init?.method !== "POST") return fetch(input, { ...init, cache: "no-store" });
  const request = new Request(input, init);
  if (request.url.endsWith("/route-metadata")) {
    const { fileKeys, metadata } = registration.parse(await request.clone().json());
    await promiseKeys(fileKeys, metadata);
  }
  const signals = [request.signal, AbortSignal.timeout(patience)];
  return fetch(request, { cache: "no-store", signal: AbortSignal.any(signals) });
}

/** The fetch that reaches the store in this mode, for the SDK and for signed file addresses. */
export function storeFetch(): typeof embeddedFetch {
  return isEmbedded() ? embeddedFetch : cloudFetch;
}

function embeddedToken(): string {
  const token = { apiKey: embeddedApiKey(), appId: embeddedAppId, regions: ["embedded"] };
  return Buffer.from(JSON.stringify(token)).toString("base64");
}

// What is left out in the cloud comes from the SDK's own variables: UPLOADTHING_INGEST_URL, _API_URL, _UFS_HOST.
function common() {
  const fetch = storeFetch();
  if (!isEmbedded()) return { token: env().UPLOADTHING_TOKEN, fetch, logLevel: "Warning" } as const;
  return { token: embeddedToken(), fetch, logLevel: "Warning", ingestUrl: embeddedOrigin + storePath } as const;
}

/** The one thing that differs between the modes: the configuration of the upload route's handler. */
export function uploadthingConfig(): RouteConfig {
  const origin = isEmbedded() ? embeddedOrigin : (env().APP_URL ?? `http://localhost:${env().PORT}`);
  return { ...common(), isDev: false, callbackUrl: origin.replace(/\/$/, "") + routePath };
}

/** UploadThing's server SDK, on the store of this mode; loaded when it is first needed. */
export async function utapi(): Promise<UTApi> {
  const state = files();
  const { UTApi } = await import("uploadthing/server");
  state.utapi ??= new UTApi(
    isEmbedded()
      ? { ...common(), apiUrl: embeddedOrigin + storePath, ufsHost: embeddedHost, ufsAppIdLocation: "path" }
      : common(),
  );
  return state.utapi;
}

/** The upload route's answer for a browser: embedded upload addresses become relative to the site's own. */
export async function relativeUrls(response: Response): Promise<Response> {
  if (!isEmbedded() || !response.ok) return response;
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  const text = await response.text();
  return new Response(text.replaceAll(`"${embeddedOrigin}/`, '"/'), { status: response.status, headers });
}

/** True for a store's callback that comes over the network although the store is embedded: nobody may send one. */
export function isForeignHook(request: Request): boolean {
  return isEmbedded() && request.headers.has("uploadthing-hook");
}
