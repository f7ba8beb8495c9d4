"use client";

import { type ComponentProps, lazy } from "react";

const ChildSwitch = lazy(() => import("./child-switch").then((module) => ({ default: module.ChildSwitch })));

/** The child switch, loaded only for guardians. Outside of a Suspense, which needs script: its links work without. */
export function LazyChildSwitch(props: ComponentProps<typeof ChildSwitch>) {
  return <ChildSwitch {...props} />;
}
