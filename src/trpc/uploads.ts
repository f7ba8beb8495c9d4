"use client";

import { generateReactHelpers } from "@uploadthing/react";
import type { UploadRouter } from "@/http/upload-router";

/** UploadThing's hook and its plain function, with the types of the file routes. Import it only from lazily loaded modules: it needs UploadThing's client. */
export const { useUploadThing, uploadFiles } = generateReactHelpers<UploadRouter>({
  url: "/api/uploadthing",
  // Read at each request, because tests replace it after this module was loaded.
  fetch: (...given) => fetch(...given),
});
