"use client";

import { type ComponentType, lazy } from "react";
import type { ChildSwitchProps } from "./child-switch";

// If it cannot be loaded, the page works without it.
const ChildSwitch = lazy<ComponentType<ChildSwitchProps>>(() =>
  import("./child-switch").then(
    (module) => ({ default: module.ChildSwitch }),
    () => ({ default: () => null }),
  ),
);

/** The child switch, loaded only for guardians. It is outside of a Suspense, which needs JavaScript: its links work without. */
export function LazyChildSwitch(props: ChildSwitchProps) {
  return <ChildSwitch {...props} />;
}
