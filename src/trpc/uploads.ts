"use client";

import { generateReactHelpers } from "@uploadthing/react";
import type { UploadRouter } from "@/http/upload-router";

/** UploadThing's hook, with the types of the file routes. It is for what is loaded by itself: nobody else waits for it. */
export const { useUploadThing } = generateReactHelpers<UploadRouter>({ url: "/api/uploadthing" });
