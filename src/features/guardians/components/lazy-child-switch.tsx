"use client";

import { lazily } from "@/components/ui/lazily";

/** The child switch, loaded only for guardians. */
export const LazyChildSwitch = lazily(() => import("./child-switch").then((module) => module.ChildSwitch));
