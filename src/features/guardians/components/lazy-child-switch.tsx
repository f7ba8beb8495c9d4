"use client";

import { type ComponentType, lazy } from "react";
import type { ChildSwitchProps } from "./child-switch";

// Where it cannot be loaded, the page stays without it.
const ChildSwitch = lazy<ComponentType<ChildSwitchProps>>(() =>
  import("./child-switch").then(
    (module) => ({ default: module.ChildSwitch }),
    () => ({ default: () => null }),
  ),
);

/** The child switch, loaded only for guardians. Outside of a Suspense, which needs script: its links work without. */
export function LazyChildSwitch(props: ChildSwitchProps) {
  return <ChildSwitch {...props} />;
}
