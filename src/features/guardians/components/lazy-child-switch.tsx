"use client";

import { type ComponentProps, lazy } from "react";

const ChildSwitch = lazy(() => import("./child-switch").then((module) => ({ default: module.ChildSwitch })));

/** The children above the links; whoever is nobody's guardian does not load its code. */
export function LazyChildSwitch(props: ComponentProps<typeof ChildSwitch>) {
  return <ChildSwitch {...props} />;
}
