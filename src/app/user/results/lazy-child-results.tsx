"use client";

import { type ComponentProps, lazy } from "react";

const ChildResults = lazy(() => import("./child-results").then((module) => ({ default: module.ChildResults })));

/** The results of a child, loaded only for guardians. */
export function LazyChildResults(props: ComponentProps<typeof ChildResults>) {
  return <ChildResults {...props} />;
}
