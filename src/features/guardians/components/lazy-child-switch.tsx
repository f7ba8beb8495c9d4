"use client";

import { type ComponentProps, lazy } from "react";

const ChildSwitch = lazy(() => import("./child-switch").then((module) => ({ default: module.ChildSwitch })));

/** The child switch, loaded only for guardians. */
export function LazyChildSwitch(props: ComponentProps<typeof ChildSwitch>) {
  return <ChildSwitch {...props} />;
}
