"use client";

import { lazily } from "@/components/ui/lazily";

/** The dialog that gives a person a code, for the screens of other rooms. */
export const LazyCodeDialog = lazily(() => import("./code-dialog").then((module) => module.CodeDialog));
