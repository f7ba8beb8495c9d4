"use client";

import type { UploadRouter } from "@/api/upload-route";

/** UploadThing's client, with the types of the file routes; fetched with the first upload, nobody else waits for it. */
export async function loadUploader() {
  const { genUploader } = await import("uploadthing/client");
  return genUploader<UploadRouter>();
}
