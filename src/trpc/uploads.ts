"use client";

import { generateReactHelpers } from "@uploadthing/react";
import type { UploadRouter } from "@/http/upload-router";

/** UploadThing's hook and its plain function, with the types of the file routes. It is for what is loaded by itself: nobody else waits for it. */
export const { useUploadThing, uploadFiles } = generateReactHelpers<UploadRouter>({ url: "/api/uploadthing" });
