"use client";

import { type ComponentProps, lazy } from "react";

const ChildCards = lazy(() => import("./child-cards").then((module) => ({ default: module.ChildCards })));

/** The report cards of a child, loaded only for guardians. */
export function LazyChildCards(props: ComponentProps<typeof ChildCards>) {
  return <ChildCards {...props} />;
}
