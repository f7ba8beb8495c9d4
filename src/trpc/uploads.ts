"use client";

import { generateReactHelpers } from "@uploadthing/react";
import type { UploadRouter } from "@/api/uploads";

/** The upload hook of UploadThing, with the types of the file routes. */
export const { useUploadThing } = generateReactHelpers<UploadRouter>();
