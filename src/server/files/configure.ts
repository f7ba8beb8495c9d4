import "server-only";
import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { createRouteHandler, UTApi } from "uploadthing/server";
import { env, isSiteLocal } from "@/env";
import type { UploadStore } from "@/server/generated/prisma/client";
import { processState } from "@/server/process-state";
import { createSemaphore, type Semaphore } from "../rate-limits/semaphore";

export type FilesOptions = {
  secret: string;
  dataDir: string;
  /** POST handler of the upload route, which the embedded store calls directly, without HTTP. */
  callback: (request: Request) => Promise<Response>;
};

/** A complete file on this disk, outside the store. */
export type OnDisk = { path: string; size: number; sha256: Uint8Array<ArrayBuffer> };

type FilesState = FilesOptions & {
  writers: Set<string>;
  /** Limits concurrent fsync calls: they would block the thread pool that all file operations share. */
  syncing: Semaphore;
  /** Results of `onUploadComplete` for the uploads that wait for one. */
  answers: Map<string, { data: unknown } | undefined>;
  hashes: LRUCache<string, Uint8Array<ArrayBuffer>>;
  /** Source files on this disk for the `File` objects passed to the SDK. */
  onDisk: WeakMap<Blob, OnDisk>;
  sdks: Partial<Record<UploadStore, UTApi>>;
  routeHandler?: ReturnType<typeof createRouteHandler>;
};

const shared = processState<{ lyceumFiles?: FilesState }>();

/** Sets the location of files and the callback of the embedded store. Call it once at the start. */
export function configureFiles(options: FilesOptions): void {
  shared.lyceumFiles = {
    ...options,
    writers: new Set(),
    syncing: createSemaphore(2),
    answers: new Map(),
    hashes: new LRUCache({ max: 100 }),
    onDisk: new WeakMap(),
    sdks: {},
  };
}

/** The options of {@link configureFiles}. @throws Error if it was not called */
export function files(): FilesState {
  if (!shared.lyceumFiles) throw new Error("The file store is not configured.");
  return shared.lyceumFiles;
}

/** True without an UploadThing token: new files are then stored in the data folder. */
export function isEmbedded(): boolean {
  return env().UPLOADTHING_TOKEN === undefined;
}

/** The store of new public files. */
export const currentStore = (): UploadStore => (isEmbedded() ? "embedded" : "cloud");

/** True if new files can be opened by signed URLs only. */
export function storesPrivately(): boolean {
  return isEmbedded() || env().UPLOADTHING_PRIVATE === "on";
}

/** True if UploadThing's cloud cannot call this site back: uploads by form then fail after their last byte. */
export function lacksCallback(): boolean {
  return !isEmbedded() && isSiteLocal();
}

/** Storage options of a new file. `acl` is sent only if configured, since a new UploadThing account rejects it. */
export function storageOptions(): { contentDisposition: "attachment"; acl?: "private" } {
  const isRequested = !isEmbedded() && storesPrivately();
  return { contentDisposition: "attachment", ...(isRequested && { acl: "private" }) };
}

/** Largest accepted file in bytes. */
export function maxUploadBytes(): number {
  return env().MAX_UPLOAD_MB * 1024 * 1024;
}

/** App id of the embedded store in UploadThing's URLs and keys. */
export const embeddedAppId = "lyceum";

/** API key of the embedded store in the form that UploadThing's SDK expects. */
export function embeddedApiKey(): string {
  return `sk_live_${createHmac("sha256", files().secret).update("embedded file store").digest("hex")}`;
}
