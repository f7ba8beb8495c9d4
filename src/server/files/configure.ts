import "server-only";
import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { UTApi } from "uploadthing/server";
import { env } from "@/env";
import { type Turnstile, turnstileFor } from "../turnstile";

export type FilesOptions = {
  /** The application's secret; the embedded store's keys are derived from it. */
  secret: string;
  /** The folder that holds `files`. */
  dataDir: string;
  /** The upload route handler's own POST: the embedded store calls it where the cloud would over HTTP. */
  callback: (request: Request) => Promise<Response>;
};

/** A whole file of this disk, outside the store. */
export type OnDisk = { path: string; size: number; sha256: Uint8Array<ArrayBuffer> };

type FilesState = FilesOptions & {
  /** Keys that are being written now: one writer each. */
  writers: Set<string>;
  /**
   * Who syncs a file to the disk: each takes its time, and the few threads that all files of the process share would stand
   * still for it.
   */
  syncing: Turnstile;
  /** What `onUploadComplete` answered, for the uploads that wait for it now. */
  answers: Map<string, { data: unknown } | undefined>;
  /** The SHA-256 of the files that were looked through last, by key. */
  hashes: LRUCache<string, Uint8Array<ArrayBuffer>>;
  /** Files that the SDK is given, and that lie on this disk already. */
  onDisk: WeakMap<Blob, OnDisk>;
  utapi?: UTApi;
};

// Pages and route handlers are separate module instances in one process.
const shared = globalThis as typeof globalThis & { lyceumFiles?: FilesState };

/** Says where files live and whom the embedded store calls back. Does no work; call it once at the start. */
export function configureFiles(options: FilesOptions): void {
  shared.lyceumFiles = {
    ...options,
    writers: new Set(),
    syncing: turnstileFor(2),
    answers: new Map(),
    hashes: new LRUCache({ max: 100 }),
    onDisk: new WeakMap(),
  };
}

/** What {@link configureFiles} said. @throws Error when it was not called. */
export function files(): FilesState {
  if (!shared.lyceumFiles) throw new Error("The file store is not configured.");
  return shared.lyceumFiles;
}

/** True without a token of UploadThing's cloud: files then live in the data folder. */
export function isEmbedded(): boolean {
  return env().UPLOADTHING_TOKEN === undefined;
}

/** True when only signed addresses open a file that is uploaded now. */
export function keepsPrivate(): boolean {
  return isEmbedded() || env().UPLOADTHING_PRIVATE === "on";
}

/**
 * How the store shall keep a new file, whichever way it comes. A fresh account of the cloud refuses every `acl`: it is sent
 * only where the settings say that the account allows it.
 */
export function keeping(): { contentDisposition: "attachment"; acl?: "private" } {
  const isAsked = !isEmbedded() && keepsPrivate();
  return { contentDisposition: "attachment", ...(isAsked && { acl: "private" }) };
}

/** The largest file that is taken, in bytes. */
export function maxUploadBytes(): number {
  return env().MAX_UPLOAD_MB * 1024 * 1024;
}

/** The name of the embedded store's application, as UploadThing's addresses and keys carry it. */
export const embeddedAppId = "lyceum";

/** The embedded store's key, as UploadThing's SDK expects one: it signs addresses and callbacks. */
export function embeddedApiKey(): string {
  return `sk_live_${createHmac("sha256", files().secret).update("embedded file store").digest("hex")}`;
}
