"use client";

import { type ComponentProps, lazy, Suspense } from "react";
import { ResultsLoading } from "./results-loading";

const ConfirmFirst = lazy(() => import("./confirm-first").then((module) => ({ default: module.ConfirmFirst })));

/** Loaded lazily, because most people have confirmed their address. */
export function LazyConfirmFirst(props: ComponentProps<typeof ConfirmFirst>) {
  return (
    <Suspense fallback={<ResultsLoading />}>
      <ConfirmFirst {...props} />
    </Suspense>
  );
}
